/**
 * Kills the process while it sends webhooks: after the messages were created, after a receiver has responded but before that is
 * recorded, and at random moments. Every event arrives, with the same id each time, and first deliveries arrive in the order of
 * the events.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { DeliveryCrashPoint } from '../../src/events/webhooks/webhook-deps.ts';
import type { AssayProcess, Installation } from '../support/assay-process.ts';
import { startedInstallation } from '../support/started-installation.ts';
import { until } from '../support/server-processes.ts';
import { countSignatures, startReceiver, type WebhookReceiver } from '../support/webhook-receiver.ts';

const POINTS: readonly DeliveryCrashPoint[] = ['delivery-created', 'delivery-sent'];

let installation: Installation;
let receiver: WebhookReceiver;
let secret: string;

beforeAll(async () => {
  receiver = await startReceiver();
  installation = await startedInstallation();
  const assay = launch();
  const response = await fetch(`${await assay.ready}/api/v2/webhook`, {
    method: 'POST',
    headers: { authorization: `Bearer ${installation.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ url: receiver.url, events: ['finding.introduced'] }),
  });
  ({ secret } = (await response.json()) as { secret: string });
  await assay.end('SIGTERM');
});
afterAll(async () => {
  await installation.remove();
  await receiver.die();
});

function launch(environment: Readonly<Record<string, string>> = {}): AssayProcess {
  return installation.launch({ environment: { ASSAY_WEBHOOK_ALLOW_PRIVATE: 'true', ...environment } });
}

/** Returns the event ids in the order in which they are read. */
async function emit(count: number): Promise<string[]> {
  const rows = await installation.ask<{ id: string }>(
    `with made as (
       insert into event (org_id, id, type, at)
       select org_id, gen_random_uuid(), 'finding.introduced', clock_timestamp() + n * interval '1 millisecond'
       from webhook, generate_series(1, $1::integer) n returning org_id, id, at)
     select id, pg_notify('assay_event', org_id::text) from made order by at`,
    [count],
  );
  return rows.map(({ id }) => id);
}

/** The processes that held the leases are dead. */
async function endLeases(): Promise<void> {
  await installation.ask('update webhook_due set leased_until = null');
}

async function isAllDelivered(ids: readonly string[]): Promise<boolean> {
  const [row] = await installation.ask<{ count: number }>(
    `select count(*)::int as count from webhook_delivery where id = any($1::uuid[]) and status = 'delivered'`,
    [ids],
  );
  return row?.count === ids.length;
}

function firstArrivals(ids: readonly string[]): string[] {
  const arrived = receiver.messages.map(({ id }) => id).filter((id) => ids.includes(id));
  return [...new Set(arrived)];
}

describe('delivers every message when the process dies', () => {
  it.each(POINTS)('at %s', async (point) => {
    const dying = launch({ ASSAY_TEST_HOOKS: '1', ASSAY_CRASH_AT: point });
    await dying.ready;
    const sent = await emit(3);
    const { signal } = await dying.exited;
    const before = firstArrivals(sent);

    const assay = launch();
    await assay.ready;
    await endLeases();
    await until(async () => await isAllDelivered(sent));

    expect(signal).toBe('SIGKILL');
    expect(before).toEqual(point === 'delivery-sent' ? sent.slice(0, 1) : []);
    expect(firstArrivals(sent)).toEqual(sent);
    const messages = receiver.messages.filter(({ id }) => sent.includes(id));
    // The message that was sent but not recorded is sent again.
    expect(messages).toHaveLength(point === 'delivery-sent' ? 4 : 3);
    expect(messages.every((message) => countSignatures(message, [secret]) === 1)).toBe(true);
    await assay.end('SIGTERM');
  });

  it('repeatedly, in the middle of many deliveries', async () => {
    const first = launch();
    await first.ready;
    const sent = await emit(200);
    let assay = first;
    for (const wanted of [40, 120]) {
      await until(() => firstArrivals(sent).length >= wanted);
      await assay.end('SIGKILL');
      assay = launch();
      await assay.ready;
      await endLeases();
    }
    await until(async () => await isAllDelivered(sent));

    expect(firstArrivals(sent)).toEqual(sent);
    // Each event has one delivery, even if it was sent twice.
    const [row] = await installation.ask<{ count: number }>(
      `select count(*)::int as count from webhook_delivery where id = any($1::uuid[])`,
      [sent],
    );
    expect(row?.count).toBe(200);
    await assay.end('SIGTERM');
  });
});
