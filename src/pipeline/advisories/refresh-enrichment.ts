/**
 * Reads an enrichment source into its table: one file, one transaction, and one new snapshot if anything differs. A file that is
 * refused or unreachable changes only the row of its source.
 */
import { messageOf } from '../../core/errors.ts';
import type { EnrichmentFile, FileFeed, JarTableFile, PackageIndexFile } from '../../feeds/feed.ts';
import { recordFileResult, findLastFile, type LastFile } from '../../store/advisories/sources.ts';
import { mergeEnrichment, type EnrichmentMerge } from '../../store/advisories/merge/enrichment.ts';
import { mergePackageIndex } from '../../store/advisories/merge/package-sources.ts';
import { takeSnapshot } from '../../store/advisories/snapshots.ts';
import type { ReferenceTx } from '../../store/database.ts';
import { nowOf } from '../deps.ts';
import { REFRESH_INTERRUPTED } from '../errors.ts';
import { createProgressRecorder, withLease, type Lease, type ReadingDeps } from './with-lease.ts';

export interface EnrichmentOptions {
  /** The file may be much smaller or older than the last one, because an operator has checked it. */
  readonly acceptShrink?: boolean;
}

export type EnrichmentReport = { readonly kind: 'unchanged' } | ({ readonly kind: 'read' } & EnrichmentMerge);

interface Run {
  readonly deps: ReadingDeps;
  readonly feed: FileFeed;
  readonly lease: Lease;
  readonly last: LastFile | undefined;
  readonly acceptShrink: boolean;
}

/** Returns undefined if another process is reading this source. */
export async function refreshEnrichment(
  deps: ReadingDeps,
  feed: FileFeed,
  { acceptShrink = false }: EnrichmentOptions = {},
): Promise<EnrichmentReport | undefined> {
  const prepare = async (tx: ReferenceTx): Promise<LastFile | undefined> => await findLastFile(tx, feed);
  return await withLease(deps, feed, prepare, async (last, lease) => {
    try {
      return await refreshNow({ deps, feed, lease, last, acceptShrink });
    } catch (error) {
      const problem = lease.signal.aborted ? REFRESH_INTERRUPTED({ source: feed.name }, { cause: error }) : error;
      const message = messageOf(problem);
      await deps.database.reference(async (tx) => {
        // Otherwise the row belongs to the process that has taken over the source.
        await lease.hold(tx);
        await recordFileResult(tx, feed.name, { kind: 'failed', error: message });
      });
      throw problem;
    }
  });
}

async function refreshNow(run: Run): Promise<EnrichmentReport> {
  const { deps, feed, lease, last, acceptShrink } = run;
  const { etag, lastModified } = last ?? {};
  const before = acceptShrink ? undefined : last;
  const onProgress = createProgressRecorder(deps, feed.name);
  const answer = await feed.read({ etag, lastModified, before, signal: lease.signal, nowMs: deps.now() }, (progress) =>
    onProgress({ ...progress, directoryNumber: 1, directoryCount: 1 }),
  );
  if (answer.kind === 'read') return { kind: 'read', ...(await mergeFile(run, answer)) };
  await deps.database.reference(async (tx) => {
    await lease.hold(tx);
    await recordFileResult(tx, feed.name, { kind: 'unchanged', at: nowOf(deps) });
  });
  return answer;
}

async function mergeFile(
  { deps, feed, lease }: Run,
  file: EnrichmentFile | PackageIndexFile | JarTableFile,
): Promise<EnrichmentMerge> {
  const { asOf, etag, lastModified } = file;
  try {
    return await deps.database.reference(async (tx) => {
      const takeNumber = async (changed: number): Promise<number> =>
        await takeSnapshot(tx, feed.name, changed, nowOf(deps));
      const merge =
        file.part === 'packages' || file.part === 'jars'
          ? await mergePackageIndex(tx, file.part, file.batches, takeNumber)
          : await mergeEnrichment(tx, file.part, file.batches, takeNumber);
      await lease.hold(tx);
      const end = { kind: 'read', at: nowOf(deps), records: merge.rows, asOf, etag, lastModified } as const;
      await recordFileResult(tx, feed.name, end);
      return merge;
    });
  } finally {
    await file.close();
  }
}
