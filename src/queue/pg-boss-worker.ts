/**
 * Fetches jobs from pg-boss, one at a time per slot, so that a document that takes long or crashes its thread does not delay
 * other jobs. Background jobs, which rarely read a document, are fetched in batches.
 */
import { setTimeout as delay } from 'node:timers/promises';
import type { JobResult, JobWithMetadata, PgBoss } from 'pg-boss';
import { AssayError } from '../core/errors.ts';
import { recordStartedTurn } from '../store/delivery/queue-turns.ts';
import { describeFailure, isInfrastructureFailure } from '../store/failures.ts';
import type { FailedJob, JobHandlers } from './job-queue.ts';
import { JOBS, type JobName, type JobPayloads } from './jobs.ts';

export type QueueLog = (level: 'debug' | 'warn' | 'error', message: string, fields: Record<string, unknown>) => void;

export interface WorkOptions {
  readonly log: QueueLog;
  /** Aborted when the queue stops. */
  readonly signal: AbortSignal;
}

export async function workOn<Name extends JobName>(
  boss: PgBoss,
  name: Name,
  handlers: JobHandlers,
  options: WorkOptions,
): Promise<void> {
  const { slots, fair = false, batch = 1 } = JOBS[name];
  const settings = {
    localConcurrency: slots,
    batchSize: batch,
    includeMetadata: true,
    perJobResults: true,
    // Fallback for a notification that was lost with its connection.
    pollingIntervalSeconds: 5,
    heartbeatRefreshSeconds: 5,
    // Counted per process: with many processes there are many slots, and each process may serve one organization.
    ...(fair && batch === 1 && { localGroupConcurrency: Math.max(1, slots - 1) }),
  } as const;
  await boss.work<JobPayloads[Name], void, typeof settings>(
    name,
    settings,
    async (jobs: JobWithMetadata<JobPayloads[Name]>[]): Promise<JobResult[]> => {
      wakeSlot(boss, name);
      // Turns begin in order, so the last one stands for all of them.
      const last = jobs.toSorted((a, b) => b.priority - a.priority).at(-1);
      // A job without a turn did not wait for one.
      if (last !== undefined && last.priority < 0) await advanceClock(boss, last, options.log);
      const results = await Promise.all(jobs.map(async (job) => await runJob(boss, job, handlers[name], options)));
      notifyBusySlots(boss, name);
      return results;
    },
  );
}

/** Time of the last announcement, by queue name. */
const announced = new WeakMap<PgBoss, Map<string, number>>();

/** Records that the queue has, or may have, a new job, and wakes up a slot. */
export function announceJob(boss: PgBoss, name: string): void {
  const times = announced.get(boss) ?? new Map<string, number>();
  announced.set(boss, times.set(name, Date.now()));
  wakeSlot(boss, name);
}

/**
 * Wakes up one idle slot that has not fetched since the last announcement. If it finds a job it wakes up the next slot, so that a
 * single job does not make all slots fetch.
 */
function wakeSlot(boss: PgBoss, name: string): void {
  const since = announced.get(boss)?.get(name) ?? 0;
  const idle = boss
    .getWipData()
    .find((worker) => worker.name === name && worker.count === 0 && (worker.lastFetchedOn ?? 0) <= since);
  if (idle !== undefined) boss.notifyWorker(idle.id);
}

/**
 * Makes busy slots fetch again as soon as they are done, instead of after their polling interval, because there may be more jobs.
 */
function notifyBusySlots(boss: PgBoss, name: JobName): void {
  for (const worker of boss.getWipData()) {
    if (worker.name === name && worker.count > 0) boss.notifyWorker(worker.id);
  }
}

/** A turn that is not recorded only gives its organization another one earlier, so the jobs still run. */
async function advanceClock(boss: PgBoss, { name, priority }: JobWithMetadata<unknown>, log: QueueLog): Promise<void> {
  try {
    await recordStartedTurn(async (text, values) => await boss.getDb().executeSql(text, values), name, -priority);
  } catch (error) {
    log('warn', 'the turn of a job was not recorded', { job: name, reason: describeFailure(error) });
  }
}

const running = new WeakMap<PgBoss, Set<JobWithMetadata<unknown>>>();

async function runJob<Payload>(
  boss: PgBoss,
  job: JobWithMetadata<Payload>,
  handler: (payload: Payload, failed?: FailedJob) => Promise<void>,
  { log, signal }: WorkOptions,
): Promise<JobResult> {
  const own = running.get(boss) ?? new Set();
  running.set(boss, own.add(job));
  const about = { job: job.name, jobId: job.id };
  try {
    await handler(job.data, toFailedJob(job));
    return { id: job.id, status: 'completed' };
  } catch (error) {
    if (isInfrastructureFailure(error)) {
      log('warn', 'job will be retried after an infrastructure error', { ...about, reason: describeFailure(error) });
      await refundAttempt(boss, job, signal);
    } else {
      log(chooseLogLevel(job, error), 'job failed', { ...about, err: error });
    }
    return { id: job.id, status: 'failed', output: toOutput(error) };
  } finally {
    own.delete(job);
  }
}

/** An expected error, such as an unreachable source, is logged once: when no attempt is left. A defect is logged every time. */
export function chooseLogLevel(
  { retryCount, retryLimit }: Pick<JobWithMetadata<unknown>, 'retryCount' | 'retryLimit'>,
  error: unknown,
): 'debug' | 'error' {
  return error instanceof AssayError && retryCount < retryLimit ? 'debug' : 'error';
}

const REFUND_RETRY_MS = 250;
const REFUND_RETRY_MS_MAX = 5_000;

/** Adds one to the retry limit, so that the attempt does not count. Retries until the database is back or the queue stops. */
async function refundAttempt(boss: PgBoss, job: JobWithMetadata<unknown>, signal: AbortSignal): Promise<void> {
  for (let pauseMs = REFUND_RETRY_MS; !signal.aborted; pauseMs = Math.min(2 * pauseMs, REFUND_RETRY_MS_MAX)) {
    try {
      return await raiseRetryLimit(boss, [job]);
    } catch (error) {
      if (!isInfrastructureFailure(error)) throw error;
    }
    await delay(pauseMs, undefined, { signal }).catch(() => {});
  }
}

/** Keeps the attempts of jobs that a stopping queue interrupts: another process runs them again, and they did not fail. */
export async function refundRunningAttempts(boss: PgBoss): Promise<void> {
  await raiseRetryLimit(boss, [...(running.get(boss) ?? [])]);
}

async function raiseRetryLimit(boss: PgBoss, jobs: readonly JobWithMetadata<unknown>[]): Promise<void> {
  if (jobs.length === 0) return;
  await boss
    .getDb()
    .executeSql('update pgboss.job set retry_limit = retry_limit + 1 where name = any($1) and id = any($2::uuid[])', [
      [...new Set(jobs.map(({ name }) => name))],
      jobs.map(({ id }) => id),
    ]);
}

/** Stores only errors with a message for the user: other messages may quote a document or reveal internal details. */
function toOutput(error: unknown): object {
  return error instanceof AssayError ? { code: error.code, message: error.message } : { broken: true };
}

/** Returns the outcome of the job that this dead-letter job was created from. */
function toFailedJob({ sourceId, sourceRetryCount, sourceOutput }: JobWithMetadata<unknown>): FailedJob | undefined {
  if (sourceId === null) return undefined;
  const tries = (sourceRetryCount ?? 0) + 1;
  const output: { code?: unknown; message?: unknown; broken?: unknown } = sourceOutput ?? {};
  if (typeof output.code === 'string' && typeof output.message === 'string') {
    return { tries, lost: false, failure: { code: output.code, message: output.message } };
  }
  return { tries, lost: output.broken !== true };
}
