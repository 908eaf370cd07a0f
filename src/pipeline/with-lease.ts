/** One process at a time reads a source: a lease on its row, renewed while the work goes on, that ends by itself if it dies. */
import { holdsLease, renewLease, takeLease } from '../store/advisories/sources.ts';
import type { ReferenceTx } from '../store/database.ts';
import type { PipelineDeps } from './deps.ts';
import { REFRESH_OVERTAKEN } from './errors.ts';

const LEASE_MS = 120_000;

export interface Lease {
  /** Aborted when another process has taken the source over, which happens to one that stood still for minutes. */
  readonly lost: AbortSignal;
  /** Throws REFRESH_OVERTAKEN when it is no longer ours; else nobody else can take it until the transaction ends. */
  hold(tx: ReferenceTx): Promise<void>;
}

/**
 * Undefined when another process reads this source. `prepare` runs in the transaction that takes the lease, before it. The work
 * has to give the lease back, with how it ended.
 */
export async function withLease<Prepared, Result>(
  deps: PipelineDeps,
  source: { readonly name: string; readonly url: string },
  prepare: (tx: ReferenceTx) => Promise<Prepared>,
  work: (prepared: Prepared, lease: Lease) => Promise<Result>,
): Promise<Result | undefined> {
  const taken = await deps.database.reference(async (tx) => {
    const prepared = await prepare(tx);
    const lease = await takeLease(tx, source, deps.now(), LEASE_MS);
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
    return await work(taken.prepared, { lost: loss.signal, hold });
  } finally {
    clearInterval(renewal);
    await renewing;
  }

  /** A renewal that fails is made up for by the next. */
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
    if (!(await holdsLease(tx, name, until))) throw REFRESH_OVERTAKEN({ source: name });
  }
}
