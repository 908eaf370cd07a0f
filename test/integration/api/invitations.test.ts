/** Invitation links: permissions, expiry, single use and outcomes. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { DAY_MS } from '../../../src/core/calendar.ts';
import type { Role } from '../../../src/core/vocabulary/access.ts';
import { newId } from '../../../src/store/new-id.ts';
import { aMember, callAs, cookieOf, PASSWORD, type TestPerson } from '../../support/people.ts';
import { Secrets } from '../../support/secrets.ts';
import { readRecords } from '../../support/stored-rows.ts';
import { startTestAssay, type TestAssay, type TestOrganization } from '../../support/test-assay.ts';

const secrets = new Secrets();
let assay: TestAssay;
let organization: TestOrganization;
let owner: TestPerson;
let email: string;
beforeAll(async () => {
  assay = await startTestAssay();
});
afterAll(async () => await assay.stop());
beforeEach(async () => {
  organization = await assay.newOrganization();
  owner = await aMember(assay, organization.id, 'owner');
  email = `${newId()}@example.com`;
});

interface Invitation {
  readonly id: string;
  readonly code: string;
  readonly path: string;
  readonly expiresAt: string;
}

async function invite(body: unknown, by: TestPerson = owner): Promise<Invitation> {
  const response = await callAs(assay, by.cookie, '/invitation', { method: 'POST', body });
  expect(response.status).toBe(201);
  const invitation = (await response.json()) as Invitation;
  secrets.add(invitation.code);
  return invitation;
}

async function look(code: string): Promise<Response> {
  return await callAs(assay, undefined, `/invitation/by-code/${code}`);
}

async function accept(code: string, body: unknown = { name: 'A guest', password: PASSWORD }): Promise<Response> {
  return await callAs(assay, undefined, `/invitation/by-code/${code}`, { method: 'POST', body });
}

async function stateOf(id: string): Promise<string | undefined> {
  const list = (await (await callAs(assay, owner.cookie, '/invitation')).json()) as { id: string; state: string }[];
  return list.find((each) => each.id === id)?.state;
}

describe('an invitation', () => {
  it('admits one user, once', async () => {
    const { id, code, path, expiresAt } = await invite({ email: ` ${email.toUpperCase()} `, role: 'admin' });
    expect(path).toBe(`/invite/${code}`);
    expect(Math.round((Date.parse(expiresAt) - Date.now()) / DAY_MS)).toBe(7);
    expect(await (await look(code)).json()).toEqual({
      organization: { name: 'Another organization' },
      email,
      role: 'admin',
      expiresAt,
    });

    const response = await accept(code);

    expect(await response.json()).toMatchObject({
      person: { email, name: 'A guest' },
      organization: { id: organization.id },
      role: 'admin',
    });
    expect((await callAs(assay, cookieOf(response), '/me')).status).toBe(200);
    expect([(await look(code)).status, (await accept(code)).status]).toEqual([404, 404]);
    expect(await stateOf(id)).toBe('accepted');
    const again = await callAs(assay, undefined, '/session', { method: 'POST', body: { email, password: PASSWORD } });
    expect(again.status).toBe(200);
  });

  it('admits only one of two concurrent users', async () => {
    const { code } = await invite({ email });

    const answers = await Promise.all([accept(code), accept(code), accept(code)]);

    const statuses = answers.map(({ status }) => status).toSorted((a, b) => a - b);
    expect(statuses[0]).toBe(200);
    expect(statuses.slice(1).every((status) => [401, 404].includes(status))).toBe(true);
  });

  it('is audited, as is its outcome', async () => {
    const { id, code } = await invite({ email, role: 'viewer' });
    await accept(code);

    const entries = (await (await callAs(assay, owner.cookie, '/audit?limit=3')).json()) as unknown[];

    expect(entries).toMatchObject([
      { action: 'session.started', actor: { kind: 'person', name: 'A guest' } },
      { action: 'member.added', actor: { name: 'A guest' }, after: { email, role: 'viewer', invitationId: id } },
      { action: 'invitation.created', actor: { name: 'Ada Lovelace' }, after: { email, role: 'viewer' } },
    ]);
  });

  it('ends when it is revoked, when a newer one for the same address is created, and after a week', async () => {
    const withdrawn = await invite({ email: `1${email}` });
    await callAs(assay, owner.cookie, `/invitation/${withdrawn.id}`, { method: 'DELETE' });
    const replaced = await invite({ email: `2${email}` });
    await invite({ email: `2${email.toUpperCase()}` });
    const expired = await invite({ email: `3${email}` });
    await assay.database.inOrg(
      organization.id,
      async (tx) => await tx.client.query(`update invitation set expires_at = now() where id = '${expired.id}'`),
    );

    const answers = [];
    for (const code of [withdrawn.code, replaced.code, expired.code, 'x'.repeat(43), 'x', 'a%2Fb']) {
      for (const response of [await look(code), await accept(code)]) {
        const { requestId: _, ...body } = (await response.json()) as Record<string, unknown>;
        answers.push({ status: response.status, ...body });
      }
    }

    expect(new Set(answers.map((answer) => JSON.stringify(answer)))).toHaveLength(1);
    expect(answers[0]).toMatchObject({ status: 404, code: 'INVITATION_UNKNOWN' });
    expect([await stateOf(withdrawn.id), await stateOf(replaced.id), await stateOf(expired.id)]).toEqual([
      'revoked',
      'revoked',
      'expired',
    ]);
  });

  it('to a role requires that role', async () => {
    const cases: readonly [Role, Role, number][] = [
      ['admin', 'admin', 201],
      ['admin', 'owner', 403],
      ['member', 'viewer', 403],
    ];
    for (const [by, role, status] of cases) {
      const actor = await aMember(assay, organization.id, by);
      const body = { email: `${newId()}@example.com`, role };
      const response = await callAs(assay, actor.cookie, '/invitation', { method: 'POST', body });
      expect([by, role, response.status]).toEqual([by, role, status]);
    }
    const { id } = await invite({ email, role: 'owner' });
    const admin = await aMember(assay, organization.id, 'admin');
    expect((await callAs(assay, admin.cookie, `/invitation/${id}`, { method: 'DELETE' })).status).toBe(403);
  });

  it.each([
    ['not-an-address'],
    ['@example.com'],
    ['two@at@example.com'],
    ['with space@example.com'],
    ['hidden\u200b@example.com'],
  ])('is rejected for %j', async (address) => {
    const response = await callAs(assay, owner.cookie, '/invitation', { method: 'POST', body: { email: address } });

    expect([response.status, await response.json()]).toMatchObject([400, { code: 'EMAIL_INVALID' }]);
  });

  it('is rejected for a member, and not accepted with a weak password', async () => {
    const body = { email: owner.email.toUpperCase() };
    const response = await callAs(assay, owner.cookie, '/invitation', { method: 'POST', body });
    expect([response.status, await response.json()]).toMatchObject([409, { code: 'MEMBER_EXISTS' }]);

    const { code } = await invite({ email });
    for (const password of ['short', 'password1234', 'Another.Organization', email.split('@')[0]]) {
      expect(await (await accept(code, { name: 'x', password })).json()).toMatchObject({ code: 'PASSWORD_REFUSED' });
    }
    expect((await look(code)).status).toBe(200);
  });
});

describe('an invitation for an existing account', () => {
  it('adds the organization to it, with the password of the account', async () => {
    const elsewhere = await assay.newOrganization();
    const person = await aMember(assay, elsewhere.id, 'owner', { email, name: 'Grace Hopper' });
    const { code } = await invite({ email, role: 'viewer' });
    const { code: unknown } = await invite({ email: `x${email}`, role: 'viewer' });
    const fieldsOf = async (response: Response): Promise<string[]> => Object.keys((await response.json()) as object);
    expect(await fieldsOf(await look(code))).toEqual(await fieldsOf(await look(unknown)));

    const wrong = await accept(code, { name: 'An impostor', password: 'a password of my own' });
    const right = await accept(code, { name: 'ignored', password: PASSWORD });

    expect([wrong.status, await wrong.json()]).toMatchObject([401, { code: 'SIGN_IN_FAILED' }]);
    expect(await right.json()).toMatchObject({
      person: { id: person.id, name: 'Grace Hopper' },
      organization: { id: organization.id },
      role: 'viewer',
    });
    const me = await callAs(assay, cookieOf(right), '/me');
    expect(await me.json()).toMatchObject({
      organizations: [
        { id: organization.id, role: 'viewer' },
        { id: elsewhere.id, role: 'owner' },
      ],
    });
    expect(await (await callAs(assay, person.cookie, '/me')).json()).toMatchObject({
      organization: { id: elsewhere.id },
    });
  });
});

describe('the display name of a new member', () => {
  it('cannot look like that of another member, in any spelling', async () => {
    for (const name of [owner.name, owner.name.toUpperCase(), owner.name.replaceAll('a', '\u0430')]) {
      const { code } = await invite({ email });
      const response = await accept(code, { name, password: PASSWORD });
      expect([response.status, await response.json()]).toMatchObject([409, { code: 'DISPLAY_NAME_TAKEN' }]);
    }
    const { code } = await invite({ email });
    const reserved = await accept(code, { name: 'Assay Operator', password: PASSWORD });
    expect([reserved.status, await reserved.json()]).toMatchObject([400, { code: 'NAME_INVALID' }]);
    expect((await accept(code, { name: 'Grace Hopper', password: PASSWORD })).status).toBe(200);
  });

  it('can be the same in another organization; joining that one requires another name', async () => {
    const elsewhere = await assay.newOrganization();
    await aMember(assay, elsewhere.id, 'owner', { email, name: owner.name });
    const { code } = await invite({ email, role: 'viewer' });

    const same = await accept(code, { password: PASSWORD });
    const other = await accept(code, { name: 'Augusta King', password: PASSWORD });

    expect([same.status, await same.json()]).toMatchObject([409, { code: 'DISPLAY_NAME_TAKEN' }]);
    expect(await other.json()).toMatchObject({ person: { name: 'Augusta King' } });
  });

  it('is given to only one of two concurrent requests', async () => {
    const codes = [(await invite({ email })).code, (await invite({ email: `other-${email}` })).code];

    const answers = await Promise.all(
      codes.map(async (code) => await accept(code, { name: 'Grace Hopper', password: PASSWORD })),
    );

    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
  });

  it('follows the same rules when it is changed later', async () => {
    const member = await aMember(assay, organization.id, 'member', { name: 'Grace Hopper' });
    const rename = async (name: string): Promise<unknown> =>
      await (await callAs(assay, member.cookie, '/me', { method: 'PATCH', body: { name } })).json();

    expect(await rename(owner.name.toLowerCase())).toMatchObject({ code: 'DISPLAY_NAME_TAKEN' });
    expect(await rename('system')).toMatchObject({ code: 'NAME_INVALID' });
    expect(await rename('grace hopper')).toMatchObject({ person: { name: 'grace hopper' } });
  });
});

describe('the code of an invitation', () => {
  it('is in one response and nowhere else', async () => {
    const list = await (await callAs(assay, owner.cookie, '/invitation')).text();

    expect(secrets.count).toBeGreaterThan(5);
    expect(secrets.leaks({ list, logs: assay.logs(), records: await readRecords(assay.database) })).toEqual([]);
  });
});
