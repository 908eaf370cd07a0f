/**
 * The database of a scan: the existing one of Assay, or a new one with the bundled advisories. So the command also works in an
 * empty folder, and reports what it created there.
 */
import type { Config } from '../../../config.ts';
import { getDataState } from '../../../pipeline/advisories/data-state.ts';
import type { Database } from '../../../store/database.ts';
import { inspectDatabase } from '../../../store/migrate.ts';
import { withDatabase } from '../../command-database.ts';

/** `note` is called with a line about everything that is created. */
export async function withScanDatabase<Result>(
  config: Config,
  note: (line: string) => void,
  work: (database: Database) => Promise<Result>,
): Promise<Result> {
  return await withDatabase(
    config,
    async (database, url) => {
      const feedIntervalMs = config.advisories.intervalMinutes * 60_000;
      if ((await getDataState(database)).state === 'none') {
        note('No advisories found. Loading the built-in starter set.');
        // Imported on demand, like `createTables`: the queue is a quarter of the code that a scan would load.
        const { loadStarter } = await import('./load-starter.ts');
        await loadStarter({ database, feedIntervalMs }, url);
      }
      return await work(database);
    },
    { prepare: async (url) => await createIfMissing(config, url, note) },
  );
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
  const { createTables } = await import('../migrate.ts');
  await createTables(url);
}
