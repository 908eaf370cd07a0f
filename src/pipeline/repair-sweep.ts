/**
 * Jobs are hints, tables are the truth: once a minute and at every start, missing jobs are queued again for everything that is
 * behind, organization by organization, each in its own transaction.
 */
import { recordEngineVersion } from '../store/advisories/snapshots.ts';
import { listOrganizationsBehind } from '../store/people/applied-snapshots.ts';
import { listDeletedOrganizations } from '../store/people/delete-organization.ts';
import { listOrganizationIds } from '../store/people/organizations.ts';
import { lockVersion } from '../store/portfolio/change-versions.ts';
import { removeResolvableMemos, listVersionsContaining } from '../store/portfolio/learned-sources.ts';
import { listUnanalyzedVersions, listVersionsOfOlderParsers, listVersionsWithExpiredOpinions } from '../store/portfolio/behind.ts';
import { findRemovableVersion } from '../store/portfolio/remove-versions.ts';
import { listUnplannedVersions } from '../store/remediation/plan-progress.ts';
import { enqueueDueAssessments } from './ai/ask-due-readings.ts';
import { announceExpiringTokens } from './announce-expiring-tokens.ts';
import { lockAndRequestAnalysis, requestAnalysis, replaceJob } from './ask-analysis.ts';
import { ENGINE_VERSION, READER_VERSION, type PipelineDeps } from './deps.ts';
import { warnAboutQuotas } from './warn-of-quotas.ts';

const ORGANIZATIONS_PER_READ = 500;
const VERSIONS_PER_SWEEP = 1_000;

/** When aborted, it stops after the current organization; the next start begins again. */
export async function repairSweep(deps: PipelineDeps & { readonly signal?: AbortSignal | undefined }): Promise<void> {
  await deps.database.reference(async (tx) => await recordEngineVersion(tx, ENGINE_VERSION));
  await enqueueUnapplied(deps);
  await resumeDeletions(deps);
  let after: string | undefined;
  for (;;) {
    const orgIds = await deps.database.reference(
      async (tx) => await listOrganizationIds(tx, after, ORGANIZATIONS_PER_READ),
    );
    for (const orgId of orgIds) {
      if (deps.signal?.aborted === true) return;
      await sweepOrganization(deps, orgId);
    }
    after = orgIds.at(-1);
    if (orgIds.length < ORGANIZATIONS_PER_READ) return;
  }
}

/** Organizations that have not applied new data or a new engine, unless their job is queued. */
async function enqueueUnapplied(deps: PipelineDeps): Promise<void> {
  let after: string | undefined;
  for (;;) {
    const orgIds = await deps.database.reference(async (tx) => {
      const page = await listOrganizationsBehind(tx, ENGINE_VERSION, { after, limit: ORGANIZATIONS_PER_READ });
      const served = await deps.queue.listOrganizationsWithJob(tx, 'apply-snapshot', page);
      for (const orgId of page) if (!served.has(orgId)) await deps.queue.enqueue(tx, 'apply-snapshot', { orgId });
      return page;
    });
    after = orgIds.at(-1);
    if (orgIds.length < ORGANIZATIONS_PER_READ) return;
  }
}

/** Organizations whose deletion was interrupted, unless their job is queued. */
async function resumeDeletions(deps: PipelineDeps): Promise<void> {
  await deps.database.reference(async (tx) => {
    const orgIds = (await listDeletedOrganizations(tx)).map(({ id }) => id);
    if (orgIds.length === 0) return;
    const served = await deps.queue.listOrganizationsWithJob(tx, 'delete-organization', orgIds);
    for (const orgId of orgIds) if (!served.has(orgId)) await deps.queue.enqueue(tx, 'delete-organization', { orgId });
  });
}

async function sweepOrganization(deps: PipelineDeps, orgId: string): Promise<void> {
  await replaceLostJobs(deps, orgId);
  await replaceLostPlans(deps, orgId);
  await matchWithLearnedSources(deps, orgId);
  await enqueueDueAssessments(deps, orgId);
  await warnAboutQuotas(deps, orgId);
  await announceExpiringTokens(deps, orgId);
  const now = new Date(deps.now()).toISOString();
  const { readByOlder, runOut } = await deps.database.inOrg(orgId, async (tx) => {
    if ((await findRemovableVersion(tx)) !== undefined) await deps.queue.enqueue(tx, 'remove-deleted', { orgId });
    return {
      readByOlder: await listVersionsOfOlderParsers(tx, READER_VERSION, VERSIONS_PER_SWEEP),
      runOut: await listVersionsWithExpiredOpinions(tx, now, VERSIONS_PER_SWEEP),
    };
  });
  for (const versionId of readByOlder) await lockAndRequestAnalysis(deps, { orgId, versionId }, 'engine');
  // Findings are open again when a temporary decision expires.
  for (const versionId of runOut) await lockAndRequestAnalysis(deps, { orgId, versionId }, 'decision');
}

const COMPONENTS_PER_SWEEP = 500;

/** Analyzes versions again if another document now states the source package of their components. */
async function matchWithLearnedSources(deps: PipelineDeps, orgId: string): Promise<void> {
  await deps.database.inOrg(orgId, async (tx) => {
    const componentIds = await removeResolvableMemos(tx, COMPONENTS_PER_SWEEP);
    if (componentIds.length === 0) return;
    for (const versionId of await listVersionsContaining(tx, componentIds)) {
      const version = await lockVersion(tx, versionId);
      if (version !== undefined && !version.frozen) await requestAnalysis(deps, tx, version, 'advisories');
    }
  });
}

/** Queues a new job for versions that are behind without a waiting or running job. */
async function replaceLostJobs(deps: PipelineDeps, orgId: string): Promise<void> {
  let after: string | undefined;
  for (;;) {
    const { behind, alive } = await deps.database.inOrg(orgId, async (tx) => {
      const page = await listUnanalyzedVersions(tx, after, VERSIONS_PER_SWEEP);
      const jobIds = page.flatMap(({ jobId }) => (jobId === null ? [] : [jobId]));
      return { behind: page, alive: await deps.queue.listActiveJobs(tx, jobIds) };
    });
    for (const { id: versionId, jobId, trigger } of behind) {
      if (jobId !== null && alive.has(jobId)) continue;
      if (trigger === null) await lockAndRequestAnalysis(deps, { orgId, versionId }, 'upload');
      else await replaceJob(deps, { orgId, versionId }, trigger);
    }
    after = behind.at(-1)?.id;
    if (behind.length < VERSIONS_PER_SWEEP) return;
  }
}

/** Queues a new job for versions whose result has no plan and no job that makes one. */
async function replaceLostPlans(deps: PipelineDeps, orgId: string): Promise<void> {
  let after: string | undefined;
  for (;;) {
    const unplanned = await deps.database.inOrg(orgId, async (tx) => {
      const page = await listUnplannedVersions(tx, after, VERSIONS_PER_SWEEP);
      if (page.length === 0) return page;
      const served = await deps.queue.listVersionsWithJob(tx, 'plan-version', page);
      const lost = page.filter((versionId) => !served.has(versionId));
      for (const versionId of lost) await deps.queue.enqueue(tx, 'plan-version', { orgId, versionId });
      return page;
    });
    after = unplanned.at(-1);
    if (unplanned.length < VERSIONS_PER_SWEEP) return;
  }
}
