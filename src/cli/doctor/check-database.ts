/** The database: which server, whether it answers, and whether it keeps what Assay promises. */
import { join } from 'node:path';
import type { Config } from '../../config.ts';
import { readClusterMajor } from '../../postgres/data-folder.ts';
import { findBinaries } from '../../postgres/find-binaries.ts';
import { isQueueInstalled } from '../../queue/pg-boss-queue.ts';
import { inspectDatabase, type DatabaseState } from '../../store/inspect-database.ts';
import { hasCluster, withDatabaseUrl } from '../command-database.ts';
import { fail, ok, toMessage, warn, type Finding } from './check.ts';

export async function* checkDatabase(config: Config): AsyncGenerator<Finding> {
  if (config.databaseUrl === undefined) {
    yield await checkBinaries(config);
    if (!(await hasCluster(config.dataDir).catch(() => true))) {
      yield ok('Database', 'none yet: the first start makes it');
      return;
    }
  }
  let findings: readonly Finding[];
  try {
    findings = await withDatabaseUrl(config, { create: false }, async (url) =>
      toFindings(config, await inspectDatabase(url), await isQueueInstalled(url)),
    );
  } catch (error) {
    findings = [fail('Database', toMessage(error))];
  }
  yield* findings;
}

async function checkBinaries({ dataDir, pgBin }: Config): Promise<Finding> {
  const what = 'PostgreSQL binaries';
  try {
    const clusterMajor = await readClusterMajor(join(dataDir, 'pg'));
    const { version, binDir } = await findBinaries({ binDir: pgBin, clusterMajor, copyDir: join(dataDir, 'native') });
    return ok(what, `${version} in ${binDir}`);
  } catch (error) {
    return fail(what, toMessage(error));
  }
}

function toFindings(config: Config, { server, migrations }: DatabaseState, hasQueue: boolean): Finding[] {
  const kind = config.databaseUrl === undefined ? 'embedded' : 'ASSAY_DATABASE_URL';
  return [
    ok('Database', `PostgreSQL ${server.version} answers (${kind})`),
    checkMigrations(migrations),
    server.rowSecurityBinds
      ? ok('Row-level security', 'binds the role')
      : warn(
          'Row-level security',
          'does not bind the role: the second wall between organizations is off.',
          'Use an ordinary role, neither superuser nor BYPASSRLS, that owns the database.',
        ),
    server.weakSettings.length === 0
      ? ok('Durability', 'fsync and full_page_writes are on')
      : warn(
          'Durability',
          `${server.weakSettings.join(' and ')} is off: an acknowledged upload may be lost when the machine fails.`,
          'Turn it on in the configuration of the server.',
        ),
    hasQueue
      ? ok('Queue', 'its tables are there')
      : warn('Queue', 'its tables are not there yet.', 'Start Assay, or run "assay migrate".'),
  ];
}

function checkMigrations({ newest, pending, unknown }: DatabaseState['migrations']): Finding {
  const what = 'Migrations';
  if (unknown[0] !== undefined) {
    return fail(what, `${unknown[0]} was made by a newer Assay.`, 'Start that version, or restore a backup.');
  }
  if (pending.length > 0) {
    return warn(what, `${pending.length} are missing up to ${newest}.`, 'Start Assay, or run "assay migrate".');
  }
  return ok(what, `up to date (${newest})`);
}
