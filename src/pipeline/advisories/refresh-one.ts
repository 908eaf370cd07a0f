/** Refreshes one source on request, whether it is due or not. */
import type { RefreshRequest } from './request-refresh.ts';
import type { Sources } from './refresh-all.ts';
import { refreshEnrichment } from './refresh-enrichment.ts';
import { refreshSource, type RefreshDeps } from './refresh-source.ts';
import { enqueueSnapshotJobs } from '../scheduling/enqueue-snapshot-jobs.ts';

/** Does nothing if the source is not configured, or another process is already reading it. */
export async function refreshOne(
  deps: RefreshDeps,
  { feeds, enrichment }: Sources,
  { source, complete, acceptShrink }: RefreshRequest,
): Promise<void> {
  const feed = feeds.find(({ name }) => name === source);
  if (feed !== undefined) await refreshSource(deps, feed, { kind: complete ? 'complete' : 'delta', acceptShrink });
  const facts = enrichment.find(({ name }) => name === source);
  if (facts === undefined) return;
  await refreshEnrichment(deps, facts, { acceptShrink });
  await enqueueSnapshotJobs(deps);
}
