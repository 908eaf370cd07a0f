/**
 * Kills a worker of a Citus cluster repeatedly while clients of two organizations upload. Organizations on the other worker are
 * not affected, and every acknowledged upload is analyzed in the end. Needs ASSAY_TEST_CITUS_BIN, see `citus-cluster.ts`.
 *
 * ASSAY_CRASH_SEED repeats the choices of a run, ASSAY_CRASH_KILLS sets the number of kills.
 */
import { randomInt } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';
import { openDatabase } from '../../src/store/database.ts';
import { migrate } from '../../src/store/migrate.ts';
import { createInstallation } from '../support/assay-process.ts';
import { CITUS_BIN, startCitusCluster, type CitusCluster, type CitusNode } from '../support/citus-cluster.ts';
import { createRandom } from '../support/seeded-random.ts';
import { until } from '../support/server-processes.ts';
import { newOrganization, type TestOrganization } from '../support/test-assay.ts';
import { findHalfWritten } from './find-half-written.ts';
import { UploadLedger } from './upload-ledger.ts';

const SEED = Number(process.env['ASSAY_CRASH_SEED'] ?? randomInt(2 ** 31));
const KILLS = Number(process.env['ASSAY_CRASH_KILLS'] ?? 4);
const UPLOADS_PER_OUTAGE = 10;
const TIMEOUT_MS = 15 * 60_000;

it(
  `loses no acknowledged upload when a worker is killed ${KILLS} times (seed ${SEED}), and serves the organizations of the other`,
  { timeout: TIMEOUT_MS, skip: CITUS_BIN === undefined },
  async () => {
    const cluster = await startCitusCluster(CITUS_BIN ?? '', 2);
    onTestFinished(async () => await cluster.stop());
    await migrate(cluster.url, { citus: true });
    const installation = await createInstallation();
    onTestFinished(async () => await installation.remove());
    const assay = installation.launch({ environment: { ASSAY_DATABASE_URL: cluster.url } });
    const url = await assay.ready;
    const [victims, others] = await createOrganizations(cluster);
    const ledgers = { victims: new UploadLedger(SEED, victims.token), others: new UploadLedger(SEED, others.token) };
    const random = createRandom(SEED);
    const [victim] = cluster.workers;
    if (victim === undefined) throw new Error('The cluster has no worker.');

    const ended = new AbortController();
    const uploading = Promise.all(
      Object.values(ledgers).map(async (ledger) => await ledger.uploadUntil(ended.signal, url)),
    );
    const more = async (ledger: UploadLedger): Promise<void> => {
      const before = ledger.acknowledged.size;
      await until(() => ledger.acknowledged.size >= before + UPLOADS_PER_OUTAGE);
    };
    for (let kill = 1; kill <= KILLS; kill += 1) {
      await more(ledgers.victims);
      await delay(random.between(0, 500));
      await victim.kill();
      await more(ledgers.others);
      await victim.start();
    }
    ended.abort();
    await uploading;
    for (const ledger of Object.values(ledgers)) await ledger.settle(url);
    await until(async () => (await countAnalyses(cluster, ['queued', 'running'])) === 0);

    for (const [name, ledger] of Object.entries(ledgers)) {
      const analyzed = await countAnalyzed(cluster, ledger);
      console.log(`figure: ${KILLS} kills of a worker: ${name}: ${ledger.sent} sent, ${analyzed} analyzed`);
      expect([ledger.acknowledged.size, analyzed]).toEqual([ledger.sent, ledger.sent]);
      expect(ledger.surprises).toEqual([]);
    }
    expect(await countAnalyses(cluster, ['failed'])).toBe(0);
    expect(await findHalfWritten(cluster.coordinator)).toEqual([]);
  },
);

/** Returns an organization on the first worker, and one on the second. */
async function createOrganizations(cluster: CitusCluster): Promise<[TestOrganization, TestOrganization]> {
  const database = openDatabase({
    url: cluster.url,
    connectionsMax: 1,
    statementTimeoutMs: 30_000,
    onIdleError: () => {},
  });
  const found = new Map<CitusNode, TestOrganization>();
  while (found.size < 2) {
    const organization = await newOrganization(database);
    found.set(await cluster.findWorker(organization.id), organization);
  }
  await database.close();
  const [first, second] = cluster.workers.map((worker) => found.get(worker));
  if (first === undefined || second === undefined) throw new Error('An organization is on neither worker.');
  return [first, second];
}

async function countAnalyses(cluster: CitusCluster, statuses: readonly string[]): Promise<number> {
  const [row] = await cluster.coordinator.ask<{ count: number }>(
    'select count(*)::int as count from analysis where status = any($1)',
    [statuses],
  );
  return row?.count ?? 0;
}

async function countAnalyzed(cluster: CitusCluster, ledger: UploadLedger): Promise<number> {
  const ids = [...ledger.acknowledged.values()].map(({ id }) => id);
  const [row] = await cluster.coordinator.ask<{ count: number }>(
    `select count(*)::int as count from sbom where id = any($1::uuid[]) and status = 'analyzed'`,
    [ids],
  );
  return row?.count ?? 0;
}
