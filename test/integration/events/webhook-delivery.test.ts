/**
 * Deliveries to receivers that fail, hang, redirect, send invalid responses, reset and stop: each message arrives at least once,
 * signed, with the id of its event, and the log shows what happened. The tests shorten the pauses between attempts; everything
 * else runs as in production.
 */
import { randomBytes } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { DAY_MS } from '../../../src/core/calendar.ts';
import { cleanUpWebhooks } from '../../../src/events/webhooks/clean-up-webhooks.ts';
import { createKeyRing } from '../../../src/store/secrets/key-ring.ts';
import { aCycloneDx } from '../../support/documents.ts';
import { until } from '../../support/server-processes.ts';
import { startTestAssay, type TestAssay, type TestOrganization } from '../../support/test-assay.ts';
import { answer, countSignatures, startReceiver, take, type WebhookReceiver } from '../../support/webhook-receiver.ts';
import { openDesk, type LoggedDelivery, type WebhookDesk } from '../../support/webhooks.ts';

let assay: TestAssay;
let organization: TestOrganization;
let desk: WebhookDesk;
let receiver: WebhookReceiver;

beforeAll(async () => {
  assay = await startTestAssay({ ASSAY_WEBHOOK_ALLOW_PRIVATE: 'true' });
});
afterAll(async () => await assay.stop());
beforeEach(async () => {
  organization = await assay.newOrganization();
  desk = openDesk(assay, organization);
  receiver = await startReceiver();
});
afterEach(async () => await receiver.die());

const ids = (from: WebhookReceiver): string[] => from.messages.map(({ id }) => id);

function sumAttempts(log: readonly LoggedDelivery[]): number {
  return log.reduce((sum, { attempts }) => sum + attempts, 0);
}

describe('a message', () => {
  it('is the event, signed, for the default types only', async () => {
    const { id, secret } = await desk.create({ url: `${receiver.url}/hook?key=1` });
    await desk.call('POST', '/service/svc/version/1/sbom?wait=30', aCycloneDx());

    const [delivery] = await desk.logged(id, (log) => log.some(({ status }) => status === 'delivered'));

    expect(delivery).toMatchObject({ type: 'analysis.completed', attempts: 1, statusCode: 204, error: null });
    expect(receiver.messages).toHaveLength(1);
    const [message] = receiver.messages;
    if (message === undefined) throw new Error('A message has come.');
    expect(message.path).toBe('/hook?key=1');
    expect(message.headers['content-type']).toBe('application/json');
    expect(countSignatures(message, [secret])).toBe(1);
    const events = (await desk.call('GET', '/event?type=analysis.completed')).body as { at: string }[];
    expect(message.id).toBe(delivery?.id);
    expect(message.body).toEqual({
      type: 'analysis.completed',
      timestamp: events[0]?.at,
      position: expect.any(Number) as number,
      data: events[0],
    });
  });

  it('arrives in the order of the events, once each', async () => {
    const { id } = await desk.create({ url: receiver.url, events: ['finding.introduced'] });

    const sent = await desk.emit('finding.introduced', 60);
    await desk.emit('finding.resolved', 5);
    await desk.logged(id, (log) => log.filter(({ status }) => status === 'delivered').length === 60);

    expect(ids(receiver)).toEqual(sent);
    const positions = receiver.messages.map(({ body }) => body.position ?? 0);
    expect(positions).toEqual(positions.toSorted((a, b) => a - b));
  });

  it('is sent for the selected services, and for events without a service', async () => {
    const service = async (name: string): Promise<string> =>
      ((await desk.call('POST', '/service', { name })).body as { id: string }).id;
    const [mine, other] = [await service('mine'), await service('other')];
    const events = ['analysis.completed', 'advisories.stale'];
    const { id } = await desk.create({ url: receiver.url, events, services: ['mine'] });

    await desk.emit('analysis.completed', 1, { serviceId: other });
    const expected = [
      ...(await desk.emit('analysis.completed', 1, { serviceId: mine })),
      ...(await desk.emit('advisories.stale')),
    ];
    await desk.logged(id, (log) => log.filter(({ status }) => status === 'delivered').length === 2);

    expect(ids(receiver)).toEqual(expected);
  });

  it('can be sent again manually, with the same id', async () => {
    const { id, secret } = await desk.create({ url: receiver.url });
    const [sent] = await desk.emit('analysis.completed');
    await desk.logged(id, ([delivery]) => delivery?.status === 'delivered');

    const again = await desk.call('POST', `/webhook/${id}/delivery/${sent}/redeliver`);
    await until(() => receiver.messages.length === 2);

    expect(again).toMatchObject({ status: 200, body: { id: sent, status: 'pending', attempts: 0 } });
    expect(ids(receiver)).toEqual([sent, sent]);
    expect(receiver.messages.map((message) => countSignatures(message, [secret]))).toEqual([1, 1]);
    await desk.logged(id, (log) => log.length === 1 && log[0]?.status === 'delivered');
  });

  it('is signed with both secrets after one was replaced, and with one after a day', async () => {
    const { id, secret: first } = await desk.create({ url: receiver.url });

    const { secret: second } = (await desk.call('POST', `/webhook/${id}/secret`)).body as { secret: string };
    await desk.emit('analysis.completed');
    await until(() => receiver.messages.length === 1);
    await desk.query(`update webhook set previous_until = now() - interval '1 second'`);
    await desk.emit('analysis.completed');
    await until(() => receiver.messages.length === 2);

    const [during, after] = receiver.messages;
    if (during === undefined || after === undefined) throw new Error('Two messages have come.');
    expect([countSignatures(during, [first]), countSignatures(during, [second])]).toEqual([1, 1]);
    expect([countSignatures(after, [first]), countSignatures(after, [second])]).toEqual([0, 1]);
  });
});

describe('a receiver', () => {
  it('that fails gets the message again, without delaying later messages', async () => {
    const { id } = await desk.create({ url: receiver.url });
    let failures = 0;
    receiver.behave((response, { body }) => {
      const fails = body.data['detail'] !== undefined && (body.data['detail'] as { n: number }).n === 0 && failures < 2;
      if (fails) failures += 1;
      response.writeHead(fails ? 500 : 200).end(fails ? 'no\u0000t\u001b[31m now' : '');
    });

    const [first = '', second = ''] = await desk.emit('analysis.completed', 2);
    const log = await desk.logged(id, (all) => all.some(({ status }) => status === 'delivered'));

    expect(log.find((each) => each.id === second)).toMatchObject({ status: 'delivered' });
    expect(log.find((each) => each.id === first)).toMatchObject({
      status: 'pending',
      attempts: 1,
      statusCode: 500,
      error: 'The receiver returned 500.',
      responseBody: 'no t [31m now',
      nextAttemptAt: expect.any(String) as string,
    });
    await until(async () => {
      await desk.hurry();
      return (await desk.log(id)).every(({ status }) => status === 'delivered');
    });
    expect(ids(receiver)).toEqual([first, second, first, first]);
    expect((await desk.log(id)).find((each) => each.id === first)).toMatchObject({ attempts: 3, error: null });
  });

  it.each([
    [
      'redirects',
      answer(302, { location: '/elsewhere' }),
      { statusCode: 302, error: /redirect \(302\). Redirects are not/ },
    ],
    ['refuses', answer(400), { statusCode: 400, error: /returned 400/ }],
    [
      'resets',
      (response) => void response.socket?.resetAndDestroy(),
      { statusCode: null, error: /ECONNRESET|hang up/ },
    ],
    ['closes', (response) => void response.socket?.end(), { statusCode: null, error: /hang up/ }],
    [
      'speaks nonsense',
      (response) => void response.socket?.end('SSH-2.0\r\n\r\n'),
      { statusCode: null, error: /Parse/ },
    ],
  ] as const satisfies readonly (readonly [string, Parameters<WebhookReceiver['behave']>[0], object])[])(
    'that %s has not accepted the message',
    async (_, behavior, { statusCode, error }) => {
      const { id } = await desk.create({ url: receiver.url });
      receiver.behave(behavior);

      const [sent] = await desk.emit('analysis.completed');
      const [delivery] = await desk.logged(id, ([each]) => each?.attempts === 1);

      expect(delivery).toMatchObject({ id: sent, status: 'pending', statusCode });
      expect(delivery?.error).toMatch(error);
      expect(receiver.messages.map(({ path }) => path)).toEqual(['/']);
      receiver.behave(take);
      await desk.hurry();
      await desk.logged(id, ([each]) => each?.status === 'delivered');
      expect(ids(receiver)).toEqual([sent, sent]);
    },
  );

  it('that sends a long response has accepted the message', async () => {
    const { id } = await desk.create({ url: receiver.url });
    receiver.behave(answer(200, { 'content-type': 'text/html' }, 'lies '.repeat(200_000)));

    await desk.emit('analysis.completed');
    const [delivery] = await desk.logged(id, ([each]) => each?.status === 'delivered');

    expect(delivery?.responseBody).toHaveLength(1_024);
  });

  it('that hangs does not delay the others', async () => {
    const other = openDesk(assay, await assay.newOrganization());
    const quick = await startReceiver();
    const { id: slow } = await desk.create({ url: receiver.url });
    const { id: healthy } = await other.create({ url: quick.url });
    let isOver = false;
    receiver.behave((response) => {
      response.on('close', () => (isOver = true));
    });

    await desk.emit('analysis.completed', 30);
    await until(() => receiver.messages.length === 1);
    await other.emit('analysis.completed', 30);
    await other.logged(healthy, (log) => log.filter(({ status }) => status === 'delivered').length === 30);

    expect(isOver).toBe(false);
    const log = await desk.logged(slow, (all) => all.some(({ attempts }) => attempts === 1));
    expect(log.find(({ attempts }) => attempts === 1)?.error).toContain('did not respond in time');
    // The other messages wait until it is tried again.
    expect(receiver.messages).toHaveLength(1);
    await quick.die();
  });

  it('that stops and restarts gets everything, in order', async () => {
    const { id } = await desk.create({ url: receiver.url });
    await desk.emit('analysis.completed');
    await until(() => receiver.messages.length === 1);
    await receiver.die();

    const missed = await desk.emit('analysis.completed', 10);
    for (let attempts = 1; attempts <= 3; attempts += 1) {
      await desk.logged(id, (log) => sumAttempts(log) === 1 + attempts);
      if (attempts < 3) await desk.hurry();
    }
    await receiver.start();
    await desk.hurry();
    await desk.logged(id, (log) => log.every(({ status }) => status === 'delivered'));

    expect(ids(receiver).slice(1)).toEqual(missed);
  });

  it('that asks for a delay gets it', async () => {
    const { id } = await desk.create({ url: receiver.url });
    receiver.behave(answer(429, { 'retry-after': '600' }));

    await desk.emit('analysis.completed');
    const [delivery] = await desk.logged(id, ([each]) => each?.attempts === 1);

    const waits = Date.parse(delivery?.nextAttemptAt ?? '') - Date.now();
    expect(waits).toBeGreaterThan(300_000);
    expect(waits).toBeLessThan(900_000);
  });

  it('that has accepted nothing for a day loses the message', async () => {
    const { id } = await desk.create({ url: receiver.url });
    receiver.behave(answer(503));
    await desk.emit('analysis.completed');
    await desk.logged(id, ([each]) => each?.attempts === 1);

    await desk.query(`update webhook_delivery set tried_since = tried_since - interval '25 hours'`);
    await desk.hurry();
    const [delivery] = await desk.logged(id, ([each]) => each?.status === 'failed');

    expect(delivery).toMatchObject({ attempts: 2, nextAttemptAt: null, finishedAt: expect.any(String) as string });
    expect((await desk.log(id, '?status=failed')).map((each) => each.id)).toEqual([delivery?.id]);
    expect(await desk.log(id, '?status=delivered')).toEqual([]);
  });
});

describe('a webhook', () => {
  it.each([
    ['whose receiver is gone', 410, '', /410 Gone/],
    [
      'that has failed for days',
      500,
      `update webhook set failing_since = now() - interval '5 days'`,
      /failed for 5 days/,
    ],
  ])('%s is disabled, and subscribers are notified', async (_, status, before, reason) => {
    const watcher = await startReceiver();
    await desk.create({ url: watcher.url, events: ['webhook.disabled'] });
    const { id } = await desk.create({ url: receiver.url, description: 'to the chat' });
    receiver.behave(answer(status));
    if (before !== '') await desk.query(`${before} where id = $1`, [id]);

    await desk.emit('analysis.completed', status === 410 ? 2 : 1);
    await until(() => watcher.messages.length === 1);

    const webhook = await desk.read(id);
    expect(webhook).toMatchObject({ enabled: false, disabledReason: expect.stringMatching(reason) as string });
    expect(watcher.messages[0]?.body).toMatchObject({
      type: 'webhook.disabled',
      data: { detail: { webhookId: id, description: 'to the chat', reason: webhook.disabledReason } },
    });
    const audit = (await desk.call('GET', '/audit')).body as { action: string; actor: { kind: string } }[];
    expect(audit.find(({ action }) => action === 'webhook.disabled')?.actor.kind).toBe('system');
    expect(receiver.messages).toHaveLength(1);
    await watcher.die();
  });

  it('continues where it stopped when it is enabled again', async () => {
    const { id } = await desk.create({ url: receiver.url });
    await desk.call('PATCH', `/webhook/${id}`, { enabled: false });
    const missed = await desk.emit('analysis.completed', 3);

    const { body } = await desk.call('PATCH', `/webhook/${id}`, { enabled: true });
    await desk.logged(id, (log) => log.filter(({ status }) => status === 'delivered').length === 3);

    expect(body).toMatchObject({ enabled: true, disabledAt: null, disabledReason: null });
    expect(ids(receiver)).toEqual(missed);
  });

  it('skips the missed messages on request', async () => {
    receiver.behave(answer(410));
    const { id } = await desk.create({ url: receiver.url });
    await desk.emit('analysis.completed', 3);
    await until(async () => !(await desk.read(id)).enabled);
    await desk.emit('analysis.completed', 3);
    receiver.behave(take);

    await desk.call('PATCH', `/webhook/${id}`, { enabled: true, skipMissed: true });
    const [fresh] = await desk.emit('analysis.completed');
    await desk.logged(id, (log) => log.some(({ status }) => status === 'delivered'));

    expect(ids(receiver).slice(1)).toEqual([fresh]);
    expect((await desk.log(id)).map(({ status }) => status).toSorted()).toEqual([
      'delivered',
      'failed',
      'skipped',
      'skipped',
    ]);
  });

  it('keeps a bounded number of messages waiting, and loses none of a burst', async () => {
    const { id } = await desk.create({ url: receiver.url, events: ['finding.introduced'] });
    receiver.behave(answer(500));
    const waiting = async (): Promise<unknown> =>
      (await desk.query('select count(*)::int as count from webhook_delivery where attempts = 0'))[0];

    const sent = await desk.emit('finding.introduced', 540);
    await until(async () => {
      await desk.hurry();
      return receiver.messages.length >= 3;
    });
    // A failure that is recorded after the last hurry would make it wait for the next attempt.
    await desk.logged(id, (log) => sumAttempts(log) === receiver.messages.length);
    const { count } = (await waiting()) as { count: number };
    receiver.behave(take);
    const before = receiver.messages.length;
    await desk.hurry();
    await until(() => new Set(ids(receiver).slice(before)).size === sent.length);

    expect(count).toBeLessThanOrEqual(500);
    expect(new Set(ids(receiver))).toEqual(new Set(sent));
    await desk.logged(id, (log) => log.length === sent.length && log.every(({ status }) => status === 'delivered'));
    // Once each, except for the few that had failed before.
    expect(receiver.messages).toHaveLength(sent.length + before);
  });

  it('deletes finished messages after a month, and no waiting one', async () => {
    const { id } = await desk.create({ url: receiver.url });
    await desk.emit('analysis.completed', 3);
    await desk.logged(id, (log) => log.filter(({ status }) => status === 'delivered').length === 3);
    receiver.behave(answer(500));
    const [waiting] = await desk.emit('analysis.completed');
    await desk.logged(id, (log) => log.some(({ attempts, status }) => attempts === 1 && status === 'pending'));
    const { database } = assay;
    const keyRing = createKeyRing([randomBytes(32)]);

    await cleanUpWebhooks({ database, now: Date.now, keyRing });
    const before = await desk.log(id);
    await cleanUpWebhooks({ database, now: () => Date.now() + 31 * DAY_MS, keyRing });

    expect(before).toHaveLength(4);
    expect((await desk.log(id)).map((each) => each.id)).toEqual([waiting]);
  });

  it('can be tested with a test message, which is logged', async () => {
    const { id, secret } = await desk.create({ url: receiver.url, enabled: false });

    const tested = await desk.call('POST', `/webhook/${id}/test`);

    const [message] = receiver.messages;
    if (message === undefined) throw new Error('A message has come.');
    expect(message.body.type).toBe('webhook.test');
    expect(countSignatures(message, [secret])).toBe(1);
    expect(tested).toMatchObject({ status: 200, body: { id: message.id, status: 'delivered', statusCode: 204 } });
    expect(await desk.log(id)).toEqual([tested.body]);
  });
});
