/** Permissions to change members, and the rule that an organization never loses its last owner. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ROLES, type Role } from '../../../src/core/vocabulary/access.ts';
import { aMember, callAs, type TestPerson } from '../../support/people.ts';
import { startTestAssay, type TestAssay, type TestOrganization } from '../../support/test-assay.ts';

let assay: TestAssay;
let organization: TestOrganization;
let owner: TestPerson;
beforeAll(async () => {
  assay = await startTestAssay();
});
afterAll(async () => await assay.stop());
beforeEach(async () => {
  organization = await assay.newOrganization();
  owner = await aMember(assay, organization.id, 'owner');
});

interface Answer {
  readonly status: number;
  readonly code: string | undefined;
}

async function change(by: TestPerson, whom: { readonly id: string }, role: Role): Promise<Answer> {
  return await toAnswer(await callAs(assay, by.cookie, `/member/${whom.id}`, { method: 'PATCH', body: { role } }));
}

async function remove(by: TestPerson, whom: { readonly id: string }): Promise<Answer> {
  return await toAnswer(await callAs(assay, by.cookie, `/member/${whom.id}`, { method: 'DELETE' }));
}

async function toAnswer(response: Response): Promise<Answer> {
  const { code } = response.status === 204 ? {} : ((await response.json()) as { code?: string });
  return { status: response.status, code };
}

async function rolesOf(cookie: string): Promise<string[]> {
  const members = (await (await callAs(assay, cookie, '/member')).json()) as { role: string }[];
  return members.map(({ role }) => role);
}

describe('the list of members', () => {
  it('is available to everyone in the organization, and to tokens that can manage it', async () => {
    const viewer = await aMember(assay, organization.id, 'viewer', { name: 'Grace Hopper' });

    const response = await callAs(assay, viewer.cookie, '/member');

    expect(response.headers.get('x-total-count')).toBe('2');
    expect(await response.json()).toEqual([
      expect.objectContaining({ personId: owner.id, role: 'owner' }),
      {
        personId: viewer.id,
        email: viewer.email,
        name: 'Grace Hopper',
        role: 'viewer',
        joinedAt: expect.any(String),
        lastSeenAt: expect.any(String),
      },
    ]);
    const reading = await organization.newToken({ scopes: ['read', 'sbom:upload'] });
    expect((await assay.request('/api/v2/member', { token: reading })).status).toBe(403);
    expect((await assay.request('/api/v2/member', { token: organization.token })).status).toBe(200);
  });
});

describe('a role', () => {
  // The acting role, the current role and the new role.
  it.each<[Role, Role, Role, number]>([
    ['owner', 'viewer', 'owner', 200],
    ['owner', 'owner', 'admin', 200],
    ['admin', 'viewer', 'admin', 200],
    ['admin', 'admin', 'viewer', 200],
    ['admin', 'viewer', 'owner', 403],
    ['admin', 'owner', 'viewer', 403],
    ['member', 'viewer', 'member', 403],
    ['member', 'viewer', 'viewer', 403],
    ['viewer', 'viewer', 'admin', 403],
  ])('changed by %s from %s to %s returns %i', async (by, of, to, status) => {
    const actor = await aMember(assay, organization.id, by);
    const other = await aMember(assay, organization.id, of);

    expect(await change(actor, other, to)).toMatchObject({ status });

    const me = await callAs(assay, other.cookie, '/me');
    expect(await me.json()).toMatchObject({ role: status === 200 ? to : of });
  });

  it('takes effect at once, and is audited by name', async () => {
    const admin = await aMember(assay, organization.id, 'admin', { name: 'Grace Hopper' });
    expect((await callAs(assay, admin.cookie, '/token')).status).toBe(200);

    await change(owner, admin, 'viewer');

    expect((await callAs(assay, admin.cookie, '/token')).status).toBe(403);
    const [entry] = (await (await callAs(assay, owner.cookie, '/audit')).json()) as unknown[];
    expect(entry).toMatchObject({
      action: 'member.role_changed',
      actor: { kind: 'person', id: owner.id, name: 'Ada Lovelace' },
      subject: { kind: 'person', id: admin.id },
      before: { role: 'admin' },
      after: { role: 'viewer', email: admin.email },
    });
  });

  it('does not let a token grant more than it can do itself', async () => {
    const viewer = await aMember(assay, organization.id, 'viewer');
    const patch = async (token: string, role: Role): Promise<number> => {
      const headers = { 'content-type': 'application/json' };
      const options = { method: 'PATCH', token, headers, body: JSON.stringify({ role }) };
      return (await assay.request(`/api/v2/member/${viewer.id}`, options)).status;
    };
    const settings = await organization.newToken({ scopes: ['settings:write', 'read'] });

    expect(await patch(settings, 'admin')).toBe(403);
    expect(await patch(settings, 'member')).toBe(403);
    expect(await patch(organization.token, 'owner')).toBe(403);
    expect(await patch(organization.token, 'admin')).toBe(200);
  });

  it.each(['boss', '', null, 'Owner'])('cannot be %j', async (role) => {
    const response = await callAs(assay, owner.cookie, `/member/${owner.id}`, { method: 'PATCH', body: { role } });

    expect(response.status).toBe(400);
  });
});

describe('leaving an organization', () => {
  it.each(ROLES.filter((role) => role !== 'owner'))('is possible for a %s', async (role) => {
    const person = await aMember(assay, organization.id, role);

    expect(await remove(person, person)).toMatchObject({ status: 204 });

    expect((await callAs(assay, person.cookie, '/me')).status).toBe(401);
  });

  it('can be forced with permission, and deletes the saved filters', async () => {
    const [admin, member] = [
      await aMember(assay, organization.id, 'admin'),
      await aMember(assay, organization.id, 'member'),
    ];
    const savedFilters = [{ name: 'Mine', query: '?q=x' }];
    await callAs(assay, member.cookie, '/me', { method: 'PATCH', body: { savedFilters } });

    expect(await remove(member, admin)).toEqual({ status: 403, code: 'SCOPE_MISSING' });
    expect(await remove(admin, owner)).toEqual({ status: 403, code: 'ROLE_MISSING' });
    expect(await remove(admin, member)).toMatchObject({ status: 204 });

    expect((await callAs(assay, member.cookie, '/me')).status).toBe(401);
    expect(await remove(admin, member)).toEqual({ status: 404, code: 'MEMBER_UNKNOWN' });
    expect(await rolesOf(owner.cookie)).toEqual(['owner', 'admin']);
  });

  it('is not possible for the last owner, nor is demotion', async () => {
    await aMember(assay, organization.id, 'admin');

    expect(await remove(owner, owner)).toEqual({ status: 409, code: 'LAST_OWNER' });
    expect(await change(owner, owner, 'admin')).toEqual({ status: 409, code: 'LAST_OWNER' });
    expect(await change(owner, owner, 'owner')).toMatchObject({ status: 200 });
  });

  it('keeps one of two owners who leave concurrently', async () => {
    const second = await aMember(assay, organization.id, 'owner');

    const answers = await Promise.all([remove(owner, owner), remove(second, second)]);

    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([204, 409]);
  });
});
