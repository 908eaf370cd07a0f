/**
 * The database of a scan: the existing one of Assay, or a new one with the bundled advisories. So the command also works in an
 * empty folder, and reports what it created there.
 */
import type { Config } from '../../../config.ts';
import type { DataState } from '../../../pipeline/advisories/data-state.ts';
import type { Database } from '../../../store/database.ts';
import { describePlace, withDatabase } from '../../command-database.ts';

interface ScanPlace {
  readonly config: Config;
  /** Called with a line about everything that is created. */
  readonly note: (line: string) => void;
  /** Work that is done while the database starts. */
  readonly meanwhile?: (() => Promise<unknown>) | undefined;
}

export async function withScanDatabase<Result>(
  { config, note, meanwhile }: ScanPlace,
  work: (database: Database, data: DataState) => Promise<Result>,
): Promise<Result> {
  return await withDatabase(
    config,
    async (database, url, prepared) => {
      const { getDataState } = await import('../../../pipeline/advisories/data-state.ts');
      const data = await getDataState(database);
      await prepared;
      if (data.state !== 'none') return await work(database, data);
      note('No advisories found. Loading the built-in starter set.');
      // Imported on demand, like `createTables`: the queue is a quarter of the code that a scan would load.
      const { loadStarter } = await import('./load-starter.ts');
      await loadStarter({ database, feedIntervalMs: config.advisories.intervalMinutes * 60_000 }, url);
      return await work(database, await getDataState(database));
    },
    {
      // Existing tables of an older version belong to an Assay in use and are not changed.
      create: async (url) => {
        note(`No database found. Creating one in ${describePlace(config)}.`);
        const { createTables } = await import('../migrate.ts');
        await createTables(url);
      },
      meanwhile,
    },
  );
}
