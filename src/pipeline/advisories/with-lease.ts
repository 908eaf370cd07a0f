/**
 * Ensures that one process at a time reads a source: a lease on its row, renewed during the work, that expires if the process
 * dies.
 */
import {
  lockLease,
  renewLease,
  acquireLease,
  recordProgress,
  type SourceProgress,
} from '../../store/advisories/sources.ts';
import type { ReferenceTx } from '../../store/database.ts';
import { nowOf, type PipelineDeps } from '../deps.ts';
import { REFRESH_OVERTAKEN } from '../errors.ts';
import type { FeedProgress } from '../../feeds/feed.ts';

/** Progress of the directory that is being read, and its place among the directories of the run. */
export type ImportProgress = FeedProgress & Pick<SourceProgress, 'directoryNumber' | 'directoryCount'>;

export type ReadingDeps = PipelineDeps & {
  readonly onProgress: (source: string, progress: ImportProgress) => void;
  /** Stops reading, between two batches at the latest. */
  readonly signal?: AbortSignal | undefined;
};

const LEASE_MS = 120_000;

export interface Lease {
  /** Aborted when another process has taken over the source, which happens if this one was stalled for minutes. */
  readonly lost: AbortSignal;
  /** Aborted when the lease is lost, or by the signal of the dependencies. */
  readonly signal: AbortSignal;
  /** Throws REFRESH_OVERTAKEN if the lease is lost; otherwise no other process can take it until the transaction ends. */
  hold(tx: ReferenceTx): Promise<void>;
}

/**
 * Returns undefined if another process is reading this source. `prepare` runs in the transaction that takes the lease, before it.
 * The work must release the lease with its result.
 */
export async function withLease<Prepared, Result>(
  deps: Omit<ReadingDeps, 'onProgress'>,
  source: { readonly name: string; readonly url: string },
  prepare: (tx: ReferenceTx) => Promise<Prepared>,
  work: (prepared: Prepared, lease: Lease) => Promise<Result>,
): Promise<Result | undefined> {
  const taken = await deps.database.reference(async (tx) => {
    const prepared = await prepare(tx);
    const lease = await acquireLease(tx, source, deps.now(), LEASE_MS);
    return lease && { prepared, until: lease.until };
  });
  if (taken === undefined) return undefined;
  const { name } = source;
  const loss = new AbortController();
  let { until } = taken;
  let renewing: Promise<void> = Promise.resolve();
  const renewal = setInterval(() => {
    renewing = renew();
  }, LEASE_MS / 4);
  try {
    const signal = AbortSignal.any([loss.signal, ...(deps.signal === undefined ? [] : [deps.signal])]);
    return await work(taken.prepared, { lost: loss.signal, signal, hold });
  } finally {
    clearInterval(renewal);
    await renewing;
  }

  /** A failed renewal is compensated by the next one. */
  async function renew(): Promise<void> {
    const next = new Date(deps.now() + LEASE_MS);
    const renewed = await deps.database
      .reference(async (tx) => await renewLease(tx, name, until, next))
      .catch(() => undefined);
    if (renewed === true) until = next;
    if (renewed === false) loss.abort(REFRESH_OVERTAKEN({ source: name }));
  }

  async function hold(tx: ReferenceTx): Promise<void> {
    await renewing;
    if (!(await lockLease(tx, name, until))) throw REFRESH_OVERTAKEN({ source: name });
  }
}

const RECORD_INTERVAL_MS = 1_000;

/** Reports progress, and writes it at most once a second to the row of the source, so that other processes can show it. */
export function createProgressRecorder(deps: ReadingDeps, source: string): (progress: ImportProgress) => void {
  let current: { readonly directory: string; readonly startedAt: string } | undefined;
  let notedAt = -Infinity;
  let isWriting = false;
  return (reported) => {
    deps.onProgress(source, reported);
    const { skipped: _skipped, ...counts } = reported;
    const { directory } = counts;
    if (directory !== current?.directory) current = { directory, startedAt: nowOf(deps) };
    const { startedAt } = current;
    if (isWriting || performance.now() - notedAt < RECORD_INTERVAL_MS) return;
    isWriting = true;
    notedAt = performance.now();
    const progress = { ...counts, startedAt };
    deps.database
      .reference(async (tx) => await recordProgress(tx, source, progress))
      // Progress is not critical, and the next note follows soon.
      .catch(() => {})
      .finally(() => {
        isWriting = false;
      });
  };
}
