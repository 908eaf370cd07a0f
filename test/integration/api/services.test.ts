import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createApiClient, type ApiClient } from '../../support/api-client.ts';
import { startTestAssay, type TestAssay } from '../../support/test-assay.ts';

let assay: TestAssay;
let api: ApiClient;
beforeAll(async () => {
  assay = await startTestAssay();
  api = createApiClient(assay);
});
afterAll(async () => await assay.stop());

const create = async (name: string) => await api.call('POST', '/api/v2/service', { body: { name } });

describe('a service', () => {
  it('is created, read by id and by name, renamed and deleted', async () => {
    const created = await create('team/api');
    const { id } = created.body as { id: string };

    expect(created).toMatchObject({ status: 201, body: { name: 'team/api', versionCount: 0 } });
    expect(created.headers.get('location')).toBe(`/api/v2/service/${id}`);
    expect(await api.get(`/api/v2/service/${id.toUpperCase()}`)).toEqual(created.body);
    expect(await api.get('/api/v2/service/team%2Fapi')).toEqual(created.body);
    expect(await api.call('PATCH', `/api/v2/service/${id}`, { body: { name: 'team/web' } })).toMatchObject({
      status: 200,
      body: { id, name: 'team/web' },
    });
    expect(await api.call('GET', '/api/v2/service/team%2Fapi')).toMatchObject({
      status: 404,
      body: { code: 'SERVICE_UNKNOWN' },
    });
    expect(await api.call('DELETE', `/api/v2/service/${id}`)).toMatchObject({ status: 204, body: null });
    expect(await api.call('GET', `/api/v2/service/${id}`)).toMatchObject({
      status: 404,
      body: { code: 'SERVICE_UNKNOWN' },
    });
  });

  it('has a name of its own, compared after Unicode normalization', async () => {
    await create('caf\u00e9');

    expect(await create('cafe\u0301')).toMatchObject({ status: 409, body: { code: 'NAME_TAKEN' } });
    expect(await api.get('/api/v2/service/cafe%CC%81')).toMatchObject({ name: 'caf\u00e9' });
  });

  it.each([[''], [' x'], ['01890a5d-ac96-774b-bcce-b302099a8057'], ['a/../b']])('cannot be called %j', async (name) => {
    expect(await create(name)).toMatchObject({ status: 400, body: { code: 'NAME_INVALID' } });
  });

  it('ignores fields that are not the caller’s to set', async () => {
    const answer = await api.call('POST', '/api/v2/service', {
      body: { name: 'assigned', id: 'x', orgId: 'y', createdAt: '1999-01-01T00:00:00.000Z' },
    });

    expect(answer).toMatchObject({ status: 201, body: { name: 'assigned' } });
    expect(JSON.stringify(answer.body)).not.toContain('1999');
  });

  it('frees its name and everything below it when it is deleted', async () => {
    const first = await api.upload('/api/v2/service/phoenix/version/1/sbom?wait=30');
    await api.call('DELETE', '/api/v2/service/phoenix');

    expect(await api.call('GET', `/api/v2/sbom/${first['id'] ?? ''}`)).toMatchObject({ status: 404 });
    expect(await api.call('GET', `/api/v2/analysis/${first['analysisId'] ?? ''}`)).toMatchObject({ status: 404 });
    expect(await api.upload('/api/v2/service/phoenix/version/1/sbom')).toMatchObject({
      serviceCreated: true,
      deduplicated: false,
    });
  });
});

describe('the list of services', () => {
  it('is newest first, tells the newest version, and finds a part of a name literally', async () => {
    await create('list-a');
    await create('list_b');
    await api.upload('/api/v2/service/list-a/version/1.0/sbom');
    await api.upload('/api/v2/service/list-a/version/2.0/sbom');

    const found = await api.call('GET', '/api/v2/service?q=list');
    const literal = await api.get<{ name: string }[]>('/api/v2/service?q=list_');

    expect(found.headers.get('x-total-count')).toBe('2');
    expect(found.body).toMatchObject([
      { name: 'list_b', latestVersion: null, previousVersion: null, versionCount: 0 },
      { name: 'list-a', latestVersion: { name: '2.0' }, previousVersion: { name: '1.0' }, versionCount: 2 },
    ]);
    expect(literal.map((service) => service.name)).toEqual(['list_b']);
  });

  it('links its pages', async () => {
    const { headers } = await api.call('GET', '/api/v2/service?limit=1&offset=1&q=list');

    expect(headers.get('link')).toBe(
      '</api/v2/service?limit=1&offset=0&q=list>; rel="first", </api/v2/service?limit=1&offset=0&q=list>; rel="prev", </api/v2/service?limit=1&offset=1&q=list>; rel="last"',
    );
  });
});

describe('reading again', () => {
  it('costs nothing when nothing has changed, and a change needs the state that was read', async () => {
    await create('tagged');
    const first = await api.call('GET', '/api/v2/service/tagged');
    const etag = first.headers.get('etag') ?? '';

    expect(await api.call('GET', '/api/v2/service/tagged', { headers: { 'if-none-match': etag } })).toMatchObject({
      status: 304,
      body: null,
    });
    expect(
      await api.call('PATCH', '/api/v2/service/tagged', {
        body: { name: 'tagged-2' },
        headers: { 'if-match': '"other"' },
      }),
    ).toMatchObject({ status: 412, body: { code: 'PRECONDITION_FAILED' } });
    expect(
      await api.call('PATCH', '/api/v2/service/tagged', { body: { name: 'tagged-2' }, headers: { 'if-match': etag } }),
    ).toMatchObject({ status: 200 });
  });
});
