/** Refreshes every source of the installation, one after the other; a failure does not stop the others. */
import { setTimeout as delay } from 'node:timers/promises';
import type { FileFeed } from '../../feeds/enrichment-feed.ts';
import type { Feed } from '../../feeds/feed.ts';
import { listSources } from '../../store/advisories/sources/sources.ts';
import { refreshEnrichment } from './refresh-enrichment.ts';
import { refreshSource, type RefreshDeps } from './refresh-source.ts';
import { enqueueSnapshotJobs } from '../scheduling/enqueue-snapshot-jobs.ts';

export interface Sources {
  readonly feeds: readonly Feed[];
  readonly enrichment: readonly FileFeed[];
}

/** These sources change once a day. The interval is shorter, so that a run or two may fail before the data counts as stale. */
const ENRICHMENT_AFTER_MS = 18 * 3_600_000;

/** Throws the first error after all sources had their turn. */
export async function refreshAll(deps: RefreshDeps, { feeds, enrichment }: Sources): Promise<void> {
  const failures: unknown[] = [];
  const attempt = async (work: () => Promise<unknown>): Promise<void> => {
    deps.signal?.throwIfAborted();
    await work().catch((error: unknown) => failures.push(error));
  };
  for (const feed of feeds) await attempt(async () => await refreshWhenFree(deps, feed));
  for (const feed of await findDue(deps, enrichment)) {
    await attempt(async () => await refreshEnrichment(deps, feed));
  }
  await enqueueSnapshotJobs(deps);
  if (failures.length > 0) throw failures[0];
}

/** A process that died holds its lease for a while; waiting for the next scheduled run would be late. */
async function refreshWhenFree(deps: RefreshDeps, feed: Feed): Promise<void> {
  const { signal } = deps;
  for (let attempt = 0; attempt < BUSY_ATTEMPTS_MAX; attempt += 1) {
    if ((await refreshSource(deps, feed)) !== undefined) return;
    await delay(BUSY_WAIT_MS, undefined, signal === undefined ? {} : { signal });
  }
}

const BUSY_WAIT_MS = 10_000;
/** Together longer than a lease. If the lease is still held, the other process is alive and does the same work. */
const BUSY_ATTEMPTS_MAX = 15;

async function findDue(deps: RefreshDeps, feeds: readonly FileFeed[]): Promise<readonly FileFeed[]> {
  const sources = await deps.database.reference(listSources);
  return feeds.filter((feed) => {
    const source = sources.find(({ name }) => name === feed.name);
    const isLoaded = source?.state === 'ready' && source.url === feed.url && source.lastGoodAt !== null;
    return !isLoaded || deps.now() - Date.parse(source.lastGoodAt) >= ENRICHMENT_AFTER_MS;
  });
}
