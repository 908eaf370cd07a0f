/**
 * The database of a scan: the existing one of Assay, or a new one with the bundled advisories. So the command also works in an
 * empty folder, and reports what it created there.
 */
import type { Config } from '../../config.ts';
import { starterSet } from '../../feeds/starter.ts';
import { readDataState } from '../../pipeline/data-state.ts';
import { loadStarterSet } from '../../pipeline/load-starter-set.ts';
import { openQueue } from '../../queue/pg-boss-queue.ts';
import type { Database } from '../../store/database.ts';
import { inspectDatabase } from '../../store/inspect-database.ts';
import { newId } from '../../store/new-id.ts';
import { createThreadPool, type ThreadPool } from '../../threads/pool.ts';
import { withDatabase } from '../command-database.ts';
import { commandLog, logCommandTrouble } from '../command-log.ts';
import { makeTables } from '../migrate.ts';

export interface ScanPlace {
  readonly database: Database;
  readonly threads: ThreadPool;
}

/** `note` is called with a line about everything that is created. */
export async function withScanDatabase<Result>(
  config: Config,
  note: (line: string) => void,
  work: (place: ScanPlace) => Promise<Result>,
): Promise<Result> {
  const threads = createThreadPool({ count: config.threads, log: commandLog });
  try {
    return await withDatabase(
      config,
      async (database, url) => {
        const feedIntervalMs = config.advisories.intervalMinutes * 60_000;
        if ((await readDataState(database)).state === 'none')
          await loadStarter({ database, threads, feedIntervalMs }, url, note);
        return await work({ database, threads });
      },
      { prepare: async (url) => await makeIfNew(config, url, note) },
    );
  } finally {
    await threads.close();
  }
}

/** Existing tables of an older version belong to an Assay in use and are not changed. */
async function makeIfNew({ databaseUrl, dataDir }: Config, url: string, note: (line: string) => void): Promise<void> {
  if (!(await inspectDatabase(url)).migrations.isNew) return;
  note(
    `There is no database yet: making one in ${databaseUrl === undefined ? dataDir : 'the one of ASSAY_DATABASE_URL'}.`,
  );
  await makeTables(url);
}

const QUEUE_STOP_MS = 5_000;

async function loadStarter(
  place: ScanPlace & { readonly feedIntervalMs: number },
  url: string,
  note: (line: string) => void,
): Promise<void> {
  note('There are no advisories yet: loading the starter set that comes with Assay.');
  const queue = await openQueue({ url, log: logCommandTrouble });
  try {
    const deps = { ...place, queue, now: Date.now, newId, onProgress: () => {}, crashPoint: () => {} };
    await loadStarterSet(deps, starterSet());
  } finally {
    await queue.stop(QUEUE_STOP_MS);
  }
}
