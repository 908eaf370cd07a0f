/**
 * Measures a Citus cluster: uploads per second and processor time of each server with one worker, then adds a worker, moves
 * organizations to it under load, and measures again. All servers share this machine, so the processor time per upload shows what
 * several machines would share; the rate does not.
 *
 *   ASSAY_TEST_CITUS_BIN=/usr/lib/postgresql/15/bin node bench/citus.ts
 */
import { readFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { openDatabase } from '../src/store/database.ts';
import { migrate } from '../src/store/migrate.ts';
import { createInstallation } from '../test/support/assay-process.ts';
import { CITUS_BIN, startCitusCluster } from '../test/support/citus-cluster.ts';
import { aNumberedDocument, withNumber } from '../test/support/distinct-documents.ts';
import { newOrganization, type TestOrganization } from '../test/support/test-assay.ts';
import { upload } from '../test/support/upload.ts';
import { readProcessorMs } from './processor-time.ts';

const ORGANIZATIONS = 8;
const CLIENTS = 8;
const SECONDS = 10;
const DOCUMENT = aNumberedDocument(60_000);

if (CITUS_BIN === undefined) throw new Error('Set ASSAY_TEST_CITUS_BIN to the folder of the PostgreSQL programs.');
const cluster = await startCitusCluster(CITUS_BIN, 1);
const installation = await createInstallation();
try {
  await migrate(cluster.url, { citus: true });
  const assay = installation.launch({ environment: { ASSAY_DATABASE_URL: cluster.url } });
  const url = await assay.ready;
  const database = openDatabase({
    url: cluster.url,
    connectionsMax: 1,
    statementTimeoutMs: 30_000,
    onIdleError: () => {},
  });
  const organizations: TestOrganization[] = [];
  while (organizations.length < ORGANIZATIONS) organizations.push(await newOrganization(database));
  await database.close();

  const nodes = (): { name: string; pid: number }[] =>
    [cluster.coordinator, ...cluster.workers].map((node, n) => ({
      name: n === 0 ? 'coordinator' : `worker ${n}`,
      pid: node.pid() ?? 0,
    }));
  let sent = 0;
  const load = async (signal: AbortSignal): Promise<{ stored: number; failed: number }> => {
    const counts = { stored: 0, failed: 0 };
    const client = async (): Promise<void> => {
      while (!signal.aborted) {
        const n = sent++;
        const organization = organizations[n % organizations.length];
        const document = { service: 's', version: `v${n}`, slot: 'main', body: withNumber(DOCUMENT, n) };
        const { kind } = await upload(url, organization?.token ?? '', document);
        counts[kind === 'stored' ? 'stored' : 'failed'] += 1;
      }
    };
    await Promise.all(Array.from({ length: CLIENTS }, client));
    return counts;
  };
  const countAnalyses = async (): Promise<number> => {
    const [row] = await cluster.coordinator.ask<{ count: number }>(
      'select count(*)::int as count from analysis where finished_at is not null',
    );
    return row?.count ?? 0;
  };
  const measure = async (name: string, during: () => Promise<unknown>): Promise<void> => {
    const start = performance.now();
    const before = await Promise.all(nodes().map(async ({ pid }) => await readProcessorMs(await processesOf(pid))));
    const analyzed = await countAnalyses();
    const ended = new AbortController();
    const loading = load(ended.signal);
    await during();
    ended.abort();
    const { stored, failed } = await loading;
    const seconds = (performance.now() - start) / 1000;
    const analyses = (await countAnalyses()) - analyzed;
    const shares = await Promise.all(
      nodes().map(async ({ name: node, pid }, n) => {
        const ms = (await readProcessorMs(await processesOf(pid))) - (before[n] ?? 0);
        return `${node} ${(ms / stored).toFixed(1)} ms`;
      }),
    );
    console.log(
      `${name}: ${seconds.toFixed(0)} s, ${(stored / seconds).toFixed(1)} uploads/s, ${failed} failed, ` +
        `${(analyses / seconds).toFixed(1)} analyses/s; processor time per upload: ${shares.join(', ')}`,
    );
  };

  await measure('warm-up', async () => await delay(5_000));
  await measure('one worker', async () => await delay(SECONDS * 1000));
  await cluster.addWorker();
  // Without uploads: beside them, it did not end within a quarter of an hour on two cores. Logical replication, the default mode,
  // cannot write tables with row-level security.
  const start = performance.now();
  await cluster.coordinator.ask(`select citus_rebalance_start(shard_transfer_mode => 'block_writes')`);
  await cluster.coordinator.ask('select citus_rebalance_wait()');
  console.log(`rebalance: ${((performance.now() - start) / 1000).toFixed(0)} s`);
  const shards = await cluster.coordinator.ask<{ port: number; count: number }>(
    `select nodeport as port, count(*)::int from citus_shards where citus_table_type = 'distributed' group by 1 order by 1`,
  );
  console.log(`shards by worker: ${shards.map(({ count }) => count).join(', ')}`);
  await measure('two workers', async () => await delay(SECONDS * 1000));
} finally {
  await installation.remove();
  await cluster.stop();
}

/** The postmaster and its children. */
async function processesOf(postmaster: number): Promise<string[]> {
  const children = await readFile(`/proc/${postmaster}/task/${postmaster}/children`, 'utf8');
  return [String(postmaster), ...children.split(' ').filter((pid) => pid !== '')];
}
