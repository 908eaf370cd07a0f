/**
 * Measures the delivery of events of one organization to one receiver on loopback, from their commit until each has arrived and
 * is recorded.
 */
import { startReceiver } from '../test/support/webhook-receiver.ts';
import { until } from '../test/support/server-processes.ts';
import { withMeasuredServer, type MeasuredServer } from './measured-server.ts';
import { inMib, type BenchmarkOptions, type Table } from './report.ts';

const EVENTS = 10_000;
const EVENTS_QUICK = 1_000;

export async function measureWebhooks({ quick, print, quiet }: BenchmarkOptions): Promise<readonly Table[]> {
  const count = quick ? EVENTS_QUICK : EVENTS;
  return await withMeasuredServer({ ASSAY_WEBHOOK_ALLOW_PRIVATE: 'true' }, async (server) => {
    const receiver = await startReceiver();
    try {
      await createWebhook(server, receiver.url);
      const busy = await quiet();
      const before = await server.processor();
      const began = performance.now();
      await addEvents(server, count);
      const { peak } = await server.withPeak(async () => {
        // Counting continuously would affect the measurement.
        await until(async () => receiver.messages.length >= count && (await countDelivered(server)) === count);
      });
      const seconds = (performance.now() - began) / 1000;
      const after = await server.processor();
      const distinct = new Set(receiver.messages.map(({ id }) => id)).size;
      const serverMs = after.serverMs - before.serverMs;
      const databaseMs = after.databaseMs - before.databaseMs;
      const rate = `${(count / seconds).toFixed(0)}/s`;
      const cost = [serverMs, databaseMs].map((ms) => `${(ms / count).toFixed(2)} ms`);
      const once =
        distinct === count && receiver.messages.length === count ? 'each once' : `${receiver.messages.length}`;
      print(`${count} messages: ${seconds.toFixed(1)} s, ${rate}; CPU ${cost.join(' and ')} each; ${once}; ${busy}`);
      return [
        {
          title: `${count} events to one webhook`,
          notes: [
            'Messages are sent one after the other; 25 share a connection and are recorded together. The receiver runs on the same machine.',
          ],
          columns: ['messages', 'time', 'rate', 'CPU, server', 'CPU, database', 'memory', 'arrived', 'load before'],
          rows: [[String(count), `${seconds.toFixed(1)} s`, rate, ...cost, inMib(peak), once, busy]],
        },
      ];
    } finally {
      await receiver.die();
    }
  });
}

async function createWebhook({ url, installation }: MeasuredServer, receiver: string): Promise<void> {
  const response = await fetch(`${url}/api/v2/webhook`, {
    method: 'POST',
    headers: { authorization: `Bearer ${installation.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ url: receiver, events: ['finding.introduced'] }),
  });
  if (response.status !== 201) throw new Error(`Creating the webhook failed: ${await response.text()}`);
}

/** In one transaction, like a publication with many findings. */
async function addEvents({ installation }: MeasuredServer, count: number): Promise<void> {
  await installation.ask(
    `with made as (
       insert into event (org_id, id, type, at, detail)
       select org_id, gen_random_uuid(), 'finding.introduced', now(), jsonb_build_object('severity', 'high', 'n', n)
       from webhook, generate_series(1, $1::integer) n returning org_id)
     select pg_notify('assay_event', org_id::text) from (select distinct org_id from made) o`,
    [count],
  );
}

async function countDelivered({ installation }: MeasuredServer): Promise<number> {
  const [row] = await installation.ask<{ count: number }>(
    `select count(*)::int as count from webhook_delivery where status = 'delivered'`,
  );
  return row?.count ?? 0;
}
