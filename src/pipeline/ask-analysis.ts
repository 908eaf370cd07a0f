/**
 * A new analysis for a version that somebody or something asks for, joined to the one that already waits. What somebody waits
 * for and what happens in the background are jobs of different queues; the flow behind both is the same.
 */
import type { AnalysisJob } from '../queue/jobs.ts';
import type { OrgTx } from '../store/database.ts';
import {
  hasUnfinished,
  queueAnalysis,
  setJobOfUnfinished,
  setTriggerOfWaiting,
  type AnalysisTrigger,
} from '../store/findings/analyses.ts';
import { bumpGeneration, lockVersion, type LockedVersion } from '../store/portfolio/change-versions.ts';
import { ENGINE_VERSION, type PipelineDeps } from './deps.ts';

/** In a transaction of its own: whoever asks for many must not hold all their locks at once. */
export async function askAgain(
  deps: PipelineDeps,
  { orgId, versionId }: { readonly orgId: string; readonly versionId: string },
  trigger: AnalysisTrigger,
): Promise<void> {
  await deps.database.inOrg(orgId, async (tx) => {
    const version = await lockVersion(tx, versionId);
    if (version !== undefined && !version.frozen) await askAnalysis(deps, tx, version, trigger);
  });
}

/**
 * For a version that stands on older data than this. False when it does not any more, or when an analysis waits or runs already: the one reads
 * the newest data when it runs, the other sees when it publishes that it came late. Nobody who waits for it is sent back.
 */
export async function askOutdated(
  deps: PipelineDeps,
  { orgId, versionId }: { readonly orgId: string; readonly versionId: string },
  snapshot: number,
  trigger: AnalysisTrigger,
): Promise<boolean> {
  const ask = async (tx: OrgTx): Promise<boolean> => {
    const version = await lockVersion(tx, versionId);
    if (version === undefined || version.frozen || version.publishedSnapshot >= snapshot) return false;
    if (await hasUnfinished(tx, versionId)) return false;
    await askAnalysis(deps, tx, version, trigger);
    return true;
  };
  // Asked for again if it was lost: that all were asked is noted durably, after the last.
  return await deps.database.inOrg(orgId, ask, { durable: false });
}

/** The caller holds the lock on the version. */
export async function askAnalysis(
  deps: PipelineDeps,
  tx: OrgTx,
  version: LockedVersion,
  trigger: AnalysisTrigger,
): Promise<string> {
  await bumpGeneration(tx, version.id);
  const wish = await wishAnalysis(deps, tx, version.id, trigger);
  await wish.enqueue();
  return wish.analysisId;
}

/** The row first, the job with `enqueue`, which comes last in the transaction. The caller holds the lock on the version. */
export async function wishAnalysis(
  deps: PipelineDeps,
  tx: OrgTx,
  versionId: string,
  trigger: AnalysisTrigger,
): Promise<{ readonly analysisId: string; readonly enqueue: () => Promise<void> }> {
  const jobId = deps.newId();
  const createdAt = new Date(deps.now()).toISOString();
  const analysis = await queueAnalysis(tx, {
    id: deps.newId(),
    versionId,
    trigger,
    engineVersion: ENGINE_VERSION,
    createdAt,
    jobId,
  });
  const job = jobOf(trigger);
  // Who waits for the result must not wait behind the background, though the row is the same.
  const isHurried = !analysis.created && job === 'analyze-version' && jobOf(analysis.trigger) !== job;
  return {
    analysisId: analysis.id,
    enqueue: async () => {
      if (isHurried) {
        await setJobOfUnfinished(tx, versionId, jobId);
        // What somebody waits for says so, also when it comes to nothing new.
        await setTriggerOfWaiting(tx, versionId, trigger);
      }
      if (analysis.created || isHurried) await deps.queue.enqueueAnalysis(tx, job, { id: jobId, versionId });
    },
  };
}

/** Another job for what has not ended in a version, because the one it had is lost. */
export async function replaceJob(
  deps: PipelineDeps,
  { orgId, versionId }: { readonly orgId: string; readonly versionId: string },
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
