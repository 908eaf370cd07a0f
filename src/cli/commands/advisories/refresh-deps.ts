/** The dependencies of an import for the duration of a command. The queue is only used to notify the processes that run jobs. */
import type { Config } from '../../../config.ts';
import type { RefreshDeps } from '../../../pipeline/advisories/refresh-source.ts';
import { inspectQueue, openQueue } from '../../../queue/pg-boss-queue.ts';
import type { Database } from '../../../store/database.ts';
import { newId } from '../../../store/new-id.ts';
import { createThreadPool } from '../../../threads/pool/thread-pool.ts';
import { withDatabase } from '../../command-database.ts';
import { commandLog, logCommandProblem } from '../../terminal/command-log.ts';
import { QUEUE_ABSENT } from '../../errors.ts';
import { createImportProgress } from '../../terminal/progress.ts';

const QUEUE_STOP_MS = 5_000;

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
    // As in a job: replacing a whole ecosystem is one long statement.
    { statementTimeoutMs: 0 },
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
