/**
 * The database for the duration of a command: the configured server, or the embedded one, which is shared with a running Assay or
 * started for the command.
 */
import { join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import type { Config } from '../config.ts';
import { withFolderErrors, readClusterMajor } from '../postgres/data-folder/data-folder.ts';
import { startPostgres } from '../postgres/start-postgres.ts';
import type * as store from '../store/database.ts';
import type { Database } from '../store/database.ts';
import type * as migration from '../store/migrate.ts';
import { logCommandProblem } from './terminal/command-log.ts';
import { DATABASE_ABSENT, DATABASE_NOT_MIGRATED } from './errors.ts';

interface DatabaseUrlOptions {
  /** Whether a missing database is created. For a command that only reads, that would hide a wrong data folder. */
  readonly create: boolean;
  /** Loads code that the command needs with the database. Called early if a server has to be started, which takes as long. */
  readonly preload?: (() => Promise<unknown>) | undefined;
  /** Work that is done while the database starts and answers its first questions. If it fails, the error is thrown. */
  readonly meanwhile?: (() => Promise<unknown>) | undefined;
}

/** The work with a database. `prepared` is the result of `meanwhile`: to be awaited before anything is changed. */
type Work<Opened extends readonly unknown[], Result> = (
  ...parameters: [...opened: Opened, prepared: Promise<unknown>]
) => Promise<Result>;

export async function withDatabaseUrl<Result>(
  config: Config,
  { create, preload, meanwhile }: DatabaseUrlOptions,
  work: Work<[url: string], Result>,
): Promise<Result> {
  if (config.databaseUrl !== undefined) {
    await meanwhile?.();
    return await work(config.databaseUrl, Promise.resolve());
  }
  if (!create && !(await hasCluster(config.dataDir))) throw DATABASE_ABSENT({ dataDir: config.dataDir });

  const launched = Promise.withResolvers<void>();
  const start = startPostgres({
    dataDir: config.dataDir,
    ...(config.pgBin !== undefined && { binDir: config.pgBin }),
    purpose: 'command',
    log: logCommandProblem,
    onLaunch: launched.resolve,
  });
  // The server is launched first: nothing else takes as long. One that runs already, or that fails, is not launched.
  start.then(() => launched.resolve(), launched.resolve);
  const prepare = async (): Promise<void> => {
    await launched.promise;
    // A failure is thrown where the code is used.
    await preload?.().catch(() => {});
    // Code is loaded without a turn of the event loop, in which the server is asked.
    await turn();
    await meanwhile?.();
  };
  const prepared = prepare();
  prepared.catch(() => {});
  try {
    const { url } = await start.catch(async (error: unknown) => {
      await prepared;
      throw error;
    });
    const result = await work(url, prepared);
    await prepared;
    return result;
  } finally {
    await prepared.catch(() => {});
    const started = await start.catch(() => undefined);
    await started?.stop();
  }
}

export interface WorkOptions {
  readonly statementTimeoutMs?: number;
  /** Creates the tables in an empty database, which is also created. */
  readonly create?: (url: string) => Promise<void>;
  readonly meanwhile?: (() => Promise<unknown>) | undefined;
}

/** For commands that need the schema of this version. */
export async function withDatabase<Result>(
  config: Config,
  work: Work<[database: Database, url: string], Result>,
  { statementTimeoutMs = STATEMENT_TIMEOUT_MS, create, meanwhile }: WorkOptions = {},
): Promise<Result> {
  const options = { create: create !== undefined, preload: loadStore, meanwhile };
  return await withDatabaseUrl(config, options, async (url, prepared) => {
    const [{ inspectMigrations }, { openDatabase }] = await loadStore();
    const database = openDatabase({
      url,
      connectionsMax: 2,
      statementTimeoutMs,
      quotas: config.quotas,
      onIdleError: () => {},
    });
    try {
      let migrations = await inspectMigrations(database);
      if (migrations.isNew && create !== undefined) {
        await prepared;
        await create(url);
        migrations = await inspectMigrations(database);
      }
      if (migrations.pending.length > 0 || migrations.unknown.length > 0) {
        throw DATABASE_NOT_MIGRATED({ expected: migrations.newest });
      }
      return await work(database, url, prepared);
    } finally {
      await database.close();
    }
  });
}

/** Where a new database is created. */
export function describePlace({ databaseUrl, dataDir }: Config): string {
  return databaseUrl === undefined ? dataDir : 'the database of ASSAY_DATABASE_URL';
}

/** A third of the code of a command: not loaded before it is needed. */
async function loadStore(): Promise<[typeof migration, typeof store]> {
  return [await import('../store/migrate.ts'), await import('../store/database.ts')];
}

export async function hasCluster(dataDir: string): Promise<boolean> {
  return (await withFolderErrors(dataDir, async () => await readClusterMajor(join(dataDir, 'pg')))) !== undefined;
}

const STATEMENT_TIMEOUT_MS = 30_000;
