/**
 * Notification rules with real receivers on loopback: Slack and Teams are HTTP servers, mail goes to an SMTP server. Retries,
 * pauses and disabling are those of webhooks; the tests shorten the pauses.
 */
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { LIMITS } from '../../../src/core/limits.ts';
import { BANDS } from '../../../src/core/vocabulary/priority.ts';
import { aCycloneDx } from '../../support/documents.ts';
import { findFreePort } from '../../support/free-port.ts';
import { HOSTILE_NAMES } from '../../support/hostile-notice.ts';
import { until } from '../../support/server-processes.ts';
import { startSmtpServer, type ReceivedMail, type SmtpServer } from '../../support/smtp-server.ts';
import { startTestAssay, type TestAssay, type TestOrganization } from '../../support/test-assay.ts';
import { createTestDatabase } from '../../support/test-database.ts';
import { answer, startReceiver, take, type WebhookReceiver } from '../../support/webhook-receiver.ts';
import { openDesk, type LoggedDelivery, type WebhookDesk } from '../../support/webhooks.ts';

const LODASH = { type: 'library', name: 'lodash', version: '4.17.20', purl: 'pkg:npm/lodash@4.17.20' };
const LOG4J = {
  type: 'library',
  group: 'org.apache.logging.log4j',
  name: 'log4j-core',
  version: '2.14.1',
  purl: 'pkg:maven/org.apache.logging.log4j/log4j-core@2.14.1',
};

interface Rule {
  readonly id: string;
  readonly url: string | null;
  readonly recipients: readonly { readonly address: string; readonly unsubscribed: boolean }[];
  readonly enabled: boolean;
  readonly disabledReason: string | null;
}
type Logged = LoggedDelivery & { readonly recipient: string | null; readonly eventCount: number };

let smtp: SmtpServer;
let assay: TestAssay;
let organization: TestOrganization;
let desk: WebhookDesk;
let receiver: WebhookReceiver;
let publicUrl: string;

async function mailSettings(): Promise<Record<string, string>> {
  const port = await findFreePort();
  return {
    ASSAY_PORT: String(port),
    ASSAY_PUBLIC_URL: `http://127.0.0.1:${port}`,
    ASSAY_MAIL_URL: smtp.url,
    ASSAY_MAIL_FROM: 'assay@example.com',
    ASSAY_WEBHOOK_ALLOW_PRIVATE: 'true',
  };
}

beforeAll(async () => {
  smtp = await startSmtpServer();
  assay = await startTestAssay(await mailSettings());
  publicUrl = assay.url;
});
afterAll(async () => {
  await assay.stop();
  await smtp.stop();
});
beforeEach(async () => {
  organization = await assay.newOrganization();
  desk = openDesk(assay, organization);
  receiver = await startReceiver();
});
afterEach(async () => await receiver.die());

async function create(request: Readonly<Record<string, unknown>>, at: WebhookDesk = desk): Promise<Rule> {
  const { status, body } = await at.call('POST', '/notification', { name: 'Security team', ...request });
  expect({ status, body }).toMatchObject({ status: 201 });
  return body as Rule;
}

async function slack(request: Readonly<Record<string, unknown>> = {}): Promise<Rule> {
  return await create({ channel: 'slack', url: `${receiver.url}/services/secret-path`, ...request });
}

async function log(id: string, at: WebhookDesk = desk): Promise<Logged[]> {
  return (await at.call('GET', `/notification/${id}/delivery?limit=1000`)).body as Logged[];
}

async function logged(
  id: string,
  isSo: (log: readonly Logged[]) => boolean,
  at: WebhookDesk = desk,
): Promise<Logged[]> {
  let found: Logged[] = [];
  await until(async () => {
    found = await log(id, at);
    return isSo(found);
  });
  return found;
}

const isDelivered = (all: readonly Logged[]): boolean =>
  all.length > 0 && all.every(({ status }) => status === 'delivered');

async function upload(service: string, components: readonly object[], query = '', at = desk): Promise<void> {
  const path = `/service/${service}/version/1/sbom?wait=60${query}`;
  expect(await at.call('POST', path, aCycloneDx({ components }))).toMatchObject({ status: 200 });
}

async function patch(id: string, change: object): Promise<Rule> {
  const { status, body } = await desk.call('PATCH', `/notification/${id}`, change);
  expect({ status, body }).toMatchObject({ status: 200 });
  return body as Rule;
}

/** Decodes quoted-printable and folded lines. */
function textOf({ raw }: ReceivedMail): string {
  return raw.replaceAll('=\r\n', '').replaceAll('=3D', '=');
}

function codeOf(mail: ReceivedMail | undefined): string {
  return /\/unsubscribe\/([\w-]+)/.exec(mail === undefined ? '' : textOf(mail))?.[1] ?? '';
}

const mailTo = (address: string): ReceivedMail[] => smtp.received.filter(({ to }) => to.includes(address));

/** An address that no other test uses. */
const anAddress = (name: string): string => `${name}-${organization.id}@example.com`;

describe('an immediate rule', () => {
  it('sends one message to Slack for all findings of an upload, and hides the address', async () => {
    const rule = await slack();
    await upload('shop', [LODASH, LOG4J]);
    const [delivery] = await logged(rule.id, isDelivered);

    expect(receiver.messages).toHaveLength(1);
    const [message] = receiver.messages;
    expect(message?.path).toBe('/services/secret-path');
    expect(message?.headers['webhook-signature']).toBeUndefined();
    expect(message?.text).toContain('`shop 1`');
    expect(message?.text).toContain('log4j-core 2.14.1`');
    expect(message?.text).toContain(`<${publicUrl}/services/shop/versions/1|Open in Assay>`);
    const findings = (await desk.call('GET', '/service/shop/version/1/finding')).body as unknown[];
    expect(delivery).toMatchObject({ type: 'message', eventCount: findings.length, statusCode: 204, recipient: null });
    expect(rule.url).toBe(`${new URL(receiver.url).origin}/…`);
    const stored = JSON.stringify([
      await desk.query('select * from webhook'),
      await desk.query('select * from audit_entry'),
    ]);
    expect(stored).not.toContain('secret-path');
  });

  it('sends an adaptive card to Teams', async () => {
    const rule = await create({ channel: 'teams', url: receiver.url });
    receiver.behave(answer(202));
    await upload('shop', [LODASH]);
    await logged(rule.id, isDelivered);

    expect(JSON.parse(receiver.messages[0]?.text ?? '')).toMatchObject({
      type: 'message',
      attachments: [{ contentType: 'application/vnd.microsoft.card.adaptive', content: { type: 'AdaptiveCard' } }],
    });
  });

  it('reports findings from its minimum priority on', async () => {
    const rules = await Promise.all(
      BANDS.map(async (minPriority) => await slack({ minPriority, events: ['finding.introduced'] })),
    );
    await upload('shop', [LODASH, LOG4J]);
    const findings = (await desk.call('GET', '/service/shop/version/1/finding')).body as {
      vulnerability: { id: string };
      priority: { band: (typeof BANDS)[number] };
    }[];
    const counts = BANDS.map(
      (minimum) => findings.filter(({ priority }) => BANDS.indexOf(priority.band) <= BANDS.indexOf(minimum)).length,
    );
    expect(new Set(counts).size).toBeGreaterThan(1);
    for (const [index, rule] of rules.entries()) {
      const expected = counts[index] ?? 0;
      if (expected > 0) expect((await logged(rule.id, isDelivered))[0]?.eventCount).toBe(expected);
    }
    const quiet = rules.filter((_, index) => counts[index] === 0);
    for (const { id } of quiet) expect(await log(id)).toEqual([]);
  });

  it('reports the selected services and tags only', async () => {
    for (const name of ['mine', 'other']) await desk.call('POST', '/service', { name });
    const events = ['finding.introduced'];
    const byService = await slack({ services: ['mine'], events });
    const byTag = await slack({ tags: ['production', 'x'], events });
    const both = await slack({ services: ['other'], tags: ['production'], events });
    await upload('other', [LODASH]);
    await upload('mine', [LODASH]);
    await upload('tagged', [LODASH], '&tag=production');
    await logged(byService.id, isDelivered);
    await logged(byTag.id, isDelivered);

    const texts = receiver.messages.map(({ text }) => /`(\w+) 1`/.exec(text)?.[1]);
    expect(texts).toHaveLength(2);
    expect(new Set(texts)).toEqual(new Set(['mine', 'tagged']));
    expect(await log(both.id)).toEqual([]);
  });

  it('names a limited number of events, most urgent first, and says how many more there are', async () => {
    const rule = await slack({ events: ['sbom.received', 'quota.warning'] });
    const more = LIMITS.notificationEventsShownMax;
    await desk.emit('sbom.received', more + 5);
    await logged(rule.id, isDelivered);
    const sent = receiver.messages.map(({ text }) => text).join('');

    expect(sent.match(/SBOM received/g)?.length).toBe(more);
    expect(sent).toContain('And 5 more.');
  });

  it('shows hostile names as text', async () => {
    const rule = await slack({ events: ['finding.introduced'] });
    const mailed = await create({ channel: 'email', recipients: [anAddress('ada')], events: ['finding.introduced'] });
    for (const hostile of HOSTILE_NAMES.slice(0, 7))
      await desk.emit('finding.introduced', 1, {
        detail: { vulnerability: hostile.replaceAll('\u0000', ''), package: hostile.replaceAll('\u0000', '') },
      });
    await logged(rule.id, isDelivered);
    await logged(mailed.id, isDelivered);

    const text = receiver.messages.map((message) => message.text).join('\n');
    expect(text).not.toContain('<!channel>');
    expect(text).toContain('&lt;!channel&gt;');
    const mails = mailTo(anAddress('ada')).map(textOf);
    expect(mails.length).toBeGreaterThan(0);
    for (const mail of mails) {
      expect(mail.split('\r\n\r\n')[0]).not.toMatch(/^Bcc:/m);
      expect(mail.split('Content-Type: text/html')[1]).not.toMatch(/<script|<a href="https:\/\/evil/);
    }
  });
});

describe('a failing receiver', () => {
  it('gets the message again, with the error in the log', async () => {
    const rule = await slack({ events: ['analysis.failed'] });
    receiver.behave(answer(404, {}, 'no_service'));
    await desk.emit('analysis.failed');
    const [failed] = await logged(rule.id, ([first]) => first?.attempts === 1);
    expect(failed).toMatchObject({
      status: 'pending',
      statusCode: 404,
      error: 'The receiver returned 404.',
      responseBody: 'no_service',
    });
    receiver.behave(take);
    await until(async () => {
      await desk.hurry();
      return isDelivered(await log(rule.id));
    });
    expect(receiver.messages).toHaveLength(2);
    expect(receiver.messages[0]?.text).toBe(receiver.messages[1]?.text);
  });

  it('that wants no more messages disables the rule, which another rule reports', async () => {
    const watcher = await create({ channel: 'email', recipients: [anAddress('admin')], events: ['webhook.disabled'] });
    const rule = await slack({ events: ['analysis.failed'] });
    receiver.behave(answer(410));
    await desk.emit('analysis.failed');
    await until(async () => !((await desk.call('GET', `/notification/${rule.id}`)).body as Rule).enabled);
    await logged(watcher.id, isDelivered);

    const { body } = await desk.call('GET', `/notification/${rule.id}`);
    expect(body).toMatchObject({ enabled: false, disabledReason: 'The receiver returned 410 Gone.' });
    expect(mailTo(anAddress('admin')).map(textOf).join('')).toContain('Security team');
    const audit = (await desk.call('GET', '/audit?kind=notification')).body as { action: string }[];
    expect(audit.map(({ action }) => action)).toContain('notification.disabled');
    receiver.behave(take);
    await patch(rule.id, { enabled: true });
    await desk.emit('analysis.failed');
    await logged(rule.id, (all) => all.some(({ status }) => status === 'delivered'));
  });

  it.each(['http://169.254.169.254/latest', 'ftp://example.com/', 'https://user:secret@example.com/', 'not a url'])(
    'cannot have the address %s',
    async (url) => {
      const answered = await desk.call('POST', '/notification', { name: 'x', channel: 'slack', url });
      expect(answered).toMatchObject({ status: 400, body: { code: 'WEBHOOK_URL_INVALID' } });
    },
  );

  it.each([
    { channel: 'slack' },
    { channel: 'slack', recipients: ['a@example.com'] },
    { channel: 'email' },
    { channel: 'email', url: 'https://example.com/' },
    { channel: 'email', recipients: ['a@example.com, b@example.com'] },
    { channel: 'email', recipients: ['a@example.com\r\nBcc: b@example.com'] },
    { channel: 'email', recipients: ['Ada <a@example.com>'] },
    { channel: 'email', recipients: ['a@example.com'], services: ['absent'] },
    { channel: 'email', recipients: ['a@example.com'], digestHour: 24 },
    { channel: 'email', recipients: Array.from({ length: 21 }, (_, n) => `a${n}@example.com`) },
  ])('is refused without a valid receiver: %j', async (request) => {
    expect(await desk.call('POST', '/notification', { name: 'x', ...request })).toMatchObject({ status: 400 });
  });
});

describe('a daily rule', () => {
  /** Half a day away, whatever the time of the test. */
  const digestHour = (new Date().getUTCHours() + 12) % 24;

  it('collects events over a restart into one digest, and is quiet when nothing is new', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'assay-digest-'));
    const own = await createTestDatabase({ starter: true });
    const environment = {
      ...(await mailSettings()),
      ASSAY_DATABASE_URL: own.url,
      ASSAY_SECRET_KEY_FILE: join(folder, 'key'),
    };
    await writeFile(join(folder, 'key'), `${randomBytes(32).toString('base64')}\n`, { mode: 0o600 });
    const first = await startTestAssay(environment);
    const ours = await first.newOrganization();
    let at = openDesk(first, ours);
    const address = `digest-${ours.id}@example.com`;
    const events = ['finding.introduced'];
    const rule = await create({ channel: 'email', recipients: [address], timing: 'daily', digestHour, events }, at);
    await upload('shop', [LODASH], '', at);
    const [open] = await logged(rule.id, (all) => all.length === 1, at);
    expect(open).toMatchObject({ type: 'digest', status: 'pending', attempts: 0 });
    expect(new Date(open?.nextAttemptAt ?? '').getUTCHours()).toBe(digestHour);
    await first.stop();

    const second = await startTestAssay(environment);
    at = openDesk(second, ours);
    await upload('log', [LOG4J], '', at);
    const before = open?.eventCount ?? 0;
    const [grown] = await logged(rule.id, ([only]) => (only?.eventCount ?? 0) > before, at);
    expect(grown?.id).toBe(open?.id);
    expect(mailTo(address)).toEqual([]);
    await at.hurry();
    await logged(rule.id, isDelivered, at);

    const [mail] = mailTo(address);
    expect(mailTo(address)).toHaveLength(1);
    expect(mail && textOf(mail)).toContain('Subject: [Assay] Daily digest: ');
    expect(mail && textOf(mail)).toContain('CVE-2021-44228');
    expect(mail && textOf(mail)).toContain('shop 1');
    await at.emit('sbom.received');
    await at.hurry();
    expect(await log(rule.id, at)).toHaveLength(1);
    await upload('third', [LODASH], '', at);
    await logged(rule.id, (all) => all.length === 2 && all[0]?.status === 'pending', at);
    expect(mailTo(address)).toHaveLength(1);
    await second.stop();
    await own.drop();
    await rm(folder, { recursive: true });
  });

  it('sends what it has collected when it becomes immediate, and not while it is disabled', async () => {
    const rule = await slack({ timing: 'daily', digestHour, events: ['analysis.failed'] });
    await desk.emit('analysis.failed', 2);
    await logged(rule.id, ([only]) => only?.eventCount === 2);
    await patch(rule.id, { enabled: false });
    await desk.emit('analysis.failed', 3);
    expect(receiver.messages).toEqual([]);
    await patch(rule.id, { enabled: true });
    await patch(rule.id, { timing: 'immediate' });
    const all = await logged(rule.id, isDelivered);

    expect(all.map(({ eventCount }) => eventCount)).toEqual([5]);
    expect(receiver.messages).toHaveLength(1);
  });

  it('moves an open digest to another hour, and drops it when missed events are skipped', async () => {
    const rule = await slack({ timing: 'daily', digestHour, events: ['analysis.failed'] });
    await desk.emit('analysis.failed');
    await logged(rule.id, (all) => all.length === 1);
    const hour = (digestHour + 1) % 24;
    await patch(rule.id, { digestHour: hour });
    const [moved] = await log(rule.id);
    expect(new Date(moved?.nextAttemptAt ?? '').getUTCHours()).toBe(hour);
    await patch(rule.id, { enabled: false });
    await patch(rule.id, { enabled: true, skipMissed: true });
    expect(await log(rule.id)).toMatchObject([{ status: 'skipped' }]);
  });
});

describe('mail', () => {
  it('goes to each recipient separately, and each can unsubscribe without sign-in', async () => {
    const [ada, grace] = [anAddress('ada'), anAddress('grace')];
    const events = ['analysis.failed'];
    const rule = await create({ channel: 'email', recipients: [ada, grace.toUpperCase(), ada], events });
    const other = await create({ channel: 'email', recipients: [ada], events });
    await desk.emit('analysis.failed');
    await logged(rule.id, (all) => all.length === 2 && isDelivered(all));
    await logged(other.id, isDelivered);
    expect(mailTo(ada)).toHaveLength(2);
    expect(mailTo(grace)).toHaveLength(1);
    for (const { to } of smtp.received) expect(to).toHaveLength(1);

    const [toGrace] = mailTo(grace);
    const code = codeOf(toGrace);
    const headers = toGrace === undefined ? '' : textOf(toGrace).replaceAll('\r\n ', ' ');
    expect(headers).toContain(`List-Unsubscribe: <${publicUrl}/api/v2/unsubscribe/${code}>`);
    expect(headers).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click');
    expect(code).not.toContain('grace');
    const look = await fetch(`${publicUrl}/api/v2/unsubscribe/${code}`);
    expect(await look.json()).toEqual({
      organization: 'Another organization',
      rule: 'Security team',
      recipient: grace,
      unsubscribed: false,
    });
    // As a mail program does it (RFC 8058).
    const oneClick = {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: 'List-Unsubscribe=One-Click',
    };
    for (let n = 0; n < 2; n += 1) {
      const response = await fetch(`${publicUrl}/api/v2/unsubscribe/${code}`, oneClick);
      expect([response.status, await response.json()]).toMatchObject([200, { unsubscribed: true }]);
    }
    const { body } = await desk.call('GET', `/notification/${rule.id}`);
    expect((body as Rule).recipients).toEqual([
      { address: ada, unsubscribed: false },
      { address: grace, unsubscribed: true },
    ]);
    const audit = (await desk.call('GET', '/audit?kind=notification')).body as {
      action: string;
      actor: { name: string };
    }[];
    expect(audit.filter(({ action }) => action === 'notification.unsubscribed')).toMatchObject([
      { actor: { name: grace } },
    ]);

    // Adding the address again does not undo it.
    await patch(rule.id, { recipients: [ada] });
    await patch(rule.id, { recipients: [ada, grace] });
    const before = (await log(rule.id)).length;
    await desk.emit('analysis.failed');
    await logged(rule.id, (all) => all.length === before + 1 && isDelivered(all));
    expect(mailTo(grace)).toHaveLength(1);
    const [delivery] = (await log(rule.id)).filter(({ recipient }) => recipient === grace);
    const again = await desk.call('POST', `/notification/${rule.id}/delivery/${delivery?.id}/redeliver`);
    expect(again).toMatchObject({ status: 409, body: { code: 'NOTIFICATION_RECIPIENT_GONE' } });
  });

  it('is not unsubscribed from by a forged code', async () => {
    const rule = await create({ channel: 'email', recipients: [anAddress('ada')], events: ['analysis.failed'] });
    await create({ channel: 'email', recipients: [anAddress('ada')], events: ['sbom.deleted'] });
    await desk.emit('analysis.failed');
    await logged(rule.id, isDelivered);
    const code = codeOf(mailTo(anAddress('ada'))[0]);
    const bytes = Buffer.from(code, 'base64url');
    const forged = [0, 20, 40].map((index) => {
      const changed = Buffer.from(bytes);
      changed.writeUInt8(changed.readUInt8(index) ^ 1, index);
      return changed.toString('base64url');
    });
    for (const each of [...forged, `${code}A`, code.slice(1), 'x', 'a'.repeat(1_000)]) {
      const response = await fetch(`${publicUrl}/api/v2/unsubscribe/${each}`, { method: 'POST' });
      expect([each, response.status]).toEqual([each, 404]);
    }
    await desk.call('DELETE', `/notification/${rule.id}`);
    expect((await fetch(`${publicUrl}/api/v2/unsubscribe/${code}`)).status).toBe(404);
  });

  it('that the server rejects is retried, and the log hides the answer from readers', async () => {
    const own = await startSmtpServer();
    const strict = await startTestAssay({ ...(await mailSettings()), ASSAY_MAIL_URL: own.url });
    const ours = await strict.newOrganization();
    const at = openDesk(strict, ours);
    own.refuseRecipients();
    const rule = await create({ channel: 'email', recipients: ['ada@example.com'], events: ['analysis.failed'] }, at);
    await at.emit('analysis.failed');
    const [failed] = await logged(rule.id, ([first]) => first?.attempts === 1, at);
    expect(failed).toMatchObject({
      status: 'pending',
      statusCode: 550,
      error: 'The mail server rejected the message (550).',
      responseBody: '550 no such mailbox',
    });
    const token = await ours.newToken({ scopes: ['read'] });
    const seen = (await at.call('GET', `/notification/${rule.id}/delivery`, undefined, token)).body as Logged[];
    expect(seen[0]).toMatchObject({ recipient: '…@example.com', responseBody: null });
    expect((await at.call('GET', '/notification', undefined, token)).body).toMatchObject([
      { recipients: [{ address: '…@example.com' }] },
    ]);
    await own.stop();
    await until(async () => {
      await at.hurry();
      return (await log(rule.id, at))[0]?.attempts === 2;
    });
    expect((await log(rule.id, at))[0]?.error).toMatch(/^The mail server did not accept the message/);
    await strict.stop();
  });
});

describe('a test message', () => {
  it('is marked as a test, sent at once, and returns the answer', async () => {
    const rule = await slack({ enabled: false });
    receiver.behave(answer(200, {}, 'ok'));
    const { body } = await desk.call('POST', `/notification/${rule.id}/test`);
    const sent = { type: 'test', status: 'delivered', statusCode: 200, responseBody: 'ok', attempts: 1 };
    expect(body).toMatchObject({ deliveries: [sent] });
    expect(receiver.messages[0]?.text).toContain('Test message');
    expect(await log(rule.id)).toHaveLength(1);

    receiver.behave(answer(403, {}, 'invalid_token'));
    const failed = await desk.call('POST', `/notification/${rule.id}/test`);
    expect(failed.body).toMatchObject({
      deliveries: [{ status: 'failed', statusCode: 403, responseBody: 'invalid_token' }],
    });
  });

  it('goes to every recipient of a mail rule, and their number per hour is limited', async () => {
    const rule = await create({ channel: 'email', recipients: [anAddress('ada'), anAddress('grace')] });
    const { body } = await desk.call('POST', `/notification/${rule.id}/test`);
    expect(body).toMatchObject({ deliveries: [{ status: 'delivered' }, { status: 'delivered' }] });
    expect(mailTo(anAddress('grace')).map(textOf).join('')).toContain('Subject: [Assay] Test message');
    const statuses: number[] = [];
    for (let n = 0; n < LIMITS.notificationTestsPerHourMax; n += 1)
      statuses.push((await desk.call('POST', `/notification/${rule.id}/test`)).status);
    expect(statuses.at(-1)).toBe(429);
  });
});

describe('webhooks and notification rules', () => {
  it('do not see each other', async () => {
    const rule = await slack();
    const webhook = await desk.create({ url: receiver.url, enabled: false });
    const calls: [string, string][] = [
      ['GET', ''],
      ['PATCH', ''],
      ['POST', '/test'],
      ['GET', '/delivery'],
      ['DELETE', ''],
    ];
    for (const [method, end] of calls) {
      const body = method === 'PATCH' ? { enabled: true } : undefined;
      expect(await desk.call(method, `/webhook/${rule.id}${end}`, body)).toMatchObject({ status: 404 });
      expect(await desk.call(method, `/notification/${webhook.id}${end}`, body)).toMatchObject({ status: 404 });
    }
    expect(await desk.call('POST', `/webhook/${rule.id}/secret`)).toMatchObject({ status: 404 });
    expect((await desk.call('GET', '/webhook')).body).toMatchObject([{ id: webhook.id }]);
    expect((await desk.call('GET', '/notification')).body).toMatchObject([{ id: rule.id }]);
  });

  it('are refused for e-mail where mail is not configured', async () => {
    const silent = await startTestAssay();
    const at = openDesk(silent, await silent.newOrganization());
    const request = { name: 'x', channel: 'email', recipients: ['ada@example.com'] };
    expect(await at.call('POST', '/notification', request)).toMatchObject({
      status: 409,
      body: { code: 'NOTIFICATION_MAIL_OFF' },
    });
    await silent.stop();
  });
});
