/** `assay migrate`: migrates the database to this version, for installations that do it separately from the start. */
import { loadConfig, type Config } from '../../config.ts';
import { migrateQueue } from '../../queue/pg-boss-queue.ts';
import { migrate as migrateTables, type MigrationReport } from '../../store/migrate.ts';
import { logCommandProblem } from '../terminal/command-log.ts';
import { withDatabaseUrl } from '../command-database.ts';

export async function migrate({ citus }: { readonly citus: boolean }): Promise<void> {
  const config: Config = loadConfig();
  const { applied, newest, server } = await withDatabaseUrl(
    config,
    { create: true },
    async (url) => await createTables(url, { citus }),
  );
  process.stdout.write(`PostgreSQL ${server.version}\n`);
  for (const name of applied) process.stdout.write(`applied ${name}\n`);
  process.stdout.write(
    applied.length === 0 ? `Nothing to do: the database is at ${newest}.\n` : `The database is at ${newest}.\n`,
  );
  if (citus) process.stdout.write('The tables are distributed over the Citus cluster.\n');
}

/** Creates the tables of Assay and of the queue. */
export async function createTables(url: string, { citus = false } = {}): Promise<MigrationReport> {
  const report = await migrateTables(url, { citus });
  await migrateQueue({ url, log: logCommandProblem });
  return report;
}
