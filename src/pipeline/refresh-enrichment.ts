/**
 * A source of enrichment is read into its table: one file, one transaction, one snapshot number when anything differs. A file
 * that is refused, or out of reach, changes nothing but the row of its source.
 */
import type { EnrichmentFeed, EnrichmentFile } from '../feeds/enrichment-feed.ts';
import type { FeedProgress } from '../feeds/feed.ts';
import { endFile, readLastFile, type LastFile } from '../store/advisories/enrichment-source.ts';
import { mergeEnrichment, type EnrichmentMerge } from '../store/advisories/enrichment.ts';
import { takeSnapshot } from '../store/advisories/snapshots.ts';
import type { PipelineDeps } from './deps.ts';
import { withLease } from './with-lease.ts';

export type EnrichmentDeps = PipelineDeps & {
  readonly onProgress: (source: string, progress: FeedProgress) => void;
  /** Ends a download, and a reading between two batches. */
  readonly signal?: AbortSignal | undefined;
};

export type EnrichmentReport = { readonly kind: 'unchanged' } | ({ readonly kind: 'read' } & EnrichmentMerge);

/** Undefined when another process is reading this source. */
export async function refreshEnrichment(
  deps: EnrichmentDeps,
  feed: EnrichmentFeed,
): Promise<EnrichmentReport | undefined> {
  return await withLease(
    deps,
    feed,
    async (tx) => await readLastFile(tx, feed),
    async (last) => {
      try {
        return await readNow(deps, feed, last);
      } catch (error) {
        const problem = error instanceof Error ? error.message : String(error);
        await deps.database.reference(async (tx) => await endFile(tx, feed.name, { kind: 'failed', error: problem }));
        throw error;
      }
    },
  );
}

async function readNow(
  deps: EnrichmentDeps,
  feed: EnrichmentFeed,
  last: LastFile | undefined,
): Promise<EnrichmentReport> {
  const { etag, lastModified } = last ?? {};
  const request = { etag, lastModified, before: last, signal: deps.signal, nowMs: deps.now() };
  const answer = await feed.read(request, (progress) => deps.onProgress(feed.name, progress));
  if (answer.kind === 'read') return { kind: 'read', ...(await takeOver(deps, feed, answer)) };
  await deps.database.reference(async (tx) => await endFile(tx, feed.name, { kind: 'unchanged', at: timeOf(deps) }));
  return answer;
}

async function takeOver(deps: EnrichmentDeps, feed: EnrichmentFeed, file: EnrichmentFile): Promise<EnrichmentMerge> {
  const { asOf, etag, lastModified, batches } = file;
  try {
    return await deps.database.reference(async (tx) => {
      const takeNumber = async (changed: number): Promise<number> =>
        await takeSnapshot(tx, feed.name, changed, timeOf(deps));
      const merge = await mergeEnrichment(tx, feed.name, batches, takeNumber);
      const records = merge.rows;
      await endFile(tx, feed.name, { kind: 'read', at: timeOf(deps), records, asOf, etag, lastModified });
      return merge;
    });
  } finally {
    await file.close();
  }
}

function timeOf(deps: PipelineDeps): string {
  return new Date(deps.now()).toISOString();
}
