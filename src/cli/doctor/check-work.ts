/** Checks the work of Assay: failed analyses and the age of the advisories. */
import { getDataState, type DataState } from '../../pipeline/data-state.ts';
import { openDatabase, type Database } from '../../store/database.ts';
import { countFailedVersions } from '../../store/findings/failed-analyses.ts';
import { listOrganizationIds } from '../../store/people/organizations.ts';
import { ok, warn, type CheckResult } from './check.ts';

const STATEMENT_TIMEOUT_MS = 30_000;
/** In larger installations, only the first ones are counted. */
const ORGANIZATIONS_MAX = 1_000;

export async function checkAnalysesAndAdvisories(url: string): Promise<CheckResult[]> {
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
