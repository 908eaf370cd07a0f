/**
 * Jobs are hints, tables are the truth: once a minute and at every start, missing jobs are queued again for everything that is
 * behind, organization by organization, each in its own transaction.
 */
import { recordEngineVersion } from '../../store/advisories/snapshots.ts';
import { forgetMatchedSnapshot, listOrganizationsBehind } from '../../store/people/applied-snapshots.ts';
import { listDeletedOrganizations } from '../../store/people/delete-organization.ts';
import { tryEach } from '../../core/collections/walk.ts';
import { forEachOrganization } from '../walk.ts';
import { listVersionsContaining, markResolvableMemos } from '../../store/portfolio/components/learned-sources.ts';
import {
  listUnanalyzedVersions,
  listVersionsOfOlderParsers,
  listVersionsWithExpiredOpinions,
} from '../../store/portfolio/versions/versions-to-analyze.ts';
import { findRemovableVersion } from '../../store/portfolio/versions/remove-versions.ts';
import { listUnplannedVersions } from '../../store/remediation/stored-plans.ts';
import { lockAndRequestAnalysis, replaceJob, requestAnalyses } from '../request-analysis.ts';
import { ENGINE_VERSION, READER_VERSION, type PipelineDeps, nowOf } from '../deps.ts';
import { listDueAssessments } from '../../store/ai/pending-assessments.ts';
import { recordLostCalls } from '../../store/ai/budget.ts';
import { insertEvents, type NewEvent } from '../../store/delivery/events.ts';
import { recordExpiryNotices } from '../../store/people/tokens.ts';
import { LIMITS } from '../../core/limits.ts';
import { getUsage, setWarnedQuotas, type QuotaUsage } from '../../store/people/usage.ts';

// Creates an event before a token expires, so that it is replaced in time. Each notice is sent once per token; after downtime
// only the latest one that applies. A token whose lifetime is shorter than the notice gets none, because its creator chose
// that.

/** Days before expiry, the last notice first. */
const NOTICES = [1, 14];

async function announceExpiringTokens(
  deps: Pick<PipelineDeps, 'database' | 'now' | 'newId'>,
  orgId: string,
): Promise<void> {
  const at = nowOf(deps);
  await deps.database.inOrg(orgId, async (tx) => {
    for (const days of NOTICES) {
      const tokens = await recordExpiryNotices(tx, { at, days });
      const events = tokens.map(({ id: tokenId, name, ownerId, expiresAt }): NewEvent => ({
        id: deps.newId(),
        type: 'token.expiring',
        at,
        detail: { tokenId, name, ownerId, expiresAt, days },
      }));
      await insertEvents(tx, events);
    }
  });
}

// Runs once a minute: retries AI assessments that are due, including those whose job was lost, and records the calls of
// processes that have died, so that their possible cost counts.
const ASSESSMENTS_PER_SWEEP = 1_000;

async function enqueueDueAssessments(deps: PipelineDeps, orgId: string): Promise<void> {
  const at = nowOf(deps);
  await deps.database.inOrg(orgId, async (tx) => {
    await recordLostCalls(tx, { at });
    const due = deps.ai === undefined ? [] : await listDueAssessments(tx, at, ASSESSMENTS_PER_SWEEP);
    if (due.length === 0) return;
    const versionIds = due.map(({ versionId }) => versionId);
    const served = await deps.queue.listVersionsWithJob(tx, 'assess-version', versionIds);
    for (const { versionId, analysisId, freshSince } of due) {
      if (served.has(versionId)) continue;
      const job = { orgId, versionId, analysisId };
      await deps.queue.enqueue(tx, 'assess-version', { ...job, ...(freshSince !== null && { freshSince }) });
    }
  });
}

const ORGANIZATIONS_PER_READ = 500;
const VERSIONS_PER_SWEEP = 1_000;

/** When aborted, it stops after the current organization; the next start begins again. */
export async function repairSweep(deps: PipelineDeps & { readonly signal?: AbortSignal | undefined }): Promise<void> {
  await deps.database.reference(async (tx) => await recordEngineVersion(tx, ENGINE_VERSION));
  await enqueueUnapplied(deps);
  await resumeDeletions(deps);
  await forEachOrganization(deps.database, async (orgId) => {
    if (deps.signal?.aborted !== true) await sweepOrganization(deps, orgId);
  });
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

const STEPS: readonly ((deps: PipelineDeps, orgId: string) => Promise<void>)[] = [
  replaceLostJobs,
  replaceLostPlans,
  matchWithLearnedSources,
  enqueueDueAssessments,
  warnAboutQuotas,
  announceExpiringTokens,
  requestDueAnalyses,
];

async function sweepOrganization(deps: PipelineDeps, orgId: string): Promise<void> {
  await tryEach(STEPS, async (step) => await step(deps, orgId));
}

/** Analyzes versions of older parsers and expired opinions again. Also resumes the removal of deleted versions. */
async function requestDueAnalyses(deps: PipelineDeps, orgId: string): Promise<void> {
  const now = nowOf(deps);
  const { readByOlder, runOut } = await deps.database.inOrg(orgId, async (tx) => {
    const hasRemovable = (await findRemovableVersion(tx)) !== undefined;
    if (hasRemovable && (await deps.queue.listOrganizationsWithJob(tx, 'remove-deleted', [orgId])).size === 0)
      await deps.queue.enqueue(tx, 'remove-deleted', { orgId });
    return {
      readByOlder: await listVersionsOfOlderParsers(tx, READER_VERSION, VERSIONS_PER_SWEEP),
      runOut: await listVersionsWithExpiredOpinions(tx, now, VERSIONS_PER_SWEEP),
    };
  });
  for (const versionId of readByOlder) await lockAndRequestAnalysis(deps, { orgId, versionId }, 'engine');
  // Findings are open again when a temporary decision expires.
  for (const versionId of runOut) await lockAndRequestAnalysis(deps, { orgId, versionId }, 'decision');
}

const COMPONENTS_PER_PAGE = 500;

/** Analyzes versions again if another document now states the source package of their components. */
async function matchWithLearnedSources(deps: PipelineDeps, orgId: string): Promise<void> {
  let after: string | undefined;
  do {
    const marked = await deps.database.inOrg(orgId, async (tx) => {
      const { ids, next } = await markResolvableMemos(tx, { after, limit: COMPONENTS_PER_PAGE });
      if (ids.length === 0) return { ids, next, requested: [] };
      const requested = await listVersionsContaining(tx, ids);
      await requestAnalyses(deps, tx, requested, 'advisories');
      // After the locks on the versions: a publication that holds one may wait for a transaction that waits for this row.
      await forgetMatchedSnapshot(tx);
      return { ids, next, requested };
    });
    await requestVersionsReadMeanwhile(deps, orgId, marked);
    after = marked.next;
  } while (after !== undefined);
}

/** A version whose document was read after the first search may have been published before the mark was visible. */
async function requestVersionsReadMeanwhile(
  deps: PipelineDeps,
  orgId: string,
  { ids, requested }: { readonly ids: readonly string[]; readonly requested: readonly string[] },
): Promise<void> {
  if (ids.length === 0) return;
  const known = new Set(requested);
  await deps.database.inOrg(orgId, async (tx) => {
    const found = (await listVersionsContaining(tx, ids)).filter((id) => !known.has(id));
    await requestAnalyses(deps, tx, found, 'advisories');
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

// Creates the event `quota.warning` once when the use of a quota reaches the threshold, and again only after it was below. It
// is sent by the sweep and not by the change that crosses the threshold, because lowering a quota has the same effect.
export async function warnAboutQuotas(
  deps: Pick<PipelineDeps, 'database' | 'now' | 'newId'>,
  orgId: string,
): Promise<void> {
  await deps.database.inOrg(orgId, async (tx) => {
    const { quotas, warned } = await getUsage(tx);
    const high = quotas.filter(isHigh);
    const fresh = high.filter(({ quota }) => !warned.includes(quota));
    if (fresh.length === 0 && high.length === warned.length) return;
    const names = high.map(({ quota }) => quota);
    if (!(await setWarnedQuotas(tx, warned, names))) return;
    const at = nowOf(deps);
    const events = fresh.map((detail) => ({
      id: deps.newId(),
      type: 'quota.warning' as const,
      at,
      detail: { ...detail },
    }));
    if (events.length > 0) await insertEvents(tx, events);
  });
}

function isHigh({ used, limit }: QuotaUsage): boolean {
  return limit > 0 && used >= limit * LIMITS.quotaWarningShare;
}
