import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createApiClient, type ApiClient } from '../../support/api-client.ts';
import { aCycloneDx } from '../../support/documents.ts';
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

  it('has a unique name, compared after Unicode normalization', async () => {
    await create('caf\u00e9');

    expect(await create('cafe\u0301')).toMatchObject({ status: 409, body: { code: 'NAME_TAKEN' } });
    expect(await api.get('/api/v2/service/cafe%CC%81')).toMatchObject({ name: 'caf\u00e9' });
  });

  it.each([[''], [' x'], ['01890a5d-ac96-774b-bcce-b302099a8057'], ['a/../b']])('cannot be named %j', async (name) => {
    expect(await create(name)).toMatchObject({ status: 400, body: { code: 'NAME_INVALID' } });
  });

  it('ignores fields that the caller cannot set', async () => {
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
  it('is sorted newest first, shows the newest version, and searches a part of a name literally', async () => {
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

  it('can be filtered by the state of the newest version', async () => {
    const { token, id } = await assay.newOrganization();
    const upload = async (path: string, name: string): Promise<void> => {
      const component = { type: 'library', name, version: '1.0.0', purl: `pkg:npm/${name}@1.0.0` };
      const body = JSON.stringify(aCycloneDx({ components: [component], dependencies: [] }));
      await assay.request(`/api/v2/service/${path}&wait=60`, { method: 'POST', token, body });
    };
    await upload('old/version/1/sbom?tag=release', 'minimist');
    await upload('moved/version/1/sbom?tag=release', 'minimist');
    await upload('moved/version/2/sbom?tag=beta', 'left-pad');
    await api.call('POST', '/api/v2/service', { token, body: { name: 'empty' } });
    await assay.database.inOrg(id, async ({ client }) => {
      await client.query(`update service_version v set created_at = v.created_at - interval '40 days'
        from service s where s.id = v.service_id and s.name = 'old'`);
    });
    const namesOf = async (query: string): Promise<string[]> => {
      const { body, headers } = await api.call('GET', `/api/v2/service?${query}`, { token });
      const names = (body as { name: string }[]).map(({ name }) => name);
      expect(headers.get('x-total-count')).toBe(String(names.length));
      return names;
    };

    expect(await namesOf('tag=release')).toEqual(['old']);
    expect(await namesOf('tag=beta')).toEqual(['moved']);
    expect(await namesOf('tag=rel')).toEqual([]);
    expect(await namesOf('inactiveDays=30')).toEqual(['old']);
    expect(await namesOf('inactiveDays=41')).toEqual([]);
    expect(await namesOf('state=completed,completed_with_warnings')).toEqual(['moved', 'old']);
    expect(await namesOf('state=failed')).toEqual([]);
    expect(await namesOf('severity=critical')).toEqual(['old']);
    expect(await namesOf('severity=low,critical&tag=release&q=OL')).toEqual(['old']);
    expect(await namesOf('')).toEqual(['empty', 'moved', 'old']);
  });

  it.each(['state=lost', 'severity=terrible', 'inactiveDays=0', 'inactiveDays=4000', 'tag='])(
    'rejects %s',
    async (query) => {
      expect(await api.call('GET', `/api/v2/service?${query}`)).toMatchObject({ status: 400 });
    },
  );

  it('links its pages', async () => {
    const { headers } = await api.call('GET', '/api/v2/service?limit=1&offset=1&q=list');

    expect(headers.get('link')).toBe(
      '</api/v2/service?limit=1&offset=0&q=list>; rel="first", </api/v2/service?limit=1&offset=0&q=list>; rel="prev", </api/v2/service?limit=1&offset=1&q=list>; rel="last"',
    );
  });
});

describe('conditional requests', () => {
  it('return no body when nothing has changed, and changes require the current ETag', async () => {
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
