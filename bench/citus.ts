/**
 * Measures Citus clusters with one and with two workers: uploads and analyses per second, and the processor time of each server.
 * All servers share this machine, so the processor time per upload shows what several machines would share; the rate does not.
 *
 *   ASSAY_TEST_CITUS_BIN=/usr/lib/postgresql/15/bin node bench/citus.ts
 */
import { readFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { openDatabase } from '../src/store/database.ts';
import { migrate } from '../src/store/migrate.ts';
import { createInstallation } from '../test/support/assay-process.ts';
import { CITUS_BIN, startCitusCluster, type CitusCluster } from '../test/support/citus-cluster.ts';
import { aNumberedDocument, withNumber } from '../test/support/distinct-documents.ts';
import { newOrganization, type TestOrganization } from '../test/support/test-assay.ts';
import { upload } from '../test/support/upload.ts';
import { waitForQuiet } from './machine.ts';
import { readProcessorMs } from './processor-time.ts';

const ORGANIZATIONS = 8;
const CLIENTS = 8;
const WARM_UP_UPLOADS = 50;
const UPLOADS = 400;
const QUIET_MAX_MS = 5_000;
const DOCUMENT = aNumberedDocument(60_000);

if (CITUS_BIN === undefined) throw new Error('Set ASSAY_TEST_CITUS_BIN to the folder of the PostgreSQL programs.');
for (const workers of [1, 2]) await measureCluster(CITUS_BIN, workers);

async function measureCluster(bin: string, workers: number): Promise<void> {
  const cluster = await startCitusCluster(bin, workers);
  const installation = await createInstallation();
  try {
    await migrate(cluster.url, { citus: true });
    const assay = installation.launch({ environment: { ASSAY_DATABASE_URL: cluster.url } });
    const url = await assay.ready;
    const organizations = await createOrganizations(cluster);
    let sent = 0;
    const load = async (count: number): Promise<void> => {
      const end = sent + count;
      const client = async (): Promise<void> => {
        while (sent < end) {
          const n = sent++;
          const organization = organizations[n % organizations.length];
          const document = { service: 's', version: `v${n}`, slot: 'main', body: withNumber(DOCUMENT, n) };
          const answer = await upload(url, organization?.token ?? '', document);
          if (answer.kind !== 'stored') throw new Error(`An upload was not stored: ${answer.kind}`);
        }
      };
      await Promise.all(Array.from({ length: CLIENTS }, client));
    };
    // Seldom, because the coordinator counts on all workers.
    const analyzeAll = async (): Promise<void> => {
      while ((await countAnalyses(cluster)) < sent) await delay(500);
    };

    await load(WARM_UP_UPLOADS);
    await analyzeAll();
    const servers = [
      { name: 'Assay', pid: assay.pid },
      { name: 'coordinator', pid: cluster.coordinator.pid() },
      ...cluster.workers.map((node, n) => ({ name: `worker ${n + 1}`, pid: node.pid() })),
    ];
    const used = async (): Promise<number[]> =>
      await Promise.all(servers.map(async ({ pid }) => await readProcessorMs(await processesOf(pid ?? 0))));
    const busy = await waitForQuiet(QUIET_MAX_MS);
    const before = await used();
    const start = performance.now();
    await load(UPLOADS);
    const loadedMs = performance.now() - start;
    await analyzeAll();
    const analyzedMs = performance.now() - start;
    const after = await used();
    const shares = servers.map(({ name }, n) => {
      const ms = ((after[n] ?? 0) - (before[n] ?? 0)) / UPLOADS;
      return `${name} ${ms.toFixed(1)} ms`;
    });
    console.log(
      `${workers} ${workers === 1 ? 'worker' : 'workers'}: ${UPLOADS} uploads of ${Math.round(DOCUMENT.length / 1_000)} kB, ` +
        `${((UPLOADS / loadedMs) * 1_000).toFixed(1)} uploads/s; ${((UPLOADS / analyzedMs) * 1_000).toFixed(1)}/s until analyzed; ` +
        `processor time per upload with its analysis: ${shares.join(', ')} (before: ${busy})`,
    );
  } finally {
    await installation.remove();
    await cluster.stop();
  }
}

/** The same number on each worker. */
async function createOrganizations(cluster: CitusCluster): Promise<readonly TestOrganization[]> {
  const database = openDatabase({
    url: cluster.url,
    connectionsMax: 1,
    statementTimeoutMs: 30_000,
    onIdleError: () => {},
  });
  const each = ORGANIZATIONS / cluster.workers.length;
  const found = new Map(cluster.workers.map((worker): [typeof worker, TestOrganization[]] => [worker, []]));
  while ([...found.values()].some((organizations) => organizations.length < each)) {
    const organization = await newOrganization(database);
    const ofWorker = found.get(await cluster.findWorker(organization.id)) ?? [];
    if (ofWorker.length < each) ofWorker.push(organization);
  }
  await database.close();
  return [...found.values()].flat();
}

async function countAnalyses(cluster: CitusCluster): Promise<number> {
  const [row] = await cluster.coordinator.ask<{ count: number }>(
    'select count(*)::int as count from analysis where finished_at is not null',
  );
  return row?.count ?? 0;
}

/** The process and its children. */
async function processesOf(pid: number): Promise<string[]> {
  const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8');
  return [String(pid), ...children.split(' ').filter((child) => child !== '')];
}
