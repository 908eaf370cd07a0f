/**
 * The database for the duration of a command: the configured server, or the embedded one, which is shared with a running Assay or
 * started for the command.
 */
import { join } from 'node:path';
import type { Config } from '../config.ts';
import { withFolderErrors, readClusterMajor } from '../postgres/data-folder/data-folder.ts';
import { startPostgres } from '../postgres/start-postgres.ts';
import { openDatabase, type Database } from '../store/database.ts';
import { inspectDatabase } from '../store/migrate.ts';
import { logCommandProblem } from './terminal/command-log.ts';
import { DATABASE_ABSENT, DATABASE_NOT_MIGRATED } from './errors.ts';

interface DatabaseUrlOptions {
  /** Whether a missing database is created. For a command that only reads, that would hide a wrong data folder. */
  readonly create: boolean;
}

export async function withDatabaseUrl<Result>(
  config: Config,
  { create }: DatabaseUrlOptions,
  work: (url: string) => Promise<Result>,
): Promise<Result> {
  if (config.databaseUrl !== undefined) return await work(config.databaseUrl);
  if (!create && !(await hasCluster(config.dataDir))) throw DATABASE_ABSENT({ dataDir: config.dataDir });

  const postgres = await startPostgres({
    dataDir: config.dataDir,
    ...(config.pgBin !== undefined && { binDir: config.pgBin }),
    purpose: 'command',
    log: logCommandProblem,
  });
  try {
    return await work(postgres.url);
  } finally {
    await postgres.stop();
  }
}

export interface WorkOptions {
  readonly statementTimeoutMs?: number;
  /** Creates a missing database and everything the command needs in it, before it is checked. */
  readonly prepare?: (url: string) => Promise<void>;
}

/** For commands that need the schema of this version. */
export async function withDatabase<Result>(
  config: Config,
  work: (database: Database, url: string) => Promise<Result>,
  { statementTimeoutMs = STATEMENT_TIMEOUT_MS, prepare }: WorkOptions = {},
): Promise<Result> {
  return await withDatabaseUrl(config, { create: prepare !== undefined }, async (url) => {
    await prepare?.(url);
    const { migrations } = await inspectDatabase(url);
    if (migrations.pending.length > 0 || migrations.unknown.length > 0) {
      throw DATABASE_NOT_MIGRATED({ expected: migrations.newest });
    }
    const database = openDatabase({
      url,
      connectionsMax: 2,
      statementTimeoutMs,
      quotas: config.quotas,
      onIdleError: () => {},
    });
    try {
      return await work(database, url);
    } finally {
      await database.close();
    }
  });
}

export async function hasCluster(dataDir: string): Promise<boolean> {
  return (await withFolderErrors(dataDir, async () => await readClusterMajor(join(dataDir, 'pg')))) !== undefined;
}

const STATEMENT_TIMEOUT_MS = 30_000;
