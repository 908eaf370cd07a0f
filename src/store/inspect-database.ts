/** Reads the state of a database without changing it. */
import { Kysely, PostgresDialect } from 'kysely';
import { listMigrations, listAppliedMigrations, getServerFacts, type ServerFacts } from './migrate.ts';
import { openPool } from './connection/open-pool.ts';
import { toStartError } from './failures/to-start-error.ts';

export interface DatabaseState {
  readonly server: ServerFacts;
  readonly migrations: {
    /** The newest migration of this version of Assay. */
    readonly newest: string;
    /** Whether the database has no migration yet. */
    readonly isNew: boolean;
    readonly pending: readonly string[];
    /** Migrations of a newer version of Assay. */
    readonly unknown: readonly string[];
  };
}

export async function inspectDatabase(url: string): Promise<DatabaseState> {
  const pool = openPool({ url, connectionsMax: 1, onIdleError: () => {} });
  const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) });
  try {
    const server = await getServerFacts(db);
    const known = await listMigrations();
    const applied = await listAppliedMigrations(db);
    return {
      server,
      migrations: {
        newest: known.at(-1) ?? '',
        isNew: applied.length === 0,
        pending: known.filter((name) => !applied.includes(name)),
        unknown: applied.filter((name) => !known.includes(name)),
      },
    };
  } catch (error) {
    throw toStartError(error);
  } finally {
    await db.destroy();
  }
}
