/**
 * Workers that are suspended or lose their database during an analysis while other workers take it over: there is always one
 * result and one event for it. The web process owns the database; workers are separate processes.
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PgBoss } from 'pg-boss';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { CrashPoint } from '../../src/pipeline/deps.ts';
import { signalProcess } from '../../src/postgres/data-folder/postmaster-file.ts';
import type { AssayProcess, Installation } from '../support/assay-process.ts';
import { startedInstallation } from '../support/started-installation.ts';
import { aCycloneDx } from '../support/documents.ts';
import { until } from '../support/server-processes.ts';
import { upload } from '../support/upload.ts';
import { findHalfWritten } from './find-half-written.ts';
import { hurryDeadJobs } from './hurry-dead-jobs.ts';

let installation: Installation;
let url: string;
let databaseUrl: string;
let sent = 0;
const workers: AssayProcess[] = [];

beforeAll(async () => {
  installation = await startedInstallation();
  url = await installation.launch({ environment: { ASSAY_ROLE: 'web' } }).ready;
  databaseUrl = (await installation.databaseUrl()).replace('//postgres@', '//assay@');
});
afterEach(async () => {
  await Promise.all(workers.splice(0).map(async (worker) => await worker.end('SIGKILL')));
});
afterAll(async () => await installation.remove());

async function launchWorker(stopAt?: CrashPoint): Promise<AssayProcess> {
  const worker = installation.launch({
    environment: {
      ASSAY_ROLE: 'worker',
      ASSAY_DATABASE_URL: databaseUrl,
      ASSAY_DATA_DIR: join(installation.folder, `worker-${workers.length}`),
      ASSAY_TEST_HOOKS: '1',
      ...(stopAt !== undefined && { ASSAY_STOP_AT: stopAt }),
    },
  });
  workers.push(worker);
  await worker.ready;
  return worker;
}

/** Returns the id of the new version. */
async function send(version: string): Promise<string> {
  sent += 1;
  const body = Buffer.from(JSON.stringify(aCycloneDx({ version: sent })));
  const outcome = await upload(url, installation.token, { service: 'service', version, slot: 'slot', body });
  if (outcome.kind !== 'stored') throw new Error(`The upload ended with ${JSON.stringify(outcome)}.`);
  return outcome.receipt.versionId;
}

async function isStopped({ pid }: AssayProcess): Promise<boolean> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
  // The state follows the process name in parentheses, which may contain any character.
  return stat.slice(stat.lastIndexOf(')') + 2).startsWith('T');
}

/** Simulates that the leases of running jobs have expired and that the queue, which checks every ten seconds, has noticed it. */
async function endLeases(): Promise<void> {
  await installation.ask(
    `update pgboss.job set heartbeat_on = heartbeat_on - interval '1 minute'
     where name = 'analyze-version' and state = 'active'`,
  );
  const boss = new PgBoss({
    connectionString: databaseUrl,
    supervise: false,
    schedule: false,
    monitorIntervalSeconds: 1,
  });
  await boss.start();
  await boss.supervise('analyze-version');
  await boss.stop({ graceful: false });
}

async function isAnalyzed(versionId: string): Promise<boolean> {
  await hurryDeadJobs(installation);
  const rows = await installation.ask(
    'select 1 from service_version where id = $1 and analyzed_generation = generation',
    [versionId],
  );
  return rows.length > 0;
}

interface Result {
  readonly analyses: readonly object[];
  readonly halfWritten: readonly string[];
}

async function resultOf(versionId: string): Promise<Result> {
  const analyses = await installation.ask(
    `select a.status, (select count(*)::int from event e where e.analysis_id = a.id and e.type like 'analysis.%') as events
     from analysis a where a.version_id = $1`,
    [versionId],
  );
  return { analyses, halfWritten: await findHalfWritten(installation) };
}

const ONE: Result = { analyses: [{ status: 'completed', events: 1 }], halfWritten: [] };

describe('an analysis has one result and one event', () => {
  it('when its worker is suspended past the lease, and resumes after another worker has finished it', async () => {
    const late = await launchWorker('inventory-kept');
    const versionId = await send('late');
    await until(async () => await isStopped(late));
    await launchWorker();

    await endLeases();
    await until(async () => await isAnalyzed(versionId));
    signalProcess(late.pid, 'SIGCONT');
    await late.end('SIGTERM');

    expect(await resultOf(versionId)).toEqual(ONE);
  });

  it('when two workers run it at the same time', async () => {
    const both = await Promise.all([launchWorker('job-claimed'), launchWorker('job-claimed')]);
    const versionId = await send('doubled');
    await until(async () => (await Promise.all(both.map(isStopped))).includes(true));
    await endLeases();
    await until(async () => {
      await hurryDeadJobs(installation);
      return !(await Promise.all(both.map(isStopped))).includes(false);
    });

    for (const { pid } of both) signalProcess(pid, 'SIGCONT');
    await until(async () => await isAnalyzed(versionId));
    await Promise.all(both.map(async (worker) => await worker.end('SIGTERM')));

    expect(await resultOf(versionId)).toEqual(ONE);
  });

  it('when the database is killed and restarted in the middle', async () => {
    const worker = await launchWorker('inventory-kept');
    const versionId = await send('restarted');
    await until(async () => await isStopped(worker));

    await installation.killPostmaster();
    await until(async () => await installation.ask('select 1').then(Boolean, () => false));
    signalProcess(worker.pid, 'SIGCONT');
    await until(async () => await isAnalyzed(versionId).catch(() => false));

    expect(await resultOf(versionId)).toEqual(ONE);
  });
});
