/** Syncs sources one after the other, and prints a line for each; a failure does not stop the others. */
import { messageOf } from '../../../core/errors.ts';
import type { FileFeed } from '../../../feeds/enrichment-feed.ts';
import type { Feed } from '../../../feeds/feed.ts';
import { REFRESH_INTERRUPTED } from '../../../pipeline/errors.ts';
import type { Sources } from '../../../pipeline/advisories/refresh-all.ts';
import { refreshEnrichment } from '../../../pipeline/advisories/refresh-enrichment.ts';
import { refreshSource, type RefreshDeps, type RefreshOptions } from '../../../pipeline/advisories/refresh-source.ts';
import { enqueueSnapshotJobs } from '../../../pipeline/scheduling/enqueue-snapshot-jobs.ts';
import { ADVISORIES_BUSY } from '../../errors.ts';
import { describeEnrichment, describeImport } from './describe-sources.ts';

/** Throws the first failure after all sources were tried; the others are printed. */
export async function syncSources(
  deps: RefreshDeps,
  { feeds, enrichment }: Sources,
  options: RefreshOptions,
  from: (feed: Feed | FileFeed) => string = ({ url }) => url,
): Promise<void> {
  const failures: unknown[] = [];
  const isInterrupted = (): boolean => deps.signal?.aborted === true;
  const attempt = async (feed: Feed | FileFeed, work: () => Promise<string | undefined>): Promise<void> => {
    if (isInterrupted()) throw REFRESH_INTERRUPTED({ source: feed.name });
    process.stdout.write(`Syncing ${feed.name} from ${from(feed)}\n`);
    try {
      const report = await work();
      if (report === undefined) throw ADVISORIES_BUSY({ source: feed.name });
      process.stdout.write(report);
    } catch (error) {
      if (isInterrupted()) throw error;
      failures.push(error);
    }
  };
  for (const feed of feeds) {
    await attempt(feed, async () => {
      const startedAt = performance.now();
      const report = await refreshSource(deps, feed, options);
      return report && describeImport(report, performance.now() - startedAt);
    });
  }
  for (const feed of enrichment) {
    await attempt(feed, async () => {
      const report = await refreshEnrichment(deps, feed, { acceptShrink: options.acceptShrink ?? false });
      return report && describeEnrichment(report);
    });
  }
  await enqueueSnapshotJobs(deps);
  const [first, ...others] = failures;
  for (const error of others) process.stderr.write(`${messageOf(error)}\n`);
  if (first !== undefined) throw first;
}
