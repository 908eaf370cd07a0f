/**
 * Jobs are hints, tables are the truth: once a minute, and at every start, whatever is behind gets a job again, organization by
 * organization, each in a transaction of its own.
 */
import { listOrganizationIds } from '../store/people/organizations.ts';
import { findRemovableVersion, listVersionsBehind, listVersionsOfOlderReaders } from '../store/portfolio/behind.ts';
import { askAgain } from './ask-analysis.ts';
import { READER_VERSION, type PipelineDeps } from './deps.ts';

const ORGANIZATIONS_PER_READ = 500;
const VERSIONS_PER_SWEEP = 1_000;
/** Younger than this a version has its first job on the way; another one would be work for nothing. */
const GRACE_MS = 30_000;

export async function repairSweep(deps: PipelineDeps, graceMs: number = GRACE_MS): Promise<void> {
  const changedBefore = new Date(deps.now() - graceMs).toISOString();
  let after: string | undefined;
  for (;;) {
    const orgIds = await deps.database.reference(
      async (tx) => await listOrganizationIds(tx, after, ORGANIZATIONS_PER_READ),
    );
    for (const orgId of orgIds) await sweepOrganization(deps, orgId, changedBefore);
    after = orgIds.at(-1);
    if (orgIds.length < ORGANIZATIONS_PER_READ) return;
  }
}

async function sweepOrganization(deps: PipelineDeps, orgId: string, changedBefore: string): Promise<void> {
  const readByOlder = await deps.database.inOrg(orgId, async (tx) => {
    for (const versionId of await listVersionsBehind(tx, changedBefore, VERSIONS_PER_SWEEP)) {
      await deps.queue.enqueue(tx, 'analyze-version', { orgId, versionId });
    }
    if ((await findRemovableVersion(tx)) !== undefined) await deps.queue.enqueue(tx, 'remove-deleted', { orgId });
    return await listVersionsOfOlderReaders(tx, READER_VERSION, VERSIONS_PER_SWEEP);
  });
  for (const versionId of readByOlder) await askAgain(deps, { orgId, versionId }, 'engine');
}
