/**
 * Migrates a database to the schema of this version with numbered SQL files, which are forward-only and never edited after
 * release. When several processes start at once, one applies them and the others find nothing to do. All pending files run in one
 * transaction.
 */
import { readdir, readFile } from 'node:fs/promises';
import { Kysely, PostgresDialect, sql } from 'kysely';
import { Migrator, type Migration } from 'kysely/migration';
import { distribute, distributeNewTables, isDistributed } from './distribute.ts';
import { DATABASE_TOO_NEW, DATABASE_VERSION_UNSUPPORTED } from './errors.ts';
import { openPool } from './connection/open-pool.ts';
import type { Database } from './database.ts';
import { toStartError } from './failures.ts';

const MIGRATIONS = new URL('./migrations/', import.meta.url);
const SERVER_VERSION_MIN = 150_000;

export interface MigrationReport {
  readonly applied: readonly string[];
  readonly newest: string;
  readonly server: ServerFacts;
  /** Whether the tables are distributed over a Citus cluster. */
  readonly isDistributed: boolean;
}

interface ServerFacts {
  readonly version: string;
  /** False for a superuser or a BYPASSRLS role, to which row-level security does not apply. */
  readonly rowSecurityBinds: boolean;
  /** Disabled settings without which an acknowledged upload may be lost in a crash. */
  readonly weakSettings: readonly string[];
  readonly connections: {
    /** The lower of the server's limit and the role's own limit. */
    readonly max: number;
    readonly used: number;
  };
}

interface MigrateOptions {
  /** Distributes the tables over a Citus cluster. Without it, only the new tables of a database that is distributed already. */
  readonly citus?: boolean;
}

/** Requires a direct connection: the Migrator's lock belongs to a session, which a transaction-mode pooler does not keep. */
export async function migrate(url: string, { citus = false }: MigrateOptions = {}): Promise<MigrationReport> {
  return await onConnection(url, async (db) => {
    const server = await getServerFacts(db);
    const isSpread = await isDistributed(db);
    const migrations = await readMigrations({ isSpread });
    const migrator = new Migrator({ db, provider: { getMigrations: async () => await Promise.resolve(migrations) } });
    await refuseNewerSchema(Object.keys(migrations), db);
    // Migrations change distributed and shared tables in one transaction, for which Citus must not use several connections.
    if (isSpread) await sql`set citus.multi_shard_modify_mode = 'sequential'`.execute(db);
    const { error, results } = await migrator.migrateToLatest();
    if (error !== undefined) throw error;
    if (citus || isSpread) await distribute(db);
    const applied = (results ?? [])
      .filter((result) => result.status === 'Success')
      .map((result) => result.migrationName);
    return { applied, newest: Object.keys(migrations).at(-1) ?? '', server, isDistributed: citus || isSpread };
  });
}

async function onConnection<Result>(url: string, work: (db: Kysely<unknown>) => Promise<Result>): Promise<Result> {
  const pool = openPool({ url, connectionsMax: 1, onIdleError: () => {} });
  const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) });
  try {
    return await work(db);
  } catch (error) {
    throw toStartError(error);
  } finally {
    await db.destroy();
  }
}

/** Returns the migrations of this version, oldest first. */
export async function listMigrations(): Promise<string[]> {
  const files = (await readdir(MIGRATIONS)).filter((file) => file.endsWith('.sql')).toSorted();
  return files.map((file) => file.slice(0, -'.sql'.length));
}

/** Returns the migrations that were applied to the database, oldest first. */
async function listAppliedMigrations<Schema>(db: Kysely<Schema>): Promise<string[]> {
  const { rows } = await sql<{
    present: boolean;
  }>`select to_regclass('kysely_migration') is not null as present`.execute(db);
  if (rows[0]?.present !== true) return [];
  const applied = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db);
  return applied.rows.map((row) => row.name);
}

/** In a distributed database, tables are distributed before their first foreign key, which Citus otherwise refuses. */
async function readMigrations({ isSpread }: { readonly isSpread: boolean }): Promise<Record<string, Migration>> {
  const migrations: Record<string, Migration> = {};
  for (const name of await listMigrations()) {
    const text = await readFile(new URL(`${name}.sql`, MIGRATIONS), 'utf8');
    migrations[name] = {
      up: async (db) => {
        for (const statement of splitStatements(text)) {
          if (isSpread && ADDS_FOREIGN_KEY.test(statement)) await distributeNewTables(db);
          await sql.raw(statement).execute(db);
        }
      },
    };
  }
  return migrations;
}

const ADDS_FOREIGN_KEY = /^alter table \S+ add (?:constraint \S+ )?foreign key\b/imu;

/** Citus sends the text of some commands to the workers as it is, which accept one command at a time. */
function splitStatements(text: string): string[] {
  const statements: string[] = [];
  let isInBody = false;
  for (const part of text.split(/;\n/)) {
    if (isInBody) statements.push(`${statements.pop()};\n${part}`);
    else statements.push(part);
    if (part.split('$$').length % 2 === 0) isInBody = !isInBody;
  }
  return statements;
}

async function refuseNewerSchema(known: readonly string[], db: Kysely<unknown>): Promise<void> {
  const unknown = (await listAppliedMigrations(db)).find((name) => !known.includes(name));
  if (unknown !== undefined) throw DATABASE_TOO_NEW({ migration: unknown });
}

async function getServerFacts<Schema>(db: Kysely<Schema>): Promise<ServerFacts> {
  const { rows } = await sql<{
    version: string;
    number: number;
    binds: boolean;
    fsync: string;
    pages: string;
    connectionsMax: number;
    connectionsUsed: number;
  }>`
    select current_setting('server_version') as version, current_setting('server_version_num')::int as number,
      not (rolsuper or rolbypassrls) as binds,
      current_setting('fsync') as fsync, current_setting('full_page_writes') as pages,
      least(nullif(rolconnlimit, -1), current_setting('max_connections')::int
        - current_setting('superuser_reserved_connections')::int) as "connectionsMax",
      (select count(*)::int from pg_stat_activity where backend_type = 'client backend') as "connectionsUsed"
    from pg_roles where rolname = current_user`.execute(db);
  const row = rows[0];
  if (row === undefined) throw new Error('The database role is not listed in pg_roles.');
  if (row.number < SERVER_VERSION_MIN) throw DATABASE_VERSION_UNSUPPORTED({ version: row.version });
  const weakSettings = [];
  if (row.fsync !== 'on') weakSettings.push('fsync');
  if (row.pages !== 'on') weakSettings.push('full_page_writes');
  const connections = { max: row.connectionsMax, used: row.connectionsUsed };
  return { version: row.version, rowSecurityBinds: row.binds, weakSettings, connections };
}

interface MigrationState {
  /** The newest migration of this version of Assay. */
  readonly newest: string;
  /** Whether the database has no migration yet. */
  readonly isNew: boolean;
  readonly pending: readonly string[];
  /** Migrations of a newer version of Assay. */
  readonly unknown: readonly string[];
}

export interface DatabaseState {
  readonly server: ServerFacts;
  readonly migrations: MigrationState;
}

/** Reads the state of a database without changing it. */
export async function inspectDatabase(url: string): Promise<DatabaseState> {
  return await onConnection(url, async (db) => ({
    server: await getServerFacts(db),
    migrations: await getMigrationState(db),
  }));
}

/** Reads the state of the migrations on a connection of the pool, as its first use. The facts about the server are those of its start. */
export async function inspectMigrations(database: Database): Promise<MigrationState> {
  try {
    return await database.reference(async (tx) => await getMigrationState(tx.db));
  } catch (error) {
    throw toStartError(error);
  }
}

async function getMigrationState<Schema>(db: Kysely<Schema>): Promise<MigrationState> {
  const [known, applied] = await Promise.all([listMigrations(), listAppliedMigrations(db)]);
  return {
    newest: known.at(-1) ?? '',
    isNew: applied.length === 0,
    pending: known.filter((name) => !applied.includes(name)),
    unknown: applied.filter((name) => !known.includes(name)),
  };
}
