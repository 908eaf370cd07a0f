/** Tokens belong to members: permissions to create them, and their fate when a member leaves or is demoted. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { DAY_MS } from '../../../src/core/calendar.ts';
import { TOKEN_SCOPES } from '../../../src/core/vocabulary/access.ts';
import { insertMembership } from '../../../src/store/people/members.ts';
import { newId } from '../../../src/store/new-id.ts';
import { aMember, callAs, type TestPerson } from '../../support/people.ts';
import { startTestAssay, type TestAssay, type TestOrganization } from '../../support/test-assay.ts';

let assay: TestAssay;
let organization: TestOrganization;
let owner: TestPerson;
let admin: TestPerson;
beforeAll(async () => {
  assay = await startTestAssay();
});
afterAll(async () => await assay.stop());
beforeEach(async () => {
  organization = await assay.newOrganization();
  owner = await aMember(assay, organization.id, 'owner', { name: 'Ada Lovelace' });
  admin = await aMember(assay, organization.id, 'admin', { name: 'Grace Hopper' });
});

interface WireToken {
  readonly id: string;
  readonly token: string;
  readonly name: string;
  readonly createdBy: unknown;
  readonly owner: unknown;
  readonly revokedAt: string | null;
}

async function create(by: TestPerson, body: Record<string, unknown>): Promise<WireToken> {
  const response = await callAs(assay, by.cookie, '/token', { method: 'POST', body });
  expect(response.status).toBe(201);
  return (await response.json()) as WireToken;
}

async function createWith(token: string, body: Record<string, unknown>): Promise<Response> {
  const headers = { 'content-type': 'application/json' };
  return await assay.request('/api/v2/token', { method: 'POST', token, headers, body: JSON.stringify(body) });
}

async function read<Body>(by: TestPerson, path: string): Promise<Body> {
  return (await (await callAs(assay, by.cookie, path)).json()) as Body;
}

async function statusWith(token: string): Promise<number> {
  return (await assay.request('/api/v2/organization', { token })).status;
}

async function remove(by: TestPerson, whom: TestPerson, query = ''): Promise<Response> {
  return await callAs(assay, by.cookie, `/member/${whom.id}${query}`, { method: 'DELETE' });
}

async function demote(by: TestPerson, whom: TestPerson, body: Record<string, unknown>): Promise<Response> {
  return await callAs(assay, by.cookie, `/member/${whom.id}`, { method: 'PATCH', body });
}

function inDays(days: number): string {
  return new Date(Date.now() + days * DAY_MS).toISOString();
}

describe('a token', () => {
  it('belongs to the member who created it, by id, and follows a new name', async () => {
    const { id } = await create(admin, { name: 'pipeline' });

    await callAs(assay, admin.cookie, '/me', { method: 'PATCH', body: { name: 'Rear Admiral Hopper' } });

    expect(await read(owner, `/token/${id}`)).toMatchObject({
      createdBy: { kind: 'person', id: admin.id, name: 'Grace Hopper' },
      owner: { id: admin.id, name: 'Rear Admiral Hopper' },
    });
  });

  it('that was created with a token belongs to the owner of that token', async () => {
    const parent = await create(admin, { name: 'parent', scopes: ['token:write', 'read'] });

    const child = await createWith(parent.token, { name: 'child', scopes: ['read'] });

    expect(await child.json()).toMatchObject({
      createdBy: { kind: 'token', id: parent.id, name: 'parent' },
      owner: { id: admin.id, name: 'Grace Hopper' },
    });
  });

  it('of the first start belongs to the organization', async () => {
    const [first] = (await (await assay.request('/api/v2/token')).json()) as WireToken[];

    expect(first).toMatchObject({ createdBy: { kind: 'operator', id: null, name: 'first start' }, owner: null });
  });

  it.each([
    ['owner', null, 201],
    ['owner', inDays(4_000), 201],
    ['admin', undefined, 201],
    ['admin', inDays(365), 201],
    ['admin', inDays(370), 403],
    ['admin', null, 403],
  ])('can be created by an %s with the expiry %j: %i', async (role, expiresAt, status) => {
    const body = { name: 'x', scopes: TOKEN_SCOPES, expiresAt };
    const by = role === 'owner' ? owner : admin;

    const response = await callAs(assay, by.cookie, '/token', { method: 'POST', body });

    expect(response.status).toBe(status);
    if (status === 403) expect(await response.json()).toMatchObject({ code: 'TOKEN_EXPIRY_REQUIRED' });
  });

  it('cannot create a token without expiry, whatever its own expiry', async () => {
    const response = await createWith(organization.token, { name: 'x', expiresAt: null });

    expect([response.status, await response.json()]).toMatchObject([403, { code: 'TOKEN_EXPIRY_REQUIRED' }]);
  });
});

describe('removing a member', () => {
  it('revokes their tokens in this organization and no others, and records each', async () => {
    const other = await assay.newOrganization();
    const membership = { personId: admin.id, role: 'admin', createdAt: new Date().toISOString() } as const;
    await assay.database.inOrg(other.id, async (tx) => await insertMembership(tx, membership));
    const here = await create(admin, { name: 'here' });
    const child = await createWith((await create(admin, { name: 'maker', scopes: TOKEN_SCOPES })).token, {
      name: 'child',
    });
    const { token: childToken } = (await child.json()) as WireToken;
    const ofOwner = await create(owner, { name: 'of the owner' });
    await callAs(assay, admin.cookie, '/session/organization', { method: 'POST', body: { organizationId: other.id } });
    const elsewhere = await create(admin, { name: 'elsewhere' });
    expect(await statusWith(here.token)).toBe(200);

    const preview = await read<WireToken[]>(owner, `/member/${admin.id}/token`);
    const response = await remove(owner, admin);

    expect(response.status).toBe(204);
    expect(preview.map(({ name }) => name)).toEqual(['child', 'maker', 'here']);
    expect(await Promise.all([here.token, childToken, ofOwner.token, elsewhere.token].map(statusWith))).toEqual([
      401, 401, 200, 200,
    ]);
    expect(await read(owner, `/token/${here.id}`)).toMatchObject({
      revokedAt: expect.any(String),
      createdBy: { kind: 'person', id: admin.id },
      owner: null,
    });
    const entries = await read<Record<string, unknown>[]>(owner, '/audit?q=token.revoked');
    expect(entries).toHaveLength(3);
    expect(entries.at(-1)).toMatchObject({
      actor: { kind: 'person', id: owner.id },
      before: { owner: { id: admin.id } },
      after: { cause: 'member.removed' },
      requestId: response.headers.get('x-request-id'),
    });
  });

  it('transfers their tokens to the acting member when asked to keep them', async () => {
    const { id, token } = await create(admin, { name: 'kept' });

    expect((await remove(owner, admin, '?tokens=keep')).status).toBe(204);

    expect(await statusWith(token)).toBe(200);
    expect(await read(owner, `/token/${id}`)).toMatchObject({
      createdBy: { kind: 'person', id: admin.id },
      owner: { id: owner.id },
    });
    const [entry] = await read<unknown[]>(owner, '/audit?q=token.owner_changed');
    expect(entry).toMatchObject({ subject: { id }, after: { ownerId: owner.id, cause: 'member.removed' } });
  });

  it('transfers them to the organization when a token of the organization acts', async () => {
    const { id, token } = await create(admin, { name: 'kept' });

    const options = { method: 'DELETE', token: organization.token };
    expect((await assay.request(`/api/v2/member/${admin.id}?tokens=keep`, options)).status).toBe(204);

    expect(await statusWith(token)).toBe(200);
    expect(await read(owner, `/token/${id}`)).toMatchObject({ owner: null });
  });

  it('rejects keeping the tokens of a member who leaves', async () => {
    const { token } = await create(admin, { name: 'mine', scopes: TOKEN_SCOPES });

    const refused = await remove(admin, admin, '?tokens=keep');
    const byToken = await assay.request(`/api/v2/member/${admin.id}?tokens=keep`, { method: 'DELETE', token });

    expect([refused.status, await refused.json()]).toMatchObject([403, { code: 'TOKENS_KEPT_BY_MEMBER' }]);
    expect(byToken.status).toBe(403);
    expect(await statusWith(token)).toBe(200);
    expect((await remove(admin, admin)).status).toBe(204);
    expect(await statusWith(token)).toBe(401);
  });

  it('revokes or rejects a token that is created concurrently', async () => {
    for (let round = 0; round < 5; round += 1) {
      const leaving = await aMember(assay, organization.id, 'admin', { name: `Leaving ${newId().slice(-12)}` });
      const [created] = await Promise.all([
        callAs(assay, leaving.cookie, '/token', { method: 'POST', body: { name: 'late' } }),
        remove(owner, leaving),
      ]);

      expect([201, 401]).toContain(created.status);
      if (created.status === 201) expect(await statusWith(((await created.json()) as WireToken).token)).toBe(401);
    }
  });

  it('shows their tokens only to members who can remove them', async () => {
    const member = await aMember(assay, organization.id, 'member');

    expect((await callAs(assay, member.cookie, `/member/${admin.id}/token`)).status).toBe(403);
    expect((await callAs(assay, member.cookie, `/member/${member.id}/token`)).status).toBe(200);
    expect((await callAs(assay, owner.cookie, `/member/${newId()}/token`)).status).toBe(404);
  });
});

describe('demoting a member', () => {
  it('revokes the tokens whose scopes exceed the new role, and no others', async () => {
    const settings = await create(admin, { name: 'settings', scopes: ['settings:write', 'read'] });
    const pipeline = await create(admin, { name: 'pipeline' });

    const preview = await read<WireToken[]>(owner, `/member/${admin.id}/token?role=member`);
    const response = await demote(owner, admin, { role: 'member' });

    expect(response.status).toBe(200);
    expect(preview.map(({ name }) => name)).toEqual(['settings']);
    expect([await statusWith(settings.token), await statusWith(pipeline.token)]).toEqual([401, 200]);
    expect(await read(owner, `/token/${pipeline.id}`)).toMatchObject({ owner: { id: admin.id } });
  });

  it("transfers them to the acting member when asked to keep them, and rejects keeping one's own", async () => {
    const { id, token } = await create(admin, { name: 'settings', scopes: ['settings:write', 'read'] });

    const own = await demote(admin, admin, { role: 'member', tokens: 'keep' });
    expect([own.status, await own.json()]).toMatchObject([403, { code: 'TOKENS_KEPT_BY_MEMBER' }]);
    expect(await read(owner, `/member/${admin.id}/token`)).toHaveLength(1);

    expect((await demote(owner, admin, { role: 'viewer', tokens: 'keep' })).status).toBe(200);
    expect(await statusWith(token)).toBe(200);
    expect(await read(owner, `/token/${id}`)).toMatchObject({ owner: { id: owner.id } });
  });
});
