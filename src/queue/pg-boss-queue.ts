/** The job queue on pg-boss: jobs are rows of the same database, fetched with SKIP LOCKED and monitored by heartbeats. */
import { CompiledQuery } from 'kysely';
import pg from 'pg';
import { PgBoss, type Db } from 'pg-boss';
import type { OrgTx, ReferenceTx } from '../store/database.ts';
import { listen, type Listener } from '../store/delivery/listen.ts';
import { assignTurns } from '../store/delivery/queue-turns.ts';
import { mergedWrite } from '../store/shared-transactions.ts';
import { describeFailure, isInfrastructureFailure, toStoreError } from '../store/failures.ts';
import { openPool } from '../store/connection/open-pool.ts';
import { StatementNames } from '../store/connection/statement-names.ts';
import type { JobQueue, QueueDepth } from './job-queue.ts';
import { JOBS, RENAMED_JOBS, type AnalysisJob, type JobName, type JobPayloads, type JobPolicy } from './jobs.ts';
import { announceJob, refundRunningAttempts, workOn, type QueueLog } from './pg-boss-worker.ts';

export interface QueueOptions {
  readonly url: string;
  readonly log: QueueLog;
  readonly connectionsMax?: number;
  /**
   * Whether connections lead to the server itself, not to a pooler: then it remembers the plans of statements, and commits of
   * workers do not wait for the disk. A job whose start or end is lost with its commit only runs again.
   */
  readonly isDirect?: boolean;
}

const SCHEMA = 'pgboss';
/** Wakes up workers; the payload is the name of the queue. */
const JOB_CHANNEL = 'assay_job';
const WAITING_COUNT_AGE_MS = 5_000;
const OLDEST_AGE_MS = 15_000;
const HEARTBEAT_SECONDS = 20;
const SUPERVISE_EVERY_MS = 10_000;
/** After an outage of the database, running jobs have this much time to renew their heartbeats or return their attempts. */
const SUPERVISE_PAUSE_MS = 15_000;
const FAILURE_LOG_INTERVAL_MS = 10_000;
/** Jobs that fail for infrastructure reasons are retried without limit, so the backoff needs a maximum. */
const RETRY_PAUSE_SECONDS_MAX = 60;
const CONNECTIONS_MAX = 3;
/** The largest possible priority. Later turns share it and run in order of creation. */
const TURN_MAX = 2_147_483_647;

/** Overrides of the schedules in `JOBS`. */
export type Schedules = Partial<Record<JobName, string>>;

/**
 * Creates the queue's own tables. Part of the migration, so that everything else can run without the permission to create tables.
 */
export async function migrateQueue(options: QueueOptions, schedules: Schedules = {}): Promise<void> {
  const pool = openPool({ ...options, connectionsMax: 1, applicationName: 'assay-queue', onIdleError: () => {} });
  const boss = new PgBoss({ db: toBossDb(pool), schema: SCHEMA, supervise: false, schedule: false });
  boss.on('error', (error) => options.log('error', 'queue error', { err: error }));
  try {
    // The queue stays on the coordinator of a Citus cluster. PostgreSQL itself ignores the setting.
    await pool.query('set citus.enable_ddl_propagation = off');
    await boss.start();
    for (const [name, policy] of Object.entries(JOBS) as [JobName, JobPolicy][]) {
      const settings = {
        retryLimit: policy.retries,
        // Backoff of 5, 10 and 20 s, plus random jitter of up to the same length.
        retryDelay: 5,
        retryBackoff: true,
        retryDelayMax: RETRY_PAUSE_SECONDS_MAX,
        heartbeatSeconds: HEARTBEAT_SECONDS,
        expireInSeconds: (policy.expireMinutes ?? 15) * 60,
        deleteAfterSeconds: 7 * 24 * 3600,
        // Assay announces jobs itself, after the commit: transactions that call NOTIFY commit one at a time.
        notify: false,
        ...(policy.deadLetter !== undefined && { deadLetter: policy.deadLetter }),
      };
      await boss.createQueue(name, settings);
      await boss.updateQueue(name, settings);
      const schedule = schedules[name] ?? policy.schedule;
      if (schedule !== undefined) await boss.schedule(name, schedule, {}, { singletonKey: name });
    }
    for (const [from, to] of Object.entries(RENAMED_JOBS)) await renameQueue(pool, from, to);
  } finally {
    await boss.stop({ graceful: false });
    await pool.end();
  }
}

/** Other processes may rename the same queue at the same time, and an older version of Assay may still add jobs to it. */
async function renameQueue(pool: pg.Pool, from: string, to: JobName): Promise<void> {
  await pool.query(
    `update ${SCHEMA}.job set name = case name when $1 then $2 else name end,
       dead_letter = case dead_letter when $1 then $2 else dead_letter end
     where name = $1 or dead_letter = $1`,
    [from, to],
  );
  await pool.query(
    `delete from ${SCHEMA}.queue q
     where name = $1 and not exists (select from ${SCHEMA}.job j where j.name = q.name or j.dead_letter = q.name)`,
    [from],
  );
}

/** Returns undefined before `migrateQueue` has run on this database. Read-only. */
export async function inspectQueue(url: string): Promise<{ readonly oldestUploadSeconds: number } | undefined> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 });
  client.on('error', () => {});
  await client.connect();
  try {
    const { rows } = await client.query<{ present: boolean }>('select to_regclass($1) is not null as present', [
      `${SCHEMA}.queue`,
    ]);
    if (rows[0]?.present !== true) return undefined;
    const db = { executeSql: async (text: string, values?: unknown[]) => await client.query(text, values) };
    return { oldestUploadSeconds: await getOldestUploadSeconds(db) };
  } finally {
    await client.end();
  }
}

export async function openQueue(options: QueueOptions): Promise<JobQueue> {
  const stopping = new AbortController();
  let lastErrorAt = 0;
  let loggedAt = 0;
  let trouble = { at: 0, reason: '' };
  const onTrouble = (error: unknown): void => void (trouble = { at: Date.now(), reason: describeFailure(error) });
  const onError = (error: Error): void => {
    // During shutdown, the server closes connections that the pool considers closed already.
    if (stopping.signal.aborted) return;
    lastErrorAt = Date.now();
    // pg-boss emits copies of errors that have lost their class; `onTrouble` has already received the original from the failed
    // statement.
    if (trouble.at < lastErrorAt - 1_000) return options.log('error', 'queue error', { err: error });
    // Log once: every slot of every queue reports the same outage.
    if (lastErrorAt - loggedAt < FAILURE_LOG_INTERVAL_MS) return;
    loggedAt = lastErrorAt;
    options.log('warn', 'waiting for the database', { reason: trouble.reason });
  };
  const pool = openPool({
    connectionsMax: CONNECTIONS_MAX,
    ...options,
    applicationName: 'assay-queue',
    ...(options.isDirect === true && { settings: '-c synchronous_commit=off' }),
    onIdleError: (error) => {
      onTrouble(error);
      onError(error);
    },
  });
  const db = toBossDb(pool, onTrouble, options.isDirect === true ? new StatementNames() : undefined);
  const boss = new PgBoss({
    db,
    schema: SCHEMA,
    migrate: false,
    createSchema: false,
    // Less than the interval between two calls of `supervise`, each of which counts the jobs and looks for lost ones.
    monitorIntervalSeconds: SUPERVISE_EVERY_MS / 1_000 - 2,
    supervise: false,
  });
  boss.on('error', onError);
  boss.on('warning', (warning) => options.log('warn', 'queue warning', { warning: warning.message }));
  try {
    await boss.start();
  } catch (error) {
    await pool.end();
    throw error;
  }
  // pg-boss does not supervise itself: after an outage it would treat every running job as lost, because no heartbeat got
  // through.
  const supervising = setInterval(() => {
    if (Date.now() - trouble.at > SUPERVISE_PAUSE_MS) boss.supervise().catch(onError);
  }, SUPERVISE_EVERY_MS);
  const addJobs = mergedWrite(async (tx: ReferenceTx, jobs: readonly NewJob[]) => {
    for (const [name, sameName] of Map.groupBy(jobs, (job) => job.name)) {
      const rows = sameName.map(({ payload }) => {
        const isFair = JOBS[name].fair === true && 'orgId' in payload;
        return { data: payload, ...(isFair && { group: { id: payload.orgId } }) };
      });
      await boss.insert(name, rows, { db: toDb(tx) });
      tx.announce(JOB_CHANNEL, name);
    }
  });
  const addAnalyses = mergedWrite(async (tx: OrgTx, jobs: readonly NewAnalysisJob[]) => {
    for (const [name, sameName] of Map.groupBy(jobs, (job) => job.name)) {
      const first = await assignTurns(tx, name, sameName.length);
      const rows = sameName.map(({ id, versionId }, index) => ({
        id,
        data: { orgId: tx.orgId, versionId },
        priority: -Math.min(first + index, TURN_MAX),
        group: { id: tx.orgId },
      }));
      await boss.insert(name, rows, { db: toDb(tx) });
      tx.announce(JOB_CHANNEL, name);
    }
  });
  let counted = { at: 0, count: 0 };
  let oldest = { at: 0, seconds: 0 };
  let listener: Listener | undefined;

  return {
    enqueue: async (tx, name, payload) => {
      await addJobs(tx, { name, payload });
    },
    enqueueAnalysis: async (tx, name, job) => {
      await addAnalyses(tx, { name, ...job });
    },
    listActiveJobs: async (tx, ids) => {
      const { rows } = await tx.client.query<{ id: string }>(
        `select id from ${SCHEMA}.job where name = any($1) and id = any($2::uuid[]) and state in ('created', 'retry', 'active')`,
        [Object.keys(JOBS), ids],
      );
      return new Set(rows.map((row) => row.id));
    },
    listOrganizationsWithJob: async (tx, name, orgIds) => await listWithJob(tx, name, 'orgId', orgIds),
    listVersionsWithJob: async (tx, name, versionIds) => await listWithJob(tx, name, 'versionId', versionIds),
    work: async (handlers) => {
      for (const name of Object.keys(JOBS) as JobName[]) {
        await workOn(boss, name, handlers, { log: options.log, signal: stopping.signal });
      }
      listener = listen({
        url: options.url,
        channels: [JOB_CHANNEL],
        onMessage: (_channel, name) => announceJob(boss, name),
        onConnected: () => {
          for (const name of Object.keys(JOBS)) announceJob(boss, name);
        },
        onTrouble: (error) => {
          if (!stopping.signal.aborted)
            options.log('warn', 'job notifications unavailable, polling', { reason: describeFailure(error) });
        },
      });
    },
    countWaiting: async () => {
      if (Date.now() - counted.at > WAITING_COUNT_AGE_MS) {
        const queues = await boss.getQueues(Object.keys(JOBS));
        counted = { at: Date.now(), count: queues.reduce((sum, queue) => sum + queue.queuedCount, 0) };
      }
      return counted.count;
    },
    listDepths: async (tx) => {
      // The index of this condition contains only waiting jobs, with their creation time.
      const { rows } = await tx.client.query<QueueDepth>(
        `select name, count(*)::int as waiting, extract(epoch from now() - min(created_on))::float8 as "oldestSeconds"
         from ${SCHEMA}.job where name = any($1) and state < 'active' and not blocked group by name`,
        [Object.keys(JOBS)],
      );
      const found = new Map(rows.map((row) => [row.name, row]));
      return (Object.keys(JOBS) as JobName[]).map((name) => found.get(name) ?? { name, waiting: 0, oldestSeconds: 0 });
    },
    oldestUploadSeconds: async () => {
      if (Date.now() - oldest.at > OLDEST_AGE_MS) {
        // Set before the query, so that concurrent calls do not run it too.
        oldest = { ...oldest, at: Date.now() };
        oldest = { ...oldest, seconds: await getOldestUploadSeconds(db) };
      }
      return oldest.seconds;
    },
    isHealthy: () => Date.now() - lastErrorAt > 10_000,
    stop: async (timeoutMs) => {
      stopping.abort();
      clearInterval(supervising);
      await listener?.stop();
      await refundRunningAttempts(boss).catch((error: unknown) =>
        options.log('warn', 'returning the attempts of interrupted jobs failed', { reason: describeFailure(error) }),
      );
      await boss.stop({ graceful: true, timeout: timeoutMs });
      await pool.end();
    },
  };
}

interface NewJob {
  readonly name: JobName;
  readonly payload: JobPayloads[JobName];
}

interface NewAnalysisJob {
  readonly name: AnalysisJob;
  readonly id: string;
  readonly versionId: string;
}

/** Returns the keys for which such a job is waiting or running. */
async function listWithJob(
  tx: ReferenceTx,
  name: JobName,
  key: 'orgId' | 'versionId',
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  const { rows } = await tx.client.query<{ id: string }>(
    `select distinct data->>$3::text as id from ${SCHEMA}.job
     where name = $1 and state in ('created', 'retry', 'active') and data->>$3::text = any($2)`,
    [name, ids, key],
  );
  return new Set(rows.map((row) => row.id));
}

/** Counts uploads that wait for their first attempt or for a retry. */
async function getOldestUploadSeconds(db: Db): Promise<number> {
  const { rows } = await db.executeSql(
    `select coalesce(extract(epoch from now() - min(created_on)), 0)::int as seconds from ${SCHEMA}.job
     where name = 'analyze-version' and state in ('created', 'retry')`,
  );
  return (rows as readonly { readonly seconds: number }[])[0]?.seconds ?? 0;
}

/**
 * Runs pg-boss on Assay's own pool, which survives the loss of its connections. A connection that has failed is not used again, as
 * with `pool.query`.
 */
function toBossDb(pool: pg.Pool, onTrouble: (error: unknown) => void = () => {}, names?: StatementNames): Db {
  return {
    executeSql: async (text, values = []) => {
      let client: pg.PoolClient | undefined;
      let broken = false;
      try {
        client = await pool.connect();
        if (names?.areOld(client) === true) await client.query('discard plans');
        return await client.query({ text, values, ...names?.of(text, values) });
      } catch (error) {
        broken = true;
        const known = toStoreError(error);
        if (isInfrastructureFailure(known)) onTrouble(known);
        throw known;
      } finally {
        client?.release(broken);
      }
    },
  };
}

function toDb(tx: ReferenceTx): Db {
  return { executeSql: async (text, values) => await tx.db.executeQuery(CompiledQuery.raw(text, values)) };
}
