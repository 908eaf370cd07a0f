/**
 * The database for the duration of a command: the configured server, or the embedded one, which is shared with a running Assay or
 * started for the command.
 */
import { join } from 'node:path';
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
  /** Work that is done while the database starts. If it fails, the database is stopped and the error thrown. */
  readonly meanwhile?: (() => Promise<unknown>) | undefined;
}

export async function withDatabaseUrl<Result>(
  config: Config,
  { create, preload, meanwhile }: DatabaseUrlOptions,
  work: (url: string) => Promise<Result>,
): Promise<Result> {
  if (config.databaseUrl !== undefined) {
    await meanwhile?.();
    return await work(config.databaseUrl);
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
  const prepare = async (): Promise<unknown> => {
    await launched.promise;
    const done = meanwhile?.();
    // Code is loaded in one piece, and would delay the other work. A failure is thrown where the code is used.
    void Promise.race([done, start])
      .then(async () => await preload?.())
      .catch(() => {});
    return await done;
  };
  const [started, prepared] = await Promise.allSettled([start, prepare()]);
  try {
    if (prepared.status === 'rejected') throw prepared.reason;
    return await work((await start).url);
  } finally {
    if (started.status === 'fulfilled') await started.value.stop();
  }
}

export interface WorkOptions {
  readonly statementTimeoutMs?: number;
  /** Creates the tables in an empty database, which is also created. */
  readonly create?: (url: string) => Promise<void>;
  readonly preload?: () => Promise<unknown>;
  readonly meanwhile?: (() => Promise<unknown>) | undefined;
}

/** For commands that need the schema of this version. */
export async function withDatabase<Result>(
  config: Config,
  work: (database: Database, url: string) => Promise<Result>,
  { statementTimeoutMs = STATEMENT_TIMEOUT_MS, create, preload, meanwhile }: WorkOptions = {},
): Promise<Result> {
  const loadAll = async (): Promise<unknown> => await Promise.all([loadStore(), preload?.()]);
  return await withDatabaseUrl(config, { create: create !== undefined, preload: loadAll, meanwhile }, async (url) => {
    const [{ inspectOpened }, { openDatabase }] = await loadStore();
    const database = openDatabase({
      url,
      connectionsMax: 2,
      statementTimeoutMs,
      quotas: config.quotas,
      onIdleError: () => {},
    });
    try {
      let { migrations } = await inspectOpened(database);
      if (migrations.isNew && create !== undefined) {
        await create(url);
        ({ migrations } = await inspectOpened(database));
      }
      if (migrations.pending.length > 0 || migrations.unknown.length > 0) {
        throw DATABASE_NOT_MIGRATED({ expected: migrations.newest });
      }
      return await work(database, url);
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
