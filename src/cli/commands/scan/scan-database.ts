/**
 * The database of a scan: the existing one of Assay, or a new one with the bundled advisories. So the command also works in an
 * empty folder, and reports what it created there.
 */
import type { Config } from '../../../config.ts';
import { starterSet } from '../../../feeds/starter.ts';
import { getDataState } from '../../../pipeline/advisories/data-state.ts';
import { loadStarterSet } from '../../../pipeline/advisories/refresh-sources.ts';
import { openQueue } from '../../../queue/pg-boss-queue.ts';
import type { Database } from '../../../store/database.ts';
import { inspectDatabase } from '../../../store/migrate.ts';
import { newId } from '../../../store/new-id.ts';
import { createThreadPool, type ThreadPool } from '../../../threads/pool/thread-pool.ts';
import { withDatabase } from '../../command-database.ts';
import { commandLog, logCommandProblem } from '../../terminal/command-log.ts';
import { createTables } from '../migrate.ts';

export interface ScanResources {
  readonly database: Database;
  readonly threads: ThreadPool;
}

/** `note` is called with a line about everything that is created. */
export async function withScanDatabase<Result>(
  config: Config,
  note: (line: string) => void,
  work: (place: ScanResources) => Promise<Result>,
): Promise<Result> {
  const threads = createThreadPool({ count: config.threads, log: commandLog });
  try {
    return await withDatabase(
      config,
      async (database, url) => {
        const feedIntervalMs = config.advisories.intervalMinutes * 60_000;
        if ((await getDataState(database)).state === 'none')
          await loadStarter({ database, threads, feedIntervalMs }, url, note);
        return await work({ database, threads });
      },
      { prepare: async (url) => await createIfMissing(config, url, note) },
    );
  } finally {
    await threads.close();
  }
}

/** Existing tables of an older version belong to an Assay in use and are not changed. */
async function createIfMissing(
  { databaseUrl, dataDir }: Config,
  url: string,
  note: (line: string) => void,
): Promise<void> {
  if (!(await inspectDatabase(url)).migrations.isNew) return;
  note(
    `No database found. Creating one in ${databaseUrl === undefined ? dataDir : 'the database of ASSAY_DATABASE_URL'}.`,
  );
  await createTables(url);
}

const QUEUE_STOP_MS = 5_000;

async function loadStarter(
  place: ScanResources & { readonly feedIntervalMs: number },
  url: string,
  note: (line: string) => void,
): Promise<void> {
  note('No advisories found. Loading the built-in starter set.');
  const queue = await openQueue({ url, log: logCommandProblem });
  try {
    const deps = { ...place, queue, now: Date.now, newId, onProgress: () => {}, crashPoint: () => {} };
    await loadStarterSet(deps, starterSet());
  } finally {
    await queue.stop(QUEUE_STOP_MS);
  }
}
