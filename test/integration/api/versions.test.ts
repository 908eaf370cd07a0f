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

const V = '/api/v2/service/svc/version';

describe('the list of versions', () => {
  it('has exactly the given fields, newest first, at both paths', async () => {
    const first = await api.upload('/api/v2/service/listed/version/1.0/sbom?tag=x');
    const second = await api.upload('/api/v2/service/listed/version/2.0/sbom');
    await api.call('PUT', '/api/v2/service/listed/version/1.0/alias/stable');

    const withPrefix = await api.get<Record<string, unknown>[]>('/api/v2/service/listed/version');
    const without = await api.get('/service/listed/version?limit=100&offset=0');

    expect(without).toEqual(withPrefix);
    expect(withPrefix).toEqual([
      {
        id: second['versionId'],
        name: '2.0',
        tags: [],
        serviceId: second['serviceId'],
        createdAt: expect.any(String),
        aliases: [],
      },
      {
        id: first['versionId'],
        name: '1.0',
        tags: ['x'],
        serviceId: first['serviceId'],
        createdAt: expect.any(String),
        aliases: ['stable'],
      },
    ]);
  });

  it.each(['/service/listed/version', '/api/v2/service/listed/version'])(
    'fails at %s without a valid token, with an errorMessage',
    async (path) => {
      const response = await assay.request(path, { token: null });

      expect(response.status).toBe(401);
      expect(response.headers.get('www-authenticate')).toBe('Bearer');
      expect(await response.json()).toMatchObject({ errorMessage: expect.any(String) });
    },
  );

  it('is an error for an unknown service', async () => {
    expect(await api.call('GET', '/service/unknown/version')).toMatchObject({
      status: 404,
      body: { code: 'SERVICE_UNKNOWN' },
    });
  });

  it('can be limited to versions with an alias', async () => {
    await api.call('PUT', '/api/v2/service/listed/version/1.0/alias/production');

    const answer = await api.call('GET', '/api/v2/service/listed/version?aliased=true');

    expect(answer.body).toMatchObject([{ name: '1.0', aliases: ['stable', 'production'] }]);
    expect(answer.headers.get('x-total-count')).toBe('1');
  });

  it('is empty past its end, with the correct total', async () => {
    const answer = await api.call('GET', '/api/v2/service/listed/version?offset=5');

    expect(answer.body).toEqual([]);
    expect(answer.headers.get('x-total-count')).toBe('2');
  });
});

describe('a version', () => {
  it('can be renamed and tagged', async () => {
    await api.upload(`${V}/1.0/sbom`);

    const changed = await api.call('PATCH', `${V}/1.0`, { body: { name: '1.0.1', tags: ['a', 'b', 'a'] } });

    expect(changed).toMatchObject({ status: 200, body: { name: '1.0.1', tags: ['a', 'b'] } });
    expect(await api.get(`${V}/1.0.1`)).toEqual(changed.body);
    expect(await api.call('GET', `${V}/1.0`)).toMatchObject({ status: 404, body: { code: 'VERSION_UNKNOWN' } });
  });

  it('cannot take a name or alias of another version', async () => {
    await api.upload(`${V}/taken-1/sbom`);
    await api.upload(`${V}/taken-2/sbom`);
    await api.call('PUT', `${V}/taken-1/alias/current`);

    expect(await api.call('PATCH', `${V}/taken-2`, { body: { name: 'taken-1' } })).toMatchObject({
      status: 409,
      body: { code: 'NAME_TAKEN' },
    });
    expect(await api.call('PATCH', `${V}/taken-2`, { body: { name: 'current' } })).toMatchObject({ status: 409 });
    expect(await api.call('PUT', `${V}/taken-2/alias/taken-1`)).toMatchObject({ status: 409 });
  });

  it.each([
    [{}],
    [{ tags: ['\u0000'] }],
    [{ tags: ['x'.repeat(129)] }],
    [{ tags: Array.from({ length: 51 }, (_, n) => `t${n}`) }],
  ])('rejects the change %#', async (body) => {
    await api.upload(`${V}/odd/sbom`);

    expect(await api.call('PATCH', `${V}/odd`, { body })).toMatchObject({
      status: 400,
      body: { code: 'BODY_INVALID' },
    });
  });

  it('is deleted with its names, and its rows are deleted in the background', async () => {
    await api.upload(`${V}/gone/sbom?wait=30`);
    await api.call('PUT', `${V}/gone/alias/gone-alias`);
    const { versionCount } = await api.get<{ versionCount: number }>('/api/v2/service/svc');

    expect(await api.call('DELETE', `${V}/gone`)).toMatchObject({ status: 204 });
    expect(await api.call('GET', `${V}/gone-alias`)).toMatchObject({ status: 404 });
    expect(await api.get('/api/v2/service/svc')).toMatchObject({ versionCount: versionCount - 1 });
    expect(await api.upload(`${V}/gone-alias/sbom`)).toMatchObject({ versionCreated: true });
    await expect.poll(async () => await countDeletedVersions()).toBe(0);
  });

  it('is analyzed again on request', async () => {
    await api.upload(`${V}/again/sbom?wait=30`);

    const asked = await api.call('POST', `${V}/again/analysis`);
    const { id } = asked.body as { id: string };

    expect(asked).toMatchObject({ status: 201, body: { trigger: 'manual' } });
    await expect
      .poll(async () => await api.get<{ status: string }>(`/api/v2/analysis/${id}`))
      .toMatchObject({ status: 'completed' });
  });
});

describe('If-Match', () => {
  it.each([
    ['PUT', 'put', '/alias/stable'],
    ['DELETE', 'drop', '/alias/drop-alias'],
    ['DELETE', 'delete', ''],
  ])('rejects %s of %s%s when the version has changed since it was read', async (method, version, path) => {
    const address = `${V}/${version}`;
    await api.upload(`${address}/sbom?wait=30`);
    await api.call('PUT', `${address}/alias/${version}-alias`);
    const seen = (await api.call('GET', address)).headers.get('etag') ?? '';
    await api.call('PATCH', address, { body: { tags: ['changed'] } });

    const refused = await api.call(method, address + path, { headers: { 'if-match': seen } });

    expect(refused).toMatchObject({ status: 412, body: { code: 'PRECONDITION_FAILED' } });
    const { body, headers } = await api.call('GET', address);
    expect(body).toMatchObject({ aliases: [`${version}-alias`] });
    const ifMatch = { 'if-match': headers.get('etag') ?? '' };
    expect((await api.call(method, address + path, { headers: ifMatch })).status).toBeLessThan(300);
  });

  it('rejects the deletion of a service that was renamed since it was read', async () => {
    const { body } = await api.call('POST', '/api/v2/service', { body: { name: 'conditional' } });
    const path = `/api/v2/service/${(body as { id: string }).id}`;
    const { headers } = await api.call('GET', path);
    await api.call('PATCH', path, { body: { name: 'renamed since' } });

    const refused = await api.call('DELETE', path, { headers: { 'if-match': headers.get('etag') ?? '' } });

    expect(refused).toMatchObject({ status: 412, body: { code: 'PRECONDITION_FAILED' } });
  });
});

describe('an alias', () => {
  it('moves from version to version, and uploads follow it', async () => {
    await api.upload(`${V}/blue/sbom`);
    await api.upload(`${V}/green/sbom`);
    await api.call('PUT', `${V}/blue/alias/production`);

    const moved = await api.call('PUT', `${V}/green/alias/production`);

    expect(moved).toMatchObject({ status: 200, body: { name: 'green', aliases: ['production'] } });
    expect(await api.get(`${V}/blue`)).toMatchObject({ aliases: [] });
    expect(await api.upload(`${V}/production/sbom?slot=second`)).toMatchObject({
      versionName: 'green',
      versionCreated: false,
    });
  });

  it('can be set twice without effect, and removed once', async () => {
    await api.upload(`${V}/kept/sbom`);

    expect(await api.call('PUT', `${V}/kept/alias/k`)).toMatchObject({ status: 200 });
    expect(await api.call('PUT', `${V}/kept/alias/k`)).toMatchObject({ status: 200, body: { aliases: ['k'] } });
    expect(await api.call('DELETE', `${V}/kept/alias/k`)).toMatchObject({ status: 204 });
    expect(await api.call('DELETE', `${V}/kept/alias/k`)).toMatchObject({
      status: 404,
      body: { code: 'ALIAS_UNKNOWN' },
    });
  });

  it('is rejected beyond a hundred per version', async () => {
    await api.upload(`${V}/crowded/sbom`);
    for (let n = 0; n < 100; n += 1) await api.call('PUT', `${V}/crowded/alias/c${n}`);

    expect(await api.call('PUT', `${V}/crowded/alias/c100`)).toMatchObject({
      status: 409,
      body: { code: 'ALIAS_LIMIT' },
    });
  });
});

async function countDeletedVersions(): Promise<number> {
  const { id } = await api.get<{ id: string }>('/api/v2/organization');
  return await assay.database.inOrg(id, async ({ client }) => {
    const { rows } = await client.query<{ n: number }>(
      'select count(*)::int as n from service_version where deleted_at is not null',
    );
    return rows[0]?.n ?? -1;
  });
}
