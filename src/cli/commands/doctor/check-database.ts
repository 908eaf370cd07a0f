/** Checks the database: which server it is, whether it responds, and whether its settings meet the requirements of Assay. */
import { join } from 'node:path';
import { messageOf } from '../../../core/errors.ts';
import type { Config } from '../../../config.ts';
import { LIMITS } from '../../../core/limits.ts';
import { readClusterMajor } from '../../../postgres/data-folder/data-folder.ts';
import { findBinaries } from '../../../postgres/find-binaries.ts';
import { inspectQueue } from '../../../queue/pg-boss-queue.ts';
import { inspectDatabase, type DatabaseState } from '../../../store/migrate.ts';
import { hasCluster, withDatabaseUrl } from '../../command-database.ts';
import { getDataState, type DataState } from '../../../pipeline/advisories/data-state.ts';
import { openDatabase, type Database } from '../../../store/database.ts';
import { countFailedVersions } from '../../../store/findings/analyses/list-analyses.ts';
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
    `The latest analysis failed for ${failed} ${failed === 1 ? 'version' : 'versions'}.`,
    'Run "assay analysis retry" to retry them all.',
  );
}

function checkAdvisories({ state }: DataState): CheckResult {
  const what = 'Advisories';
  if (state === 'stale') {
    return warn(
      what,
      'At least one source is outdated.',
      'Run "assay advisories status" to see which source, and what to do.',
    );
  }
  return ok(what, state);
}

export async function* checkDatabase(config: Config): AsyncGenerator<CheckResult> {
  if (config.databaseUrl === undefined) {
    yield await checkBinaries(config);
    if (!(await hasCluster(config.dataDir).catch(() => true))) {
      yield ok('Database', 'not created yet; the first start creates it');
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
    ok('Database', `PostgreSQL ${server.version} responds (${kind})`),
    checkMigrations(migrations),
    server.rowSecurityBinds
      ? ok('Row-level security', 'enforced')
      : warn(
          'Row-level security',
          'Not enforced for this role: the second barrier between organizations is missing.',
          'Use a role that owns the database and is neither a superuser nor has BYPASSRLS.',
        ),
    server.weakSettings.length === 0
      ? ok('Durability', 'fsync and full_page_writes are on')
      : warn(
          'Durability',
          `Turned off: ${server.weakSettings.join(', ')}. An acknowledged upload can be lost if the machine fails.`,
          'Turn on these settings in the server configuration.',
        ),
    checkConnections(config, server.connections),
  ];
}

function checkConnections(
  { databasePoolMax }: Config,
  { max, used }: DatabaseState['server']['connections'],
): CheckResult {
  const what = 'Connections';
  const found = `${used} of ${max} in use; each process opens up to ${databasePoolMax}`;
  if (databasePoolMax <= max) return ok(what, found);
  return warn(
    what,
    `${found}.`,
    'Lower ASSAY_DATABASE_POOL_MAX, or raise the connection limit of the server or the role.',
  );
}

function checkQueue(queue: Awaited<ReturnType<typeof inspectQueue>>): CheckResult {
  const what = 'Queue';
  if (queue === undefined)
    return warn(what, 'The tables of the queue do not exist yet.', 'Start Assay, or run "assay migrate".');
  const minutes = Math.floor(queue.oldestUploadSeconds / 60);
  if (minutes < LIMITS.queueAgeMinutesMax) return ok(what, 'no upload has been waiting for long');
  return warn(
    what,
    `The oldest upload has been waiting for its analysis for ${minutes} minutes.`,
    'Check that a process with the role "all" or "worker" is running, and check its log. Add workers if they are busy.',
  );
}

function checkMigrations({ newest, pending, unknown }: DatabaseState['migrations']): CheckResult {
  const what = 'Migrations';
  if (unknown[0] !== undefined) {
    return fail(
      what,
      `${unknown[0]} was applied by a newer version of Assay.`,
      'Start that version, or restore a backup.',
    );
  }
  if (pending.length > 0) {
    return warn(what, `${pending.length} pending, up to ${newest}.`, 'Start Assay, or run "assay migrate".');
  }
  return ok(what, `up to date (${newest})`);
}

/** The result of one check: its state and, unless it is ok, what to do. */

export interface CheckResult {
  readonly state: 'ok' | 'warn' | 'fail';
  readonly what: string;
  readonly found: string;
  readonly cure?: string;
}

export function ok(what: string, found: string): CheckResult {
  return { state: 'ok', what, found };
}

export function warn(what: string, found: string, cure: string): CheckResult {
  return { state: 'warn', what, found, cure };
}

/** The messages of Assay errors already say what to do. */
export function fail(what: string, found: string, cure?: string): CheckResult {
  return { state: 'fail', what, found, ...(cure !== undefined && { cure }) };
}
