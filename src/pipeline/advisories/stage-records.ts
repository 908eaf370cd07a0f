/**
 * Converts raw records to staged rows: batches are parsed in threads, a few at once, and copied as they arrive. Results are only
 * counted here; whether they are good enough is decided when the whole directory is staged.
 */
import { availableParallelism } from 'node:os';
import { LIMITS } from '../../core/limits.ts';
import type { RawRecord } from '../../feeds/feed.ts';
import { copyTables } from '../../store/advisories/merge/staging.ts';
import type { Database } from '../../store/database.ts';
import type { ThreadPool } from '../../threads/pool/thread-pool.ts';
import { parseAdvisories } from '../../threads/advisories/parse-advisories.ts';
import type { RecordOutcome } from '../../threads/advisories/advisory-thread.ts';
import { COPIED_COLUMNS, type StagingPlace } from '../../threads/advisories/staged-rows.ts';
import type { PipelineDeps } from '../deps.ts';
import { latestModified } from './plan-directory.ts';

export interface StagedRecords {
  /** Every id that was received, parsable or not, with its modification time if it has one. */
  readonly modifiedOf: ReadonlyMap<string, string | undefined>;
  readonly bad: number;
  readonly future: number;
  /** Problems of the first few unusable records, for display. */
  readonly problems: readonly { readonly id: string; readonly problem: string }[];
}

/** Some are parsed while others are copied. */
const IN_WORK_MAX = 4;
/**
 * A second thread would compile the same code and have a heap of its own, and the database needs as much of a core as one thread:
 * it only helps if there are more than two.
 */
const THREADS_MAX = availableParallelism() > 2 ? 2 : 1;
/** A thread that has parsed more than 8 MiB at once is replaced by a new one, which takes longer than the parsing. */
const JOB_BYTES_MAX = 1024 * 1024;
const JOB_RECORDS_MAX = 250;

export async function stageRecords(
  deps: PipelineDeps & { readonly threads: ThreadPool },
  place: StagingPlace,
  batches: AsyncIterable<readonly RawRecord[]>,
  { signal, target }: { readonly signal: AbortSignal; readonly target: Pick<Database, 'copyInto'> },
): Promise<StagedRecords> {
  const modifiedOf = new Map<string, string | undefined>();
  const problems: { id: string; problem: string }[] = [];
  const counts = { bad: 0, future: 0 };
  const inWork = new Set<Promise<void>>();
  let failure: { readonly error: unknown } | undefined;
  try {
    for await (const batch of batches) {
      for (const records of toJobs(batch.filter(isFirst))) {
        if (failure !== undefined) throw failure.error;
        signal.throwIfAborted();
        const job = stageJob(records)
          .catch((error: unknown) => {
            failure ??= { error };
          })
          .finally(() => inWork.delete(job));
        inWork.add(job);
        if (inWork.size >= IN_WORK_MAX) await Promise.race(inWork);
      }
      deps.crashPoint('advisories-reading');
    }
  } finally {
    await Promise.all(inWork);
  }
  if (failure !== undefined) throw failure.error;
  signal.throwIfAborted();
  return { modifiedOf, problems, ...counts };

  /** An archive may contain an entry twice; the first counts. */
  function isFirst({ id }: RawRecord): boolean {
    if (modifiedOf.has(id)) return false;
    modifiedOf.set(id, undefined);
    return true;
  }

  async function stageJob(records: readonly RawRecord[]): Promise<void> {
    const request = { place, records, modifiedMax: latestModified(deps) };
    const staged = await parseAdvisories(deps.threads.of('advisories', THREADS_MAX), request);
    const corrupt = new Set(staged.corrupt);
    const rejection = records.find(({ id }) => corrupt.has(id))?.deflated?.toRejection();
    if (rejection !== undefined) throw rejection;
    await copyTables(target, COPIED_COLUMNS, staged.rows);
    for (const outcome of staged.outcomes) note(outcome);
  }

  function note(outcome: RecordOutcome): void {
    if (outcome.outcome === 'read') {
      modifiedOf.set(outcome.id, outcome.modified);
      return;
    }
    counts[outcome.outcome] += 1;
    if (problems.length < LIMITS.feedRefusedRecordsNamedMax)
      problems.push({ id: outcome.id, problem: outcome.problem });
  }
}

function* toJobs(batch: readonly RawRecord[]): Generator<readonly RawRecord[]> {
  let job: RawRecord[] = [];
  let bytes = 0;
  for (const record of batch) {
    const size = record.deflated?.size ?? record.bytes.length;
    if (job.length > 0 && (job.length >= JOB_RECORDS_MAX || bytes + size > JOB_BYTES_MAX)) {
      yield job;
      job = [];
      bytes = 0;
    }
    job.push(record);
    bytes += size;
  }
  if (job.length > 0) yield job;
}
