/**
 * Requests a new analysis of a version, merged with the one that already waits. Analyses that a user waits for and background
 * analyses are jobs in different queues and run the same code.
 */
import type { AnalysisTrigger } from '../core/vocabulary/analysis.ts';
import type { AnalysisJob, VersionKey } from '../queue/jobs.ts';
import type { OrgTx } from '../store/database.ts';
import {
  listUnfinished,
  queueAnalysesForSweep,
  queueAnalysis,
  setJobOfUnfinished,
  setTriggerOfQueued,
} from '../store/findings/analyses/analyses.ts';
import {
  bumpGeneration,
  lockVersion,
  lockVersions,
  type LockedVersion,
} from '../store/portfolio/versions/change-versions.ts';
import { pipelined } from '../store/pipelined.ts';
import { shareStatements } from '../store/shared-transactions.ts';
import { nowOf, ENGINE_VERSION, type PipelineDeps } from './deps.ts';
import { bumpGenerations } from '../store/portfolio/versions/versions-to-analyze.ts';

/** In its own transaction, so that a caller with many versions does not hold all their locks at once. */
export async function lockAndRequestAnalysis(
  deps: PipelineDeps,
  { orgId, versionId }: VersionKey,
  trigger: AnalysisTrigger,
): Promise<void> {
  await deps.database.inOrg(orgId, async (tx) => {
    const version = await lockVersion(tx, versionId);
    if (version !== undefined && !version.frozen) await requestAnalysis(deps, tx, version, trigger);
  });
}

/**
 * Requests analyses of the given versions that were published on data older than their snapshot, in one transaction. Skips those
 * with an analysis that waits or runs already: a waiting one reads the newest data when it runs, and a running one detects at
 * publication that it is late. A user who waits for it is not delayed. Returns the number of requests.
 */
export async function requestOutdated(
  deps: PipelineDeps,
  orgId: string,
  outdated: readonly { readonly id: string; readonly snapshot: number }[],
  trigger: AnalysisTrigger,
): Promise<number> {
  const ids = outdated.map(({ id }) => id);
  const snapshots = new Map(outdated.map(({ id, snapshot }) => [id, snapshot]));
  const ask = async (tx: OrgTx): Promise<number> => {
    shareStatements(tx);
    const locked = await lockVersions(tx, ids);
    const unfinished = await listUnfinished(tx, ids);
    const wanted = locked
      .filter(({ id, frozen, publishedSnapshot }) => !frozen && publishedSnapshot < (snapshots.get(id) ?? 0))
      .flatMap(({ id }) => (unfinished.has(id) ? [] : id));
    await bumpGenerations(tx, wanted);
    const requests = await pipelined(wanted.map(async (id) => await createAnalysisRequest(deps, tx, id, trigger)));
    await pipelined(requests.map(async ({ enqueue }) => await enqueue()));
    return wanted.length;
  };
  // A lost request is repeated: the note that all versions were requested is durable and comes last.
  return await deps.database.inOrg(orgId, ask, { durable: false });
}

/** The caller holds the lock on the version. */
export async function requestAnalysis(
  deps: PipelineDeps,
  tx: OrgTx,
  version: LockedVersion,
  trigger: AnalysisTrigger,
): Promise<string> {
  await bumpGeneration(tx, version.id);
  const request = await createAnalysisRequest(deps, tx, version.id, trigger);
  await request.enqueue();
  return request.analysisId;
}

/**
 * Inserts the row first; `enqueue` adds the job and must come last in the transaction. The caller holds the lock on the version.
 */
export async function createAnalysisRequest(
  deps: PipelineDeps,
  tx: OrgTx,
  versionId: string,
  trigger: AnalysisTrigger,
): Promise<{ readonly analysisId: string; readonly enqueue: () => Promise<void> }> {
  const jobId = deps.newId();
  const createdAt = nowOf(deps);
  const analysis = await queueAnalysis(tx, {
    id: deps.newId(),
    versionId,
    trigger,
    engineVersion: ENGINE_VERSION,
    createdAt,
    jobId,
  });
  const job = jobOf(trigger);
  // A user must not wait behind background jobs or for the sweep, even if another analysis already has the row.
  const isServed = analysis.hasJob && jobOf(analysis.trigger) === job;
  const isHurried = !analysis.created && job === 'analyze-version' && !isServed;
  return {
    analysisId: analysis.id,
    enqueue: async () => {
      if (isHurried) {
        await setJobOfUnfinished(tx, versionId, jobId);
        // Shows the trigger that a user waits for, even if the analysis finds nothing new.
        await setTriggerOfQueued(tx, versionId, trigger);
      }
      if (analysis.created || isHurried) await deps.queue.enqueueAnalysis(tx, job, { id: jobId, versionId });
    },
  };
}

/** Creates a new job for the unfinished analyses of a version whose job was lost. */
export async function replaceJob(
  deps: PipelineDeps,
  { orgId, versionId }: VersionKey,
  trigger: AnalysisTrigger,
): Promise<void> {
  const id = deps.newId();
  await deps.database.inOrg(orgId, async (tx) => {
    const version = await lockVersion(tx, versionId);
    if (version === undefined || version.analyzedGeneration >= version.generation) return;
    await setJobOfUnfinished(tx, versionId, id);
    await deps.queue.enqueueAnalysis(tx, jobOf(trigger), { id, versionId });
  });
}

export function isBackground(trigger: AnalysisTrigger): boolean {
  return BACKGROUND.has(trigger);
}

const BACKGROUND: ReadonlySet<AnalysisTrigger> = new Set(['advisories', 'profile', 'engine', 'ai']);

function jobOf(trigger: AnalysisTrigger): AnalysisJob {
  return BACKGROUND.has(trigger) ? 'reanalyze-version' : 'analyze-version';
}

// Requests a new publication of many versions after a change to a service or a decision about vulnerabilities, in the same
// transaction as the change. Above a limit, their analyses get a job from the repair sweep within a minute, so that no transaction
// stays open for thousands of jobs.
const REQUESTED_AT_ONCE_MAX = 100;

/** Maximum number of versions that one change can affect; the others are updated by their next publication. */
export const AFFECTED_VERSIONS_MAX = 10_000;

/** Returns how many versions will be published again. Frozen versions are not changed. */
export async function requestAnalyses(
  deps: PipelineDeps,
  tx: OrgTx,
  versionIds: readonly string[],
  trigger: AnalysisTrigger,
): Promise<number> {
  // Always lock in the same order to prevent deadlocks.
  const ids = [...new Set(versionIds)].toSorted();
  const locked = await lockVersions(tx, ids.slice(0, REQUESTED_AT_ONCE_MAX));
  const now = locked.filter(({ frozen }) => !frozen).map(({ id }) => id);
  await bumpGenerations(tx, now);
  const later = await bumpGenerations(tx, ids.slice(REQUESTED_AT_ONCE_MAX));
  const queued = later.map((versionId) => ({ id: deps.newId(), versionId }));
  const how = { trigger, engineVersion: ENGINE_VERSION, createdAt: nowOf(deps) };
  if (queued.length > 0) await queueAnalysesForSweep(tx, queued, how);
  shareStatements(tx);
  const requests = await pipelined(now.map(async (id) => await createAnalysisRequest(deps, tx, id, trigger)));
  await pipelined(requests.map(async ({ enqueue }) => await enqueue()));
  return now.length + later.length;
}
