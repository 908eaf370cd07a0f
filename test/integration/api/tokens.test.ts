import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DAY_MS } from '../../../src/core/calendar.ts';
import { TOKEN_SCOPES } from '../../../src/core/vocabulary/access.ts';
import { aCycloneDx } from '../../support/documents.ts';
import { createApiClient, type ApiClient } from '../../support/api-client.ts';
import { startTestAssay, type TestAssay } from '../../support/test-assay.ts';

let assay: TestAssay;
let api: ApiClient;
beforeAll(async () => {
  assay = await startTestAssay();
  api = createApiClient(assay);
});
afterAll(async () => await assay.stop());

interface NewToken {
  readonly id: string;
  readonly token: string;
  readonly scopes: string[];
  readonly expiresAt: string;
}

async function issue(body: Record<string, unknown>, token?: string): Promise<{ status: number; body: NewToken }> {
  const answer = await api.call('POST', '/api/v2/token', { body, ...(token !== undefined && { token }) });
  return { status: answer.status, body: answer.body as NewToken };
}

describe('a new token', () => {
  it('can upload and read for ninety days by default', async () => {
    const { status, body } = await issue({ name: 'pipeline' });

    expect(status).toBe(201);
    expect(body).toMatchObject({
      name: 'pipeline',
      scopes: ['sbom:upload', 'read'],
      serviceIds: null,
      revokedAt: null,
    });
    expect(body.token).toMatch(/^asy_[a-z0-9]{12}_[A-Za-z0-9_-]{43}$/);
    expect(Math.round((Date.parse(body.expiresAt) - Date.now()) / DAY_MS)).toBe(90);
  });

  it('is shown once and stored nowhere', async () => {
    const { body } = await issue({ name: 'shown once' });

    expect(JSON.stringify(await api.get('/api/v2/token'))).not.toContain(body.token);
    expect(JSON.stringify(await api.get('/api/v2/audit'))).not.toContain(body.token);
    expect(assay.logs()).not.toContain(body.token);
  });

  it('cannot do more than the token that created it', async () => {
    const maker = await issue({ name: 'maker', scopes: ['token:write', 'read'] });

    expect(await issue({ name: 'child', scopes: ['settings:write'] }, maker.body.token)).toMatchObject({
      status: 403,
      body: { code: 'SCOPE_MISSING', errorMessage: expect.stringContaining('settings:write') },
    });
  });

  it('records its last use', async () => {
    const { body } = await issue({ name: 'used' });
    await api.get('/api/v2/organization', body.token);

    await expect
      .poll(async () => await api.get<{ lastUsedAt: string | null }>(`/api/v2/token/${body.id}`))
      .toMatchObject({ lastUsedAt: expect.any(String) });
  });

  it.each([
    [{ name: '' }],
    [{ name: 'x', scopes: [] }],
    [{ name: 'x', scopes: ['everything'] }],
    [{ name: 'x', expiresAt: 'tomorrow' }],
  ])('is rejected as %j', async (body) => {
    expect(await issue(body)).toMatchObject({ status: 400, body: { code: 'BODY_INVALID' } });
  });

  it.each([
    [{ name: 'x', expiresAt: '2001-01-01T00:00:00.000Z' }],
    [{ name: 'x', services: ['no-such-service'] }],
    [{ name: 'x', services: ['bound'], scopes: ['settings:write'] }],
  ])('is rejected as inconsistent with %j', async (body) => {
    await api.call('POST', '/api/v2/service', { body: { name: 'bound' } });

    expect(await issue(body)).toMatchObject({ status: 400, body: { code: 'TOKEN_INVALID' } });
  });
});

describe('a scope', () => {
  it.each([
    ['POST', '/api/v2/service/svc/version/1/sbom', 'sbom:upload'],
    ['GET', '/api/v2/service', 'read'],
    ['POST', '/api/v2/service', 'settings:write'],
    ['GET', '/api/v2/token', 'token:write'],
    ['PATCH', '/api/v2/organization', 'settings:write'],
    ['GET', '/api/v2/audit', 'settings:write'],
  ])('is required for %s %s: %s', async (method, path, scope) => {
    const { body } = await issue({ name: 'all but one', scopes: TOKEN_SCOPES.filter((each) => each !== scope) });

    const answer = await api.call(method, path, { token: body.token, ...(method !== 'GET' && { body: aCycloneDx() }) });

    expect(answer).toMatchObject({
      status: 403,
      body: { code: 'SCOPE_MISSING', errorMessage: expect.stringContaining(scope) },
    });
  });
});

describe('a token bound to a service', () => {
  it('can read and upload to that service only', async () => {
    const mine = await api.upload('/api/v2/service/mine/version/1/sbom');
    const other = await api.upload('/api/v2/service/other/version/1/sbom');
    const { body } = await issue({ name: 'bound', services: ['mine'] });
    const { token } = body;

    const services = await api.get<{ name: string }[]>('/api/v2/service', token);

    expect(services.map((service) => service.name)).toEqual(['mine']);
    expect(await api.call('POST', '/api/v2/service/mine/version/2/sbom', { token, body: aCycloneDx() })).toMatchObject({
      status: 200,
    });
    expect(await api.call('GET', `/api/v2/sbom/${mine['id'] ?? ''}`, { token })).toMatchObject({ status: 200 });
    for (const path of [
      '/api/v2/service/other',
      '/api/v2/service/other/version',
      `/api/v2/sbom/${other['id'] ?? ''}`,
      `/api/v2/analysis/${other['analysisId'] ?? ''}`,
    ]) {
      expect(await api.call('GET', path, { token })).toMatchObject({ status: 404 });
    }
    for (const name of ['other', 'brand-new']) {
      expect(
        await api.call('POST', `/api/v2/service/${name}/version/1/sbom`, { token, body: aCycloneDx() }),
      ).toMatchObject({ status: 404, body: { code: 'SERVICE_UNKNOWN' } });
    }
  });
});

describe('a revoked or expired token', () => {
  it('stops working at once', async () => {
    const { body } = await issue({ name: 'short-lived' });
    await api.get('/api/v2/organization', body.token);

    const revoked = await api.call('DELETE', `/api/v2/token/${body.id}`);

    expect(revoked.status).toBe(204);
    expect(await api.call('GET', '/api/v2/organization', { token: body.token })).toMatchObject({
      status: 401,
      body: { code: 'UNAUTHENTICATED' },
    });
    expect(await api.get(`/api/v2/token/${body.id}`)).toMatchObject({ revokedAt: expect.any(String) });
  });

  it('is rejected when it has expired', async () => {
    const organization = await assay.newOrganization();
    const token = await organization.newToken({ expiresAt: new Date(Date.now() - 1000).toISOString() });

    expect(await api.call('GET', '/api/v2/organization', { token })).toMatchObject({ status: 401 });
  });
});

describe('the audit trail', () => {
  it('contains the actor and change of each entry, with the request id, newest first', async () => {
    const changed = await api.call('PATCH', '/api/v2/organization', { body: { name: 'Acme' } });

    const [entry] = await api.get<Record<string, unknown>[]>('/api/v2/audit?limit=1');

    expect(changed).toMatchObject({ status: 200, body: { name: 'Acme' } });
    expect(entry).toMatchObject({
      action: 'organization.updated',
      actor: { kind: 'token', name: 'First token' },
      before: { name: 'My organization' },
      after: { name: 'Acme' },
      requestId: changed.headers.get('x-request-id'),
    });
  });

  it('is available as CSV, with all matching entries and not only a page', async () => {
    const all = await api.get<object[]>('/api/v2/audit?limit=1000');
    const named = await api.get<object[]>('/api/v2/audit?limit=1000&q=organization.updated');

    const exportAll = async (query: string): Promise<string[]> => {
      const answer = await assay.request(`/api/v2/audit${query}`, { headers: { accept: 'text/csv' } });
      expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8');
      return (await answer.text()).trimEnd().split('\r\n');
    };

    expect(await exportAll('?limit=1')).toHaveLength(all.length + 1);
    const [head, first, ...rest] = await exportAll('?q=organization.updated');
    expect(head).toContain('at,actorKind,actor,');
    expect(first).toContain('"organization.updated"');
    expect(rest).toHaveLength(named.length - 1);
  });
});
