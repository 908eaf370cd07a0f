/** Creating, reading and protecting webhooks, with the default of allowed addresses. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Secrets } from '../../support/secrets.ts';
import { until } from '../../support/server-processes.ts';
import { readRecords } from '../../support/stored-rows.ts';
import { startTestAssay, type TestAssay, type TestOrganization } from '../../support/test-assay.ts';
import { startReceiver, type WebhookReceiver } from '../../support/webhook-receiver.ts';
import { openDesk, type MadeWebhook, type WebhookDesk } from '../../support/webhooks.ts';

/** A public address that is never called: these webhooks are disabled. */
const URL = 'https://1.1.1.1/hook?key=very-secret-part';
const secrets = new Secrets();

let assay: TestAssay;
let organization: TestOrganization;
let desk: WebhookDesk;
let receiver: WebhookReceiver;

beforeAll(async () => {
  assay = await startTestAssay();
  receiver = await startReceiver();
});
afterAll(async () => {
  await receiver.die();
  await assay.stop();
});
beforeEach(async () => {
  organization = await assay.newOrganization();
  desk = openDesk(assay, organization);
});

async function make(changes: object = {}): Promise<MadeWebhook> {
  const webhook = await desk.create({ url: URL, enabled: false, ...changes });
  secrets.add(webhook.secret, 'very-secret-part');
  return webhook;
}

describe('a webhook', () => {
  it('shows its secret once, and its URL to those who can change it', async () => {
    const { secret, ...webhook } = await make({ description: 'to the chat' });

    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(webhook).toMatchObject({
      url: URL,
      events: ['analysis.completed', 'analysis.failed', 'advisories.stale', 'quota.warning', 'token.expiring'],
      serviceIds: null,
      enabled: false,
    });
    const reader = await organization.newToken({ scopes: ['read'] });
    const hidden = { ...webhook, url: 'https://1.1.1.1/…' };
    expect((await desk.call('GET', `/webhook/${webhook.id}`)).body).toEqual(webhook);
    expect((await desk.call('GET', `/webhook/${webhook.id}`, undefined, reader)).body).toEqual(hidden);
    expect((await desk.call('GET', '/webhook', undefined, reader)).body).toEqual([hidden]);
  });

  it('can be changed, given another secret and deleted, with an audit entry each', async () => {
    const { id, secret } = await make();

    const changed = await desk.call('PATCH', `/webhook/${id}`, { events: ['sbom.received'], description: 'new' });
    const replaced = await desk.call('POST', `/webhook/${id}/secret`);
    const deleted = await desk.call('DELETE', `/webhook/${id}`);

    expect(changed).toMatchObject({ status: 200, body: { events: ['sbom.received'], description: 'new', url: URL } });
    expect(replaced.status).toBe(200);
    const { secret: next } = replaced.body as { secret: string };
    expect(next).not.toBe(secret);
    secrets.add(next);
    expect(deleted.status).toBe(204);
    expect((await desk.call('GET', `/webhook/${id}`)).status).toBe(404);
    const audit = (await desk.call('GET', '/audit')).body as { action: string; subject: { id: string } }[];
    expect(audit.filter(({ subject }) => subject.id === id).map(({ action }) => action)).toEqual([
      'webhook.deleted',
      'webhook.secret_replaced',
      'webhook.updated',
      'webhook.created',
    ]);
  });

  it.each([
    ['no address', 'nowhere', 'it is not a URL'],
    ['plain http', 'http://example.com/', 'must begin with https://'],
    ['another protocol', 'ftp://example.com/', 'must begin with https://'],
    ['a user name', 'https://me:hunter2@1.1.1.1/', 'a user name or password'],
    ['a fragment', 'https://1.1.1.1/#part', 'a fragment'],
    ['loopback', 'https://127.0.0.1:8080/', 'it has no public address'],
    ['loopback in other digits', 'https://2130706433/', 'it has no public address'],
    ['loopback in IPv6', 'https://[::1]/', 'it has no public address'],
    ['a mapped address', 'https://[::ffff:10.0.0.1]/', 'it has no public address'],
    ['metadata', 'https://169.254.169.254/latest', 'it has no public address'],
    ['a name of this machine', 'https://localhost:9/', 'it has no public address'],
    ['an unknown name', 'https://unknown.invalid/', 'it has no public address'],
  ])('is rejected with %s', async (_, url, problem) => {
    const { status, body } = await desk.call('POST', '/webhook', { url });

    expect({ status, body }).toMatchObject({
      status: 400,
      body: { code: 'WEBHOOK_URL_INVALID', errorMessage: expect.stringContaining(problem) as string },
    });
    expect(JSON.stringify(body)).not.toContain('hunter2');
    const { id } = await make();
    expect(await desk.call('PATCH', `/webhook/${id}`, { url })).toMatchObject({ status: 400 });
  });

  it.each([
    ['an unknown type', { events: ['nothing.happened'] }],
    ['no type', { events: [] }],
    ['a description without end', { description: 'x'.repeat(201) }],
    ['an address without end', { url: `https://1.1.1.1/${'x'.repeat(3_000)}` }],
    ['a service that is not there', { services: ['absent'] }],
  ])('is rejected with %s', async (_, changes) => {
    expect((await desk.call('POST', '/webhook', { url: URL, ...changes })).status).toBe(400);
  });

  it('is visible to a token for single services if it covers no other', async () => {
    const { body } = await desk.call('POST', '/service', { name: 'mine' });
    const { id: serviceId } = body as { id: string };
    const { id: hidden } = await make();
    const { id: visible } = await make({ services: ['mine'] });
    const token = await organization.newToken({ scopes: ['read'], serviceIds: [serviceId] });

    expect((await desk.call('GET', '/webhook', undefined, token)).body).toMatchObject([{ id: visible }]);
    for (const path of ['', '/delivery'])
      expect((await desk.call('GET', `/webhook/${hidden}${path}`, undefined, token)).status).toBe(404);
    expect((await desk.call('GET', `/webhook/${visible}/delivery`, undefined, token)).status).toBe(200);
  });

  it.each(['POST', 'PATCH', 'DELETE', 'POST /secret', 'POST /test', 'POST /delivery/x/redeliver'])(
    'cannot be changed by %s without the right scope',
    async (call) => {
      const { id } = await make();
      const token = await organization.newToken({ scopes: ['read', 'triage', 'token:write', 'sbom:upload'] });
      const [method = '', more = ''] = call.split(' ');

      const path = call === 'POST' ? '/webhook' : `/webhook/${id}${more}`;

      expect(await desk.call(method, path, undefined, token)).toMatchObject({
        status: 403,
        body: { errorMessage: expect.stringContaining('settings:write') as string },
      });
    },
  );

  it('that is disabled cannot redeliver a message', async () => {
    const { id } = await make();
    await desk.query('update webhook set url = $1', [`http://localhost:${new globalThis.URL(receiver.url).port}/`]);
    const { body } = await desk.call('POST', `/webhook/${id}/test`);

    const again = await desk.call('POST', `/webhook/${id}/delivery/${(body as { id: string }).id}/redeliver`);

    expect(again).toMatchObject({ status: 409, body: { code: 'WEBHOOK_DISABLED' } });
  });
});

describe('a private address', () => {
  it('is rejected when a message is sent, however it was resolved, with a message that reveals nothing', async () => {
    const { id } = await make();
    const said = new Set<string>();
    for (const url of [receiver.url, receiver.url.replace('127.0.0.1', 'localhost'), 'https://unknown.invalid/']) {
      await desk.query('update webhook set url = $1', [url]);
      const { body } = await desk.call('POST', `/webhook/${id}/test`);
      const {
        id: _,
        createdAt: _created,
        lastAttemptAt: _last,
        finishedAt: _finished,
        ...rest
      } = body as Record<string, unknown>;
      said.add(JSON.stringify(rest));
    }

    expect([...said]).toHaveLength(1);
    expect([...said][0]).toContain('"error":"The receiver does not have a public address."');
    expect([...said][0]).toContain('"durationMs":0');
    expect(receiver.messages).toEqual([]);
  });

  it('is rejected at every delivery, because a name may resolve to another address by now', async () => {
    const { id } = await make();
    await desk.query('update webhook set url = $1', [receiver.url.replace('127.0.0.1', 'localhost')]);
    await desk.call('PATCH', `/webhook/${id}`, { enabled: true });
    await desk.emit('analysis.completed');

    const [delivery] = await desk.logged(id, ([each]) => each?.attempts === 1);

    expect(delivery).toMatchObject({
      status: 'pending',
      error: 'The receiver does not have a public address.',
      statusCode: null,
    });
    expect(receiver.messages).toEqual([]);
    await desk.call('PATCH', `/webhook/${id}`, { enabled: false });
  });
});

describe('secrets', () => {
  it('are in no log, event or audit entry', async () => {
    await make();
    await until(() => secrets.count > 5);

    expect(secrets.leaks({ logs: assay.logs(), records: await readRecords(assay.database) })).toEqual([]);
  });
});
