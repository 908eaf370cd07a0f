/** Signing in, what a session may do, and how it ends. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../../src/store/new-id.ts';
import { aMember, callAs, cookieOf, OURS, PASSWORD, type TestPerson } from '../../support/people.ts';
import { startTestAssay, type TestAssay, type TestOrganization } from '../../support/test-assay.ts';

const OWNER = { email: 'Owner@Example.com', password: 'the first owner of all' };

let assay: TestAssay;
let organization: TestOrganization;
beforeAll(async () => {
  assay = await startTestAssay({ ASSAY_OWNER_EMAIL: OWNER.email, ASSAY_OWNER_PASSWORD: OWNER.password });
  organization = await assay.newOrganization();
});
afterAll(async () => await assay.stop());

async function signIn(body: unknown, headers: Record<string, string> = {}): Promise<Response> {
  return await callAs(assay, undefined, '/session', { method: 'POST', body, headers });
}

async function statusOf(cookie: string, path = '/me'): Promise<number> {
  return (await callAs(assay, cookie, path)).status;
}

describe('signing in', () => {
  it('lets the owner of the first start in, whatever the case of the address', async () => {
    const response = await signIn({ ...OWNER, email: '  OWNER@example.COM ' });

    expect(response.status).toBe(200);
    expect(await response.json()).toEqual({
      person: { id: expect.any(String), email: 'owner@example.com', name: '' },
      organization: { id: expect.any(String), name: 'My organization' },
      role: 'owner',
      expiresAt: expect.any(String),
    });
    expect(response.headers.get('cache-control')).toBe('no-store');
    const cookie = cookieOf(response);
    expect(await (await callAs(assay, cookie, '/me')).json()).toMatchObject({
      person: { email: 'owner@example.com' },
      token: null,
      organization: { name: 'My organization' },
      organizations: [{ name: 'My organization', role: 'owner' }],
      role: 'owner',
      scopes: ['sbom:upload', 'read', 'triage', 'profile:write', 'settings:write', 'token:write'],
      lastVisitAt: null,
      preferences: { singleKeys: true },
      savedFilters: [],
    });
  });
});

describe('GET /me', () => {
  it('tells a token what it is', async () => {
    const response = await assay.request('/api/v2/me');

    expect(await response.json()).toMatchObject({
      person: null,
      token: { name: 'First token', serviceIds: null, publicId: expect.any(String) },
      role: null,
      organizations: [],
    });
  });
});
