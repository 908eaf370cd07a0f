/** Password resets: links by mail and from an administrator, and the attacks that they must prevent. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LIMITS } from '../../../src/core/limits.ts';
import { newId } from '../../../src/store/new-id.ts';
import { insertMembership } from '../../../src/store/people/members.ts';
import { findFreePort } from '../../support/free-port.ts';
import { aMember, callAs, PASSWORD, type TestPerson } from '../../support/people.ts';
import { Secrets } from '../../support/secrets.ts';
import { until } from '../../support/server-processes.ts';
import { startSmtpServer, type ReceivedMail, type SmtpServer } from '../../support/smtp-server.ts';
import { readRecords } from '../../support/stored-rows.ts';
import { startTestAssay, type TestAssay, type TestOrganization } from '../../support/test-assay.ts';

const NEW_PASSWORD = 'a quite different sentence';

const secrets = new Secrets();
let smtp: SmtpServer;
let publicUrl: string;
let assay: TestAssay;
let organization: TestOrganization;
let owner: TestPerson;
/** Each test sends from its own address, so that it does not use up the limit of another. */
let addressCount = 0;
beforeAll(async () => {
  smtp = await startSmtpServer();
  const port = await findFreePort();
  publicUrl = `http://localhost:${port}`;
  assay = await startTestAssay({
    ASSAY_PORT: String(port),
    ASSAY_PUBLIC_URL: publicUrl,
    ASSAY_MAIL_URL: smtp.url,
    ASSAY_MAIL_FROM: 'assay@example.com',
    ASSAY_TRUST_PROXY: '127.0.0.1',
  });
  organization = await assay.newOrganization();
  owner = await aMember(assay, organization.id, 'owner');
});
afterAll(async () => {
  await assay.stop();
  await smtp.stop();
});

async function request(email: string, address = `192.0.2.${(addressCount += 1)}`): Promise<Response> {
  return await callAs(assay, undefined, '/password-reset', {
    method: 'POST',
    body: { email },
    headers: { 'x-forwarded-for': address },
  });
}

function mailTo(email: string): ReceivedMail[] {
  return smtp.received.filter(({ to }) => to.includes(email));
}

/** Lines are folded with `=` at their end, and `=` itself is encoded as `=3D`. */
function textOf({ raw }: ReceivedMail): string {
  return raw.replaceAll('=\r\n', '').replaceAll('=3D', '=');
}

async function mailedCode(email: string): Promise<string> {
  const before = mailTo(email).length;
  expect((await request(email)).status).toBe(204);
  await until(() => Promise.resolve(mailTo(email).length > before));
  const [, code = ''] =
    /\/reset-password\/([A-Za-z0-9_-]{43})/.exec(textOf(mailTo(email).at(-1) as ReceivedMail)) ?? [];
  secrets.add(code);
  return code;
}

async function open(code: string): Promise<Response> {
  return await callAs(assay, undefined, `/password-reset/${code}`);
}

async function choose(code: string, password = NEW_PASSWORD): Promise<Response> {
  return await callAs(assay, undefined, `/password-reset/${code}`, { method: 'POST', body: { password } });
}

async function signIn(email: string, password: string): Promise<number> {
  return (await callAs(assay, undefined, '/session', { method: 'POST', body: { email, password } })).status;
}

async function linkFor(member: TestPerson, by: TestPerson = owner): Promise<Response> {
  return await callAs(assay, by.cookie, `/member/${member.id}/password-reset`, { method: 'POST' });
}

async function codeFor(member: TestPerson): Promise<string> {
  const { path } = (await (await linkFor(member)).json()) as { path: string };
  const code = path.slice('/reset-password/'.length);
  secrets.add(code);
  return code;
}

async function join({ id }: TestPerson, orgId: string): Promise<void> {
  const membership = { personId: id, role: 'member', createdAt: new Date().toISOString() } as const;
  await assay.database.inOrg(orgId, async (tx) => await insertMembership(tx, membership));
}

describe('a link by mail', () => {
  it('lets its account choose a password once, and ends all sessions', async () => {
    const person = await aMember(assay, organization.id, 'viewer');
    const code = await mailedCode(person.email);
    const [mail] = mailTo(person.email);
    expect(mail).toMatchObject({ from: 'assay@example.com', to: [person.email] });
    expect(textOf(mail as ReceivedMail)).toContain('Subject: Reset your Assay password');
    expect(textOf(mail as ReceivedMail)).toContain(`${publicUrl}/reset-password/${code}`);
    expect(await (await open(code)).json()).toEqual({ email: person.email, expiresAt: expect.any(String) });

    const response = await choose(code);

    expect([response.status, await signIn(person.email, PASSWORD), await signIn(person.email, NEW_PASSWORD)]).toEqual([
      204, 401, 200,
    ]);
    expect((await callAs(assay, person.cookie, '/me')).status).toBe(401);
    expect([(await open(code)).status, (await choose(code)).status]).toEqual([404, 404]);
    const entries = (await (await callAs(assay, owner.cookie, `/audit?q=${person.id}`)).json()) as unknown[];
    expect(entries).toMatchObject([
      { action: 'person.password_changed', actor: { id: person.id }, after: { sessionsEnded: 1 } },
      { action: 'person.password_reset_requested', actor: { id: 'forgot-password' } },
    ]);
  });

  it('has the same response for an unknown address, to which nothing is sent', async () => {
    const person = await aMember(assay, organization.id, 'viewer');
    const before = smtp.received.length;
    const answers = [];
    for (const email of [`${newId()}@example.com`, 'not an address', '', person.email]) {
      const response = await request(email);
      answers.push([response.status, await response.text(), response.headers.get('content-type')]);
    }
    // Requests are processed in order, so those before the last one are done.
    await until(() => Promise.resolve(mailTo(person.email).length === 1));

    expect(new Set(answers.map((answer) => JSON.stringify(answer)))).toHaveLength(1);
    expect(smtp.received.slice(before).map(({ to }) => to)).toEqual([[person.email]]);
  });

  it('is limited per account and per address, whether or not the account exists', async () => {
    const person = await aMember(assay, organization.id, 'viewer');
    const { passwordResetsPerAccountMax: perAccount, passwordResetsPerAddressMax: perAddress } = LIMITS;
    for (const email of [person.email, `${newId()}@example.com`]) {
      const statuses = [];
      for (let n = 0; n <= perAccount; n += 1) statuses.push((await request(email)).status);
      expect(statuses).toEqual([...Array<number>(perAccount).fill(204), 429]);
    }
    const statuses = [];
    for (let n = 0; n <= perAddress; n += 1)
      statuses.push((await request(`${newId()}@example.com`, '198.51.100.7')).status);
    expect(statuses).toEqual([...Array<number>(perAddress).fill(204), 429]);
  });

  it('ends with a new password and after an hour, and rejects a weak password', async () => {
    const person = await aMember(assay, organization.id, 'viewer');
    const first = await mailedCode(person.email);
    const second = await mailedCode(person.email);
    expect(await (await choose(second, 'short')).json()).toMatchObject({ code: 'PASSWORD_REFUSED' });
    expect((await choose(second)).status).toBe(204);
    const expired = await mailedCode(person.email);
    await assay.database.reference(
      async (tx) =>
        await tx.client.query('update password_reset set expires_at = now() where person_id = $1', [person.id]),
    );

    const answers = [];
    for (const code of [first, second, expired, 'x'.repeat(43), 'x', '%2F']) {
      for (const response of [await open(code), await choose(code)]) {
        const { requestId: _, ...body } = (await response.json()) as Record<string, unknown>;
        answers.push({ status: response.status, ...body });
      }
    }
    expect(new Set(answers.map((answer) => JSON.stringify(answer)))).toHaveLength(1);
    expect(answers[0]).toMatchObject({ status: 404, code: 'PASSWORD_RESET_UNKNOWN' });
  });

  it('works for only one of several concurrent requests', async () => {
    const person = await aMember(assay, organization.id, 'viewer');
    const code = await mailedCode(person.email);

    const statuses = (await Promise.all([choose(code), choose(code), choose(code)])).map(({ status }) => status);

    expect(statuses.toSorted((a, b) => a - b)).toEqual([204, 404, 404]);
  });

  it('cannot be requested or used by the page of another site', async () => {
    const headers = { 'sec-fetch-site': 'cross-site' };
    const body = { email: owner.email };
    expect((await callAs(assay, undefined, '/password-reset', { method: 'POST', body, headers })).status).toBe(403);
  });
});

describe('a link from an administrator', () => {
  it('lets a member choose a password', async () => {
    const person = await aMember(assay, organization.id, 'member');
    const code = await codeFor(person);

    expect((await choose(code)).status).toBe(204);
    expect(await signIn(person.email, NEW_PASSWORD)).toBe(200);
    const entries = (await (await callAs(assay, owner.cookie, `/audit?q=${person.id}`)).json()) as unknown[];
    expect(entries).toContainEqual(
      expect.objectContaining({
        action: 'person.password_reset_requested',
        actor: expect.objectContaining({ id: owner.id }),
      }),
    );
  });

  it('can be created by users who can manage the member, and by no token', async () => {
    const admin = await aMember(assay, organization.id, 'admin');
    const member = await aMember(assay, organization.id, 'member');
    const elsewhere = await aMember(assay, (await assay.newOrganization()).id, 'member');

    expect((await linkFor(member, admin)).status).toBe(201);
    expect((await linkFor(owner, admin)).status).toBe(403);
    expect((await linkFor(admin, member)).status).toBe(403);
    expect((await linkFor(elsewhere)).status).toBe(404);
    const byToken = await assay.request(`/api/v2/member/${member.id}/password-reset`, {
      method: 'POST',
      token: organization.token,
    });
    expect([byToken.status, await byToken.json()]).toMatchObject([403, { code: 'PERSON_REQUIRED' }]);
  });

  it('never opens an account that also belongs to another organization', async () => {
    const other = await assay.newOrganization();
    const person = await aMember(assay, organization.id, 'member');
    const code = await codeFor(person);

    await join(person, other.id);

    expect([(await open(code)).status, (await choose(code)).status]).toEqual([404, 404]);
    const refused = await linkFor(person);
    expect([refused.status, await refused.json()]).toMatchObject([409, { code: 'MEMBER_ELSEWHERE' }]);
    expect(await signIn(person.email, PASSWORD)).toBe(200);
  });
});

describe('an invitation', () => {
  it('is mailed, and its response says so', async () => {
    const email = `${newId()}@example.com`;
    const response = await callAs(assay, owner.cookie, '/invitation', { method: 'POST', body: { email } });

    const { code, mailed } = (await response.json()) as { code: string; mailed: boolean };
    expect(mailed).toBe(true);
    secrets.add(code);
    const [mail] = mailTo(email);
    expect(textOf(mail as ReceivedMail)).toContain(`${publicUrl}/invite/${code}`);
  });
});

describe('the code of a link', () => {
  it('is in its mail or response and nowhere else', async () => {
    expect(secrets.count).toBeGreaterThan(5);
    expect(secrets.leaks({ logs: assay.logs(), records: await readRecords(assay.database) })).toEqual([]);
  });
});

describe('a mail server that rejects mail', () => {
  it('changes no response, and is logged', async () => {
    smtp.refuseRecipients();
    const person = await aMember(assay, organization.id, 'viewer');

    expect((await request(person.email)).status).toBe(204);
    await until(() => Promise.resolve(assay.logs().includes('sending a password reset link failed')));
    const body = { email: `${newId()}@example.com` };
    const response = await callAs(assay, owner.cookie, '/invitation', { method: 'POST', body });
    expect([response.status, await response.json()]).toMatchObject([201, { mailed: false }]);
  });
});

describe('an installation without mail', () => {
  it('returns an alternative', async () => {
    const quiet = await startTestAssay();
    try {
      const ways = await callAs(quiet, undefined, '/password-reset');
      const body = { email: 'owner@localhost' };
      const refused = await callAs(quiet, undefined, '/password-reset', { method: 'POST', body });

      expect(await ways.json()).toEqual({ byMail: false });
      expect([refused.status, await refused.json()]).toMatchObject([409, { code: 'MAIL_OFF' }]);
    } finally {
      await quiet.stop();
    }
  });
});
