/**
 * `assay advisories`: reads the sources now instead of on schedule, and says how they are. It works beside a
 * running Assay or without one; a lease keeps two processes from importing the same source.
 */
import { join } from 'node:path';
import { loadConfig, type Config } from '../config.ts';
import { quote } from '../core/errors.ts';
import { createConfiguredFeeds } from '../feeds/configured-feeds.ts';
import type { Feed } from '../feeds/feed.ts';
import { readDataState } from '../pipeline/data-state.ts';
import { refreshSource, type RefreshDeps } from '../pipeline/refresh-source.ts';
import { isQueueInstalled, openQueue } from '../queue/pg-boss-queue.ts';
import type { Database } from '../store/database.ts';
import { newId } from '../store/new-id.ts';
import { createThreadPool } from '../threads/pool.ts';
import { withDatabase } from './command-database.ts';
import { describeImport, describeSources } from './describe-sources.ts';
import { ADVISORIES_BUSY, ADVISORIES_OFF, QUEUE_ABSENT, USAGE_INVALID } from './errors.ts';
import { untilInterrupted } from './interruption.ts';
import { createImportProgress } from './progress.ts';
import { readArguments } from './read-arguments.ts';

const ACTIONS: Readonly<Record<string, (parameters: readonly string[]) => Promise<void>>> = { sync, status };
const QUEUE_STOP_MS = 5_000;

export async function advisories([action = '', ...parameters]: readonly string[]): Promise<void> {
  const act = Object.hasOwn(ACTIONS, action) ? ACTIONS[action] : undefined;
  if (act === undefined) {
    throw USAGE_INVALID({ problem: `"assay advisories" needs sync or status${action && `, not ${quote(action)}`}.` });
  }
  await act(parameters);
}

async function status(parameters: readonly string[]): Promise<void> {
  readArguments('advisories status', parameters, {});
  await withDatabase(loadConfig(), async (database) => {
    const { sources } = await readDataState(database);
    process.stdout.write(describeSources(sources));
  });
}

async function sync(parameters: readonly string[]): Promise<void> {
  readArguments('advisories sync', parameters, {});
  const config = loadConfig();
  const { osvUrl: url, ecosystems } = config.advisories;
  const stagingDir = join(config.dataDir, 'staging');
  const feeds = createConfiguredFeeds({ url, ecosystems, stagingDir, proxy: config.proxy });
  if (feeds.length === 0) throw ADVISORIES_OFF();
  await untilInterrupted(
    async (signal) =>
      await withDatabase(
        config,
        async (database, databaseUrl) => {
          if (!(await isQueueInstalled(databaseUrl))) throw QUEUE_ABSENT();
          await withRefreshDeps(config, database, databaseUrl, async (deps) => {
            for (const feed of feeds) await importNow({ ...deps, signal }, feed);
          });
        },
        // As in a job: taking over a whole ecosystem is one long statement.
        { statementTimeoutMs: 0 },
      ),
  );
}

async function importNow(deps: RefreshDeps, feed: Feed): Promise<void> {
  process.stdout.write(`Reading ${feed.name} from ${feed.url}\n`);
  const startedAt = performance.now();
  const report = await refreshSource(deps, feed);
  if (report === undefined) throw ADVISORIES_BUSY({ source: feed.name });
  process.stdout.write(describeImport(report, performance.now() - startedAt));
}

/** Everything an import needs, and ended after it: a queue only to leave word for the processes that run jobs. */
async function withRefreshDeps(
  config: Config,
  database: Database,
  url: string,
  work: (deps: RefreshDeps) => Promise<void>,
): Promise<void> {
  const warn = (message: string, fields: object): void => {
    process.stderr.write(`${message} ${JSON.stringify(fields)}\n`);
  };
  const queue = await openQueue({ url, log: (_level, message, fields) => warn(message, fields) });
  const threads = createThreadPool({
    count: config.threads,
    log: { warn: (fields, message) => warn(message, fields) },
  });
  try {
    const onProgress = createImportProgress();
    await work({ database, queue, threads, onProgress, now: Date.now, newId, crashPoint: () => {} });
  } finally {
    await threads.close();
    await queue.stop(QUEUE_STOP_MS);
  }
}
