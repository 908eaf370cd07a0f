/** Sign-in, the permissions of a session, and how it ends. */
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startSession } from '../../../src/access/sessions/sign-in.ts';
import { DAY_MS } from '../../../src/core/calendar.ts';
import { newId } from '../../../src/store/new-id.ts';
import { insertMembership } from '../../../src/store/people/members.ts';
import { aMember, callAs, cookieOf, PASSWORD, type TestPerson } from '../../support/people.ts';
import { Secrets } from '../../support/secrets.ts';
import { readRecords } from '../../support/stored-rows.ts';
import { startTestAssay, type TestAssay, type TestOrganization } from '../../support/test-assay.ts';

const OWNER = { email: 'Owner@Example.com', password: 'the first owner of all' };

const secrets = new Secrets();
let assay: TestAssay;
let organization: TestOrganization;
let ada: TestPerson;
beforeAll(async () => {
  assay = await startTestAssay({ ASSAY_OWNER_EMAIL: OWNER.email, ASSAY_OWNER_PASSWORD: OWNER.password });
  organization = await assay.newOrganization();
  ada = await aMember(assay, organization.id, 'owner', { email: 'ada@example.com' });
});
afterAll(async () => await assay.stop());

async function signIn(body: unknown, headers: Record<string, string> = {}): Promise<Response> {
  return await callAs(assay, undefined, '/session', { method: 'POST', body, headers });
}

async function signInAs({ email, password }: TestPerson): Promise<string> {
  const cookie = cookieOf(await signIn({ email, password }));
  secrets.add(cookie.split('=')[1] ?? '', password);
  return cookie;
}

async function statusOf(cookie: string, path = '/me'): Promise<number> {
  return (await callAs(assay, cookie, path)).status;
}

async function read<Body>(cookie: string, path: string): Promise<Body> {
  return (await (await callAs(assay, cookie, path)).json()) as Body;
}

describe('signing in', () => {
  it('admits the owner of the first start, whatever the case of the address', async () => {
    const response = await signIn({ ...OWNER, email: '  OWNER@example.COM ' });

    expect(response.status).toBe(200);
    expect(await response.json()).toEqual({
      person: { id: expect.any(String), email: 'owner@example.com', name: '' },
      organization: { id: expect.any(String), name: 'My organization' },
      role: 'owner',
      expiresAt: expect.any(String),
    });
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(await read(cookieOf(response), '/me')).toEqual({
      person: { id: expect.any(String), email: 'owner@example.com', name: '' },
      token: null,
      organization: { id: expect.any(String), name: 'My organization' },
      organizations: [{ id: expect.any(String), name: 'My organization', role: 'owner' }],
      role: 'owner',
      scopes: ['sbom:upload', 'read', 'suggest', 'triage', 'profile:write', 'settings:write', 'token:write'],
      lastVisitAt: null,
      preferences: { singleKeys: true, groupFindingsBy: 'vulnerability', setupChecklist: true },
      savedFilters: [],
    });
  });

  it.each([
    ['an unknown address', { email: 'unknown@example.com', password: PASSWORD }],
    ['another password', { email: 'ada@example.com', password: 'wrong' }],
    ['no password', { email: 'ada@example.com', password: '' }],
    ['a password of too many bytes', { email: 'ada@example.com', password: '\u20ac'.repeat(1000) }],
    ['a password that begins well', { email: 'ada@example.com', password: `${PASSWORD}x` }],
    ['no address', { email: '', password: PASSWORD }],
    ['a look-alike in another script', { email: 'ad\u0430@example.com', password: PASSWORD }],
    ['a very long address', { email: `${'a'.repeat(900_000)}@example.com`, password: PASSWORD }],
  ])('has the same response for every error: %s', async (_case, credentials) => {
    const response = await signIn(credentials);

    expect(response.status).toBe(401);
    expect(response.headers.getSetCookie()).toEqual([]);
    expect(await response.json()).toEqual({
      code: 'SIGN_IN_FAILED',
      errorMessage: 'Incorrect e-mail address or password. Check both, or ask an admin for help.',
      requestId: expect.any(String),
    });
  });

  it('reports that an account belongs to no organization, but only to its owner', async () => {
    const { id: orgId } = await assay.newOrganization();
    const lonely = await aMember(assay, orgId, 'member');
    await callAs(assay, lonely.cookie, `/member/${lonely.id}`, { method: 'DELETE' });

    const [right, wrong] = [await signIn(lonely), await signIn({ ...lonely, password: 'wrong' })];

    expect([right.status, await right.json()]).toMatchObject([403, { code: 'MEMBERSHIP_MISSING' }]);
    expect(wrong.status).toBe(401);
  });

  it('counts earlier failures for the audit log, including those not written yet', async () => {
    const person = await aMember(assay, organization.id, 'member');
    const released = Promise.withResolvers<undefined>();
    const held = Promise.withResolvers<undefined>();
    const holding = assay.database.reference(async (tx) => {
      await tx.db.selectFrom('person').select('id').where('id', '=', person.id).forUpdate().execute();
      held.resolve(undefined);
      await released.promise;
    });
    await held.promise;
    await signIn({ ...person, password: 'wrong' });
    await signIn({ ...person, password: 'wrong again' });

    const signedIn = signInAs(person);
    // Enough time for a sign-in that does not wait to read a count of zero.
    await delay(300);
    released.resolve(undefined);
    await Promise.all([holding, signedIn]);

    expect(await read(ada.cookie, '/audit?limit=50')).toContainEqual(
      expect.objectContaining({
        action: 'session.started',
        actor: { kind: 'person', id: person.id, name: 'Ada Lovelace' },
        after: expect.objectContaining({ failedBefore: 2 }) as unknown,
      }),
    );
  });

  it('restarts the count after a success', async () => {
    const person = await aMember(assay, organization.id, 'member');
    await signIn({ ...person, password: 'wrong' });
    await signInAs(person);
    await signInAs(person);

    const entries = await read<{ action: string; actor: { id: string }; after: { failedBefore: number } }[]>(
      ada.cookie,
      '/audit?limit=50',
    );

    const ofPerson = entries.filter(({ action, actor }) => action === 'session.started' && actor.id === person.id);
    // Newest first.
    expect(ofPerson.map(({ after }) => after.failedBefore)).toEqual([0, 1, 0]);
  });
});

describe('the cookie', () => {
  it.each([
    ['http', 'assay_session', ['Path=/', 'HttpOnly', 'SameSite=Lax']],
    ['https', '__Host-assay_session', ['Path=/', 'HttpOnly', 'SameSite=Lax', 'Secure']],
  ])('of a page over %s is named %s', async (scheme, name, attributes) => {
    const { host } = new URL(assay.url);

    const response = await signIn(ada, { origin: `${scheme}://${host}` });

    const [pair = '', expires, ...others] = (response.headers.getSetCookie()[0] ?? '').split('; ');
    expect(pair).toMatch(new RegExp(`^${name}=[A-Za-z0-9_-]{43}$`));
    expect(Math.round((Date.parse(expires?.slice('Expires='.length) ?? '') - Date.now()) / DAY_MS)).toBe(90);
    expect(others).toEqual(attributes);
    expect(await statusOf(pair)).toBe(200);
  });

  it.each([
    ['none', () => ''],
    ['an invented one', () => `assay_session=${'x'.repeat(43)}`],
    ['one of another form', () => 'assay_session=%00%ff'],
    ['an empty one', () => 'assay_session='],
    ['two of them', () => `${ada.cookie}; assay_session=${'x'.repeat(43)}`],
    ['the same one twice', () => `${ada.cookie}; ${ada.cookie}`],
    ['one that is hidden by another', () => `${ada.cookie}; __Host-assay_session=${'x'.repeat(43)}`],
    ['another name', () => ada.cookie.replace('assay_session', 'assay_sessions')],
    ['a piece without a name', () => ada.cookie.replace('assay_session=', '')],
  ])('is rejected: %s', async (_case, toCookie) => {
    const response = await callAs(assay, toCookie(), '/me');

    expect([response.status, await response.json()]).toMatchObject([401, { code: 'UNAUTHENTICATED' }]);
  });

  it('is found among others', async () => {
    expect(await statusOf(`theme=dark; a; ${ada.cookie}; =x`)).toBe(200);
  });
});

describe('a change with a session', () => {
  const host = (): string => new URL(assay.url).host;

  it.each<[string, () => Record<string, string>, number]>([
    ['our own page', () => ({ 'sec-fetch-site': 'same-origin' }), 201],
    ['our own page, as an old browser says it', () => ({ origin: `http://${host()}` }), 201],
    ['a missing origin', () => ({}), 403],
    ['another site', () => ({ 'sec-fetch-site': 'cross-site', origin: `http://${host()}` }), 403],
    ['another host of the same site', () => ({ 'sec-fetch-site': 'same-site' }), 403],
    ['the address bar', () => ({ 'sec-fetch-site': 'none' }), 403],
    ['the page of another site', () => ({ origin: 'https://evil.example' }), 403],
    ['another port', () => ({ origin: 'http://127.0.0.1:1' }), 403],
    ['a page without an origin', () => ({ origin: 'null' }), 403],
    ['no address at all', () => ({ origin: 'http://' }), 403],
  ])('from %s', async (_case, toHeaders, status) => {
    const response = await assay.request('/api/v2/service', {
      method: 'POST',
      token: null,
      headers: { cookie: ada.cookie, 'content-type': 'application/json', ...toHeaders() },
      body: JSON.stringify({ name: `service-${newId().slice(-12)}` }),
    });

    expect(response.status).toBe(status);
    if (status === 403) expect(await response.json()).toMatchObject({ code: 'ORIGIN_REFUSED' });
  });

  it('can start on our own pages, or in a program', async () => {
    const foreign = await signIn(ada, { 'sec-fetch-site': 'cross-site' });
    const program = await assay.request('/api/v2/session', {
      method: 'POST',
      token: null,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(ada),
    });

    expect([foreign.status, foreign.headers.getSetCookie()]).toEqual([403, []]);
    expect(program.status).toBe(200);
  });

  it('uses the token if there is one as well', async () => {
    const viewer = await aMember(assay, organization.id, 'viewer');
    const change = async (token: string, cookie: string): Promise<number> => {
      const headers = { cookie, 'content-type': 'application/json' };
      const body = JSON.stringify({ name: 'Ours' });
      return (await assay.request('/api/v2/organization', { method: 'PATCH', token, headers, body })).status;
    };

    expect(await change(organization.token, viewer.cookie)).toBe(200);
    expect(await change(`${organization.token.slice(0, -1)}!`, ada.cookie)).toBe(401);
  });

  it('records the name of the user', async () => {
    const name = `service-${newId().slice(-12)}`;
    await callAs(assay, ada.cookie, '/service', { method: 'POST', body: { name } });

    const [entry] = await read<unknown[]>(ada.cookie, '/audit?limit=1');

    expect(entry).toMatchObject({
      action: 'service.created',
      actor: { kind: 'person', id: ada.id, name: 'Ada Lovelace' },
      after: { name },
    });
  });
});

describe('a session', () => {
  it('is visible to its owner, and ends at once on every instance', async () => {
    const person = await aMember(assay, organization.id, 'member');
    const second = await startTestAssay({ ASSAY_DATABASE_URL: assay.databaseUrl });
    const cookie = await signInAs(person);
    expect((await callAs(second, cookie, '/me')).status).toBe(200);
    const sessions = await read<{ id: string; current: boolean }[]>(person.cookie, '/session');
    expect(sessions).toEqual([
      expect.objectContaining({ current: false, userAgent: 'Unknown program', address: '127.0.0.1' }),
      expect.objectContaining({ current: true, userAgent: 'Test', address: '192.0.2.1' }),
    ]);

    const ended = await callAs(assay, person.cookie, `/session/${sessions[0]?.id}`, { method: 'DELETE' });

    expect(ended.status).toBe(204);
    expect([await statusOf(cookie), await statusOf(person.cookie)]).toEqual([401, 200]);
    expect((await callAs(second, cookie, '/me')).status).toBe(401);
    await second.stop();
  });

  it('ends by signing out, which removes the cookie', async () => {
    const cookie = await signInAs(ada);

    const response = await callAs(assay, cookie, '/session', { method: 'DELETE' });

    expect(response.status).toBe(204);
    expect(response.headers.getSetCookie()).toEqual(['assay_session=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax']);
    expect([await statusOf(cookie), await statusOf(ada.cookie)]).toEqual([401, 200]);
  });

  it('ends everywhere by signing out everywhere', async () => {
    const person = await aMember(assay, organization.id, 'viewer');
    const cookie = await signInAs(person);

    expect((await callAs(assay, cookie, '/session?all=true', { method: 'DELETE' })).status).toBe(204);

    expect([await statusOf(cookie), await statusOf(person.cookie)]).toEqual([401, 401]);
  });

  it('of another user is not found', async () => {
    const [other] = await read<{ id: string }[]>(ada.cookie, '/session');
    const viewer = await aMember(assay, organization.id, 'owner');

    for (const id of [other?.id ?? '', newId(), 'x']) {
      const response = await callAs(assay, viewer.cookie, `/session/${id}`, { method: 'DELETE' });
      expect([response.status, await response.json()]).toMatchObject([404, { code: 'SESSION_UNKNOWN' }]);
    }
  });

  it('belongs to another organization of its user after a switch, and never to a foreign one', async () => {
    const other = await assay.newOrganization();
    const person = await aMember(assay, organization.id, 'owner');
    const membership = { personId: person.id, role: 'viewer', createdAt: new Date().toISOString() } as const;
    await assay.database.inOrg(other.id, async (tx) => await insertMembership(tx, membership));
    const choose = async (organizationId: string): Promise<Response> =>
      await callAs(assay, person.cookie, '/session/organization', { method: 'POST', body: { organizationId } });

    const response = await choose(other.id);

    expect(await response.json()).toMatchObject({ organization: { id: other.id }, role: 'viewer' });
    expect(await read(person.cookie, '/me')).toMatchObject({
      organization: { id: other.id },
      role: 'viewer',
      scopes: ['read'],
      organizations: [{ id: other.id }, { id: organization.id, role: 'owner' }],
    });
    const { id: foreign } = await assay.newOrganization();
    for (const id of [foreign, newId()]) expect((await choose(id)).status).toBe(404);
    // The next sign-in opens the last used organization.
    expect(await read(await signInAs(person), '/me')).toMatchObject({ organization: { id: other.id } });
  });

  it('keeps responses out of caches', async () => {
    const response = await callAs(assay, ada.cookie, '/audit');

    expect(response.headers.get('cache-control')).toBe('private, no-cache');
  });

  it('does not start with a password that was changed while it was checked', async () => {
    const person = await aMember(assay, organization.id, 'member');
    const stale = { ...person, passwordHash: 'of an older password' };
    const client = { userAgent: 'Test', address: '192.0.2.1', requestId: 'test' };

    const attempt = assay.database.inOrg(
      organization.id,
      async (tx) => await startSession({ now: Date.now, newId }, tx, stale, client),
    );

    await expect(attempt).rejects.toMatchObject({ code: 'SIGN_IN_FAILED' });
  });

  it('is not available to a token', async () => {
    for (const [method, path] of [
      ['GET', '/session'],
      ['DELETE', '/session'],
      ['PATCH', '/me'],
    ] as const) {
      const response = await assay.request(`/api/v2${path}`, { method });
      expect([response.status, await response.json()]).toMatchObject([403, { code: 'PERSON_REQUIRED' }]);
    }
    expect(await (await assay.request('/api/v2/me')).json()).toMatchObject({
      person: null,
      token: { name: 'First token', serviceIds: null, publicId: expect.any(String) },
      role: null,
      organizations: [],
    });
  });
});

describe("the user's own account", () => {
  it('keeps name, preferences, filters and the last visit', async () => {
    const person = await aMember(assay, organization.id, 'viewer', { name: '' });
    const savedFilters = [
      { name: 'Worst', query: '?severity=critical' },
      { name: 'Mine', query: '?q=shop' },
    ];
    const preferences = { singleKeys: false, groupFindingsBy: 'fix', setupChecklist: false };
    const change = { name: ' Grace Hopper ', preferences, savedFilters, visited: true };

    const response = await callAs(assay, person.cookie, '/me', { method: 'PATCH', body: change });

    expect(await response.json()).toMatchObject({
      person: { name: 'Grace Hopper' },
      preferences,
      savedFilters,
      lastVisitAt: expect.any(String),
    });
    await callAs(assay, person.cookie, '/me', { method: 'PATCH', body: { savedFilters: [] } });
    expect(await read(person.cookie, '/me')).toMatchObject({ savedFilters: [], preferences });
  });

  it.each([
    [{}],
    [{ name: '' }],
    [{ name: 'x'.repeat(201) }],
    [{ name: 'a\u0000b' }],
    [{ name: 'a\u202eb' }],
    [{ password: PASSWORD }],
    [{ currentPassword: PASSWORD }],
    [{ visited: false }],
    [{ savedFilters: [{ name: 'x', query: 'x'.repeat(2001) }] }],
    [{ savedFilters: [{ name: 'x\u0000', query: '' }] }],
    [{ savedFilters: Array.from({ length: 51 }, () => ({ name: 'x', query: '' })) }],
  ])('is not changed by %j', async (body) => {
    const response = await callAs(assay, ada.cookie, '/me', { method: 'PATCH', body });

    expect([response.status, await response.json()]).toMatchObject([400, { code: 'BODY_INVALID' }]);
  });

  it('gets a new password with the current one, which ends all other sessions', async () => {
    const person = await aMember(assay, organization.id, 'viewer');
    const other = await signInAs(person);
    const change = async (password: string, currentPassword = PASSWORD): Promise<Response> =>
      await callAs(assay, person.cookie, '/me', { method: 'PATCH', body: { password, currentPassword } });
    const next = 'gr\u00fcne Wiese im Mai';
    secrets.add(next);

    expect(await (await change('too short')).json()).toMatchObject({ code: 'PASSWORD_REFUSED' });
    expect(await (await change('\u20ac'.repeat(400))).json()).toMatchObject({ code: 'PASSWORD_REFUSED' });
    expect(await (await change('password1234')).json()).toMatchObject({
      code: 'PASSWORD_REFUSED',
      errorMessage: expect.stringContaining('easy to guess'),
    });
    expect(await (await change('Ada-Lovelace-1815')).json()).toMatchObject({ code: 'PASSWORD_REFUSED' });
    expect(await (await change(next, 'wrong')).json()).toMatchObject({ code: 'PASSWORD_WRONG' });
    expect(await statusOf(other)).toBe(200);
    expect((await change(next)).status).toBe(200);

    expect([await statusOf(other), await statusOf(person.cookie)]).toEqual([401, 200]);
    expect((await signIn(person)).status).toBe(401);
    expect((await signIn({ ...person, password: next.normalize('NFD') })).status).toBe(200);
    const [, entry] = await read<unknown[]>(ada.cookie, '/audit?limit=2');
    expect(entry).toMatchObject({ action: 'person.password_changed', after: { sessionsEnded: 1 } });
  });
});

describe('after all tests', () => {
  it('no secret is in logs, events or audit entries', async () => {
    secrets.add(OWNER.password, PASSWORD, ada.cookie.split('=')[1] ?? '');

    expect(secrets.count).toBeGreaterThan(5);
    expect(secrets.leaks({ logs: assay.logs(), records: await readRecords(assay.database) })).toEqual([]);
  });
});
