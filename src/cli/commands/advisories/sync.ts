/** `assay advisories sync`: syncs the configured sources now, whether they are due or not. */
import { join } from 'node:path';
import { loadConfig, type Config } from '../../../config.ts';
import { messageOf } from '../../../core/errors.ts';
import { createConfiguredEnrichment, createConfiguredFeeds } from '../../../feeds/configured-feeds.ts';
import type { Sources } from '../../../pipeline/advisories/refresh-sources.ts';
import { ADVISORIES_OFF, ADVISORIES_BUSY, QUEUE_ABSENT } from '../../errors.ts';
import { untilInterrupted } from '../../terminal/interruption.ts';
import type { FileFeed, Feed } from '../../../feeds/feed.ts';
import { REFRESH_INTERRUPTED } from '../../../pipeline/errors.ts';
import { refreshEnrichment } from '../../../pipeline/advisories/refresh-enrichment.ts';
import { refreshSource, type RefreshDeps, type RefreshOptions } from '../../../pipeline/advisories/refresh-source.ts';
import { enqueueSnapshotJobs } from '../../../pipeline/analysis/apply-snapshot.ts';
import { describeEnrichment, describeImport } from './describe-sources.ts';
import { inspectQueue, openQueue } from '../../../queue/pg-boss-queue.ts';
import type { Database } from '../../../store/database.ts';
import { newId } from '../../../store/new-id.ts';
import { createThreadPool } from '../../../threads/pool/thread-pool.ts';
import { describePlace, withDatabase } from '../../command-database.ts';
import { commandLog, logCommandProblem } from '../../terminal/command-log.ts';
import { createTables } from '../migrate.ts';
import { createImportProgress } from '../../terminal/progress.ts';

interface SyncOptions {
  readonly complete: boolean;
  readonly 'accept-shrink': boolean;
}

export async function sync(values: SyncOptions, source: string | undefined): Promise<void> {
  const config = loadConfig();
  const all = configuredSources(config);
  const isWanted = ({ name }: { readonly name: string }): boolean => source === undefined || name === source;
  const sources = { feeds: all.feeds.filter(isWanted), enrichment: all.enrichment.filter(isWanted) };
  if (sources.feeds.length + sources.enrichment.length === 0)
    throw ADVISORIES_OFF({ setting: settingOf(source ?? 'osv') });
  const options = {
    kind: values.complete ? 'complete' : 'delta',
    acceptShrink: values['accept-shrink'],
  } as const;
  await untilInterrupted(
    async (signal) => await withRefreshDeps(config, signal, async (deps) => await syncSources(deps, sources, options)),
  );
}

function settingOf(source: string): string {
  if (source === 'packages') return 'ASSAY_PACKAGE_INDEXES';
  return source === 'distributions' ? 'ASSAY_DISTRIBUTION_ADVISORIES' : `ASSAY_${source.toUpperCase()}_URL`;
}

/** The same sources as in `assay serve`. */
export function configuredSources({ advisories, dataDir, proxy }: Config): Sources {
  const common = { stagingDir: join(dataDir, 'staging'), proxy };
  return {
    feeds: createConfiguredFeeds({ ...advisories, ...common }),
    enrichment: createConfiguredEnrichment({ ...advisories, ...common }),
  };
}

const QUEUE_STOP_MS = 5_000;

/** The dependencies of an import for the duration of a command. The queue is only used to notify the processes that run jobs. */
export async function withRefreshDeps<Result>(
  config: Config,
  signal: AbortSignal,
  work: (deps: RefreshDeps) => Promise<Result>,
): Promise<Result> {
  return await withDatabase(
    config,
    async (database, url) => {
      if ((await inspectQueue(url)) === undefined) throw QUEUE_ABSENT();
      return await workWith(config, { database, url }, async (deps) => await work({ ...deps, signal }));
    },
    {
      // As in a job: replacing a whole ecosystem is one long statement.
      statementTimeoutMs: 0,
      create: async (newUrl) => {
        process.stdout.write(`No database found. Creating one in ${describePlace(config)}.\n`);
        await createTables(newUrl);
      },
    },
  );
}

async function workWith<Result>(
  config: Config,
  { database, url }: { readonly database: Database; readonly url: string },
  work: (deps: RefreshDeps) => Promise<Result>,
): Promise<Result> {
  const queue = await openQueue({ url, log: logCommandProblem });
  const threads = createThreadPool({ count: config.threads, log: commandLog });
  try {
    const feedIntervalMs = config.advisories.intervalMinutes * 60_000;
    const common = { database, queue, threads, feedIntervalMs, now: Date.now, newId, crashPoint: () => {} };
    return await work({ ...common, onProgress: createImportProgress() });
  } finally {
    await threads.close();
    await queue.stop(QUEUE_STOP_MS);
  }
}

/**
 * Syncs sources one after the other, and prints a line for each. Throws the first failure after all sources were tried; the others
 * are printed.
 */
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
