/** Checks the database: which server it is, whether it responds, and whether its settings meet the requirements of Assay. */
import { join } from 'node:path';
import { messageOf } from '../../../core/errors.ts';
import type { Config } from '../../../config.ts';
import { LIMITS } from '../../../core/limits.ts';
import { readClusterMajor } from '../../../postgres/data-folder/data-folder.ts';
import { findBinaries } from '../../../postgres/find-binaries.ts';
import { inspectQueue } from '../../../queue/pg-boss-queue.ts';
import { inspectDatabase, type DatabaseState } from '../../../store/inspect-database.ts';
import { hasCluster, withDatabaseUrl } from '../../command-database.ts';
import { fail, ok, warn, type CheckResult } from './check-result.ts';
import { getDataState, type DataState } from '../../../pipeline/advisories/data-state.ts';
import { openDatabase, type Database } from '../../../store/database.ts';
import { countFailedVersions } from '../../../store/findings/analyses/failed-analyses.ts';
import { listOrganizationIds } from '../../../store/people/organizations.ts';

// Checks the work of Assay: failed analyses and the age of the advisories.
const STATEMENT_TIMEOUT_MS = 30_000;
/** In larger installations, only the first ones are counted. */
const ORGANIZATIONS_MAX = 1_000;

async function checkAnalysesAndAdvisories(url: string): Promise<CheckResult[]> {
  const options = { url, connectionsMax: 1, statementTimeoutMs: STATEMENT_TIMEOUT_MS, onIdleError: () => {} };
  const database = openDatabase(options);
  try {
    return [await checkFailedAnalyses(database), checkAdvisories(await getDataState(database))];
  } finally {
    await database.close();
  }
}

async function checkFailedAnalyses(database: Database): Promise<CheckResult> {
  const what = 'Failed analyses';
  const orgIds = await database.reference(async (tx) => await listOrganizationIds(tx, undefined, ORGANIZATIONS_MAX));
  let failed = 0;
  for (const orgId of orgIds) {
    failed += await database.inOrg(orgId, async (tx) => await countFailedVersions(tx, { services: 'all' }));
  }
  if (failed === 0) return ok(what, 'none');
  return warn(
    what,
    `the newest analysis of ${failed} versions failed.`,
    'Run "assay analysis retry" to retry them all.',
  );
}

function checkAdvisories({ state }: DataState): CheckResult {
  const what = 'Advisories';
  if (state === 'stale') {
    return warn(
      what,
      'at least one source has not been synchronized for more than a day.',
      'Run "assay advisories status" to see which source fails and why.',
    );
  }
  return ok(what, state);
}

export async function* checkDatabase(config: Config): AsyncGenerator<CheckResult> {
  if (config.databaseUrl === undefined) {
    yield await checkBinaries(config);
    if (!(await hasCluster(config.dataDir).catch(() => true))) {
      yield ok('Database', 'none yet: the first start makes it');
      return;
    }
  }
  let findings: readonly CheckResult[];
  try {
    findings = await withDatabaseUrl(config, { create: false }, async (url) => await examineDatabase(config, url));
  } catch (error) {
    findings = [fail('Database', messageOf(error))];
  }
  yield* findings;
}

async function checkBinaries({ dataDir, pgBin }: Config): Promise<CheckResult> {
  const what = 'PostgreSQL binaries';
  try {
    const clusterMajor = await readClusterMajor(join(dataDir, 'pg'));
    const { version, binDir } = await findBinaries({ binDir: pgBin, clusterMajor, copyDir: join(dataDir, 'native') });
    return ok(what, `${version} in ${binDir}`);
  } catch (error) {
    return fail(what, messageOf(error));
  }
}

async function examineDatabase(config: Config, url: string): Promise<CheckResult[]> {
  const state = await inspectDatabase(url);
  const queue = await inspectQueue(url);
  const findings = [...toCheckResults(config, state), checkQueue(queue)];
  const isCurrent = state.migrations.pending.length === 0 && state.migrations.unknown.length === 0;
  return isCurrent ? [...findings, ...(await checkAnalysesAndAdvisories(url))] : findings;
}

function toCheckResults(config: Config, { server, migrations }: DatabaseState): CheckResult[] {
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
    checkConnections(config, server.connections),
  ];
}

function checkConnections(
  { databasePoolMax }: Config,
  { max, used }: DatabaseState['server']['connections'],
): CheckResult {
  const what = 'Connections';
  const found = `${used} in use of ${max}; a process like this one opens up to ${databasePoolMax}`;
  if (databasePoolMax <= max) return ok(what, found);
  return warn(
    what,
    `${found}.`,
    'Lower ASSAY_DATABASE_POOL_MAX, or raise the connection limit of the server or the role.',
  );
}

function checkQueue(queue: Awaited<ReturnType<typeof inspectQueue>>): CheckResult {
  const what = 'Queue';
  if (queue === undefined) return warn(what, 'its tables are not there yet.', 'Start Assay, or run "assay migrate".');
  const minutes = Math.floor(queue.oldestUploadSeconds / 60);
  if (minutes < LIMITS.queueAgeMinutesMax) return ok(what, 'its tables are there, and no upload waits for long');
  return warn(
    what,
    `the oldest upload has been waiting for its analysis for ${minutes} minutes.`,
    'Check that a process with the role "all" or "worker" runs and read its log; add workers if they are busy.',
  );
}

function checkMigrations({ newest, pending, unknown }: DatabaseState['migrations']): CheckResult {
  const what = 'Migrations';
  if (unknown[0] !== undefined) {
    return fail(what, `${unknown[0]} was made by a newer Assay.`, 'Start that version, or restore a backup.');
  }
  if (pending.length > 0) {
    return warn(what, `${pending.length} are missing up to ${newest}.`, 'Start Assay, or run "assay migrate".');
  }
  return ok(what, `up to date (${newest})`);
}
