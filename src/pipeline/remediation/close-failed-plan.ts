/**
 * Records in the analysis that the last try to make a plan has failed. Published findings stay, and a later request may still
 * compute a plan.
 */
import type { FailedJob } from '../../queue/job-queue.ts';
import { recordFinishedStage } from '../../store/findings/analyses/finished-stages.ts';
import { isInfrastructureCode } from '../../store/failures/infrastructure-failure.ts';
import { lockVersion } from '../../store/portfolio/versions/change-versions.ts';
import { findStoredPlan } from '../../store/remediation/stored-plans.ts';
import { findPublishedResult } from '../../store/remediation/plan-inputs.ts';
import { setPlannedGeneration } from '../../store/remediation/plan-progress.ts';
import type { PipelineDeps } from '../deps.ts';
import { PLAN_BROKEN } from '../errors.ts';
import { PLAN_FORMAT_VERSION } from './plan/packed-plan.ts';

export async function closeFailedPlan(
  deps: PipelineDeps,
  { orgId, versionId }: { readonly orgId: string; readonly versionId: string },
  { failure, tries }: FailedJob = { tries: 1, lost: true },
): Promise<void> {
  // The version stays without a plan, and the repair sweep gives it another job.
  if (failure !== undefined && isInfrastructureCode(failure.code)) return;
  const finishedAt = new Date(deps.now()).toISOString();
  await deps.database.inOrg(orgId, async (tx) => {
    const version = await lockVersion(tx, versionId);
    const published = version && (await findPublishedResult(tx, versionId));
    if (version === undefined || published === undefined) return;
    const kept = await findStoredPlan(tx, versionId, PLAN_FORMAT_VERSION);
    if (kept?.analysisId !== published.analysisId) {
      const reason = (failure ?? PLAN_BROKEN({ tries })).message;
      const stage = { name: 'remediation', status: 'failed', startedAt: null, finishedAt, counts: {}, reason } as const;
      await recordFinishedStage(tx, published.analysisId, stage);
    }
    await setPlannedGeneration(tx, versionId, version.analyzedGeneration);
  });
}
