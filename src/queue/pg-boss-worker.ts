/**
 * Takes jobs from pg-boss, one at a time in each slot: a document that takes long, or brings its thread down, holds up nobody
 * that was taken together with it.
 */
import type { JobResult, JobWithMetadata, PgBoss } from 'pg-boss';
import { AssayError } from '../core/errors.ts';
import { callTurn } from '../store/delivery/queue-turns.ts';
import type { GivenUp, JobHandlers } from './job-queue.ts';
import { JOBS, type JobName, type JobPayloads } from './jobs.ts';

export type QueueLog = (level: 'warn' | 'error', message: string, fields: Record<string, unknown>) => void;

export async function workOn<Name extends JobName>(
  boss: PgBoss,
  name: Name,
  handlers: JobHandlers,
  log: QueueLog,
): Promise<void> {
  const { slots, fair = false } = JOBS[name];
  const settings = {
    localConcurrency: slots,
    batchSize: 1,
    includeMetadata: true,
    perJobResults: true,
    // Where no announcement has come: it is lost with a connection.
    pollingIntervalSeconds: 5,
    heartbeatRefreshSeconds: 5,
    // Counted in this process: many processes have many slots, and each may serve one organization.
    ...(fair && { localGroupConcurrency: Math.max(1, slots - 1) }),
  } as const;
  await boss.work<JobPayloads[Name], void, typeof settings>(
    name,
    settings,
    async (jobs: JobWithMetadata<JobPayloads[Name]>[]): Promise<JobResult[]> => {
      const results: JobResult[] = [];
      for (const job of jobs) {
        wakeSlot(boss, name);
        // Who has no turn did not wait for one.
        if (fair && job.priority < 0) await advanceClock(boss, job);
        results.push(await runJob(job, handlers[name], log));
      }
      lookAgain(boss, name);
      return results;
    },
  );
}

/** When a queue was last said to have something new, by its name. */
const announced = new WeakMap<PgBoss, Map<string, number>>();

/** There is something new in the queue, or may be. */
export function announceJob(boss: PgBoss, name: string): void {
  const times = announced.get(boss) ?? new Map<string, number>();
  announced.set(boss, times.set(name, Date.now()));
  wakeSlot(boss, name);
}

/**
 * One slot that has nothing to do, and has not looked since something was announced, looks for a job. If it finds one it wakes the
 * next: a single job does not make all of them look.
 */
function wakeSlot(boss: PgBoss, name: string): void {
  const since = announced.get(boss)?.get(name) ?? 0;
  const idle = boss
    .getWipData()
    .find((worker) => worker.name === name && worker.count === 0 && (worker.lastFetchedOn ?? 0) <= since);
  if (idle !== undefined) boss.notifyWorker(idle.id);
}

/** There may be more: slots that have work look at once when they are done, instead of after their pause. */
function lookAgain(boss: PgBoss, name: JobName): void {
  for (const worker of boss.getWipData()) {
    if (worker.name === name && worker.count > 0) boss.notifyWorker(worker.id);
  }
}

async function advanceClock(boss: PgBoss, { name, priority }: JobWithMetadata<unknown>): Promise<void> {
  await callTurn(async (text, values) => await boss.getDb().executeSql(text, values), name, -priority);
}

async function runJob<Payload>(
  job: JobWithMetadata<Payload>,
  handler: (payload: Payload, givenUp?: GivenUp) => Promise<void>,
  log: QueueLog,
): Promise<JobResult> {
  try {
    await handler(job.data, toGivenUp(job));
    return { id: job.id, status: 'completed' };
  } catch (error) {
    log('error', 'job failed', { job: job.name, jobId: job.id, err: error });
    return { id: job.id, status: 'failed', output: toOutput(error) };
  }
}

/** Only what is meant for the sender: other messages may quote a document, or name what is nobody's business. */
function toOutput(error: unknown): object {
  return error instanceof AssayError ? { code: error.code, message: error.message } : { broken: true };
}

/** Of the job that this one was made from, when its last try had failed. */
function toGivenUp({ sourceId, sourceRetryCount, sourceOutput }: JobWithMetadata<unknown>): GivenUp | undefined {
  if (sourceId === null) return undefined;
  const tries = (sourceRetryCount ?? 0) + 1;
  const output: { code?: unknown; message?: unknown; broken?: unknown } = sourceOutput ?? {};
  if (typeof output.code === 'string' && typeof output.message === 'string') {
    return { tries, lost: false, failure: { code: output.code, message: output.message } };
  }
  return { tries, lost: output.broken !== true };
}
