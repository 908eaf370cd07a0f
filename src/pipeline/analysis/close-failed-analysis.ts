/**
 * Fails an analysis after the last try of its job, with the reason of that try. If another job is queued, for instance of a newer
 * upload, the analysis is left to that job.
 */
import type { FailedJob } from '../../queue/job-queue.ts';
import { findUnfinishedAnalysis, type AnalysisFailure } from '../../store/findings/analyses/analyses.ts';
import { isInfrastructureCode } from '../../store/failures/infrastructure-failure.ts';
import { lockVersion } from '../../store/portfolio/versions/change-versions.ts';
import type { PipelineDeps } from '../deps.ts';
import { ANALYSIS_BROKEN, ANALYSIS_INTERRUPTED } from '../errors.ts';
import { failAnalysis } from '../publication/fail-analysis.ts';
import { StageLog } from '../publication/stage-log.ts';

export async function closeFailedAnalysis(
  deps: PipelineDeps,
  job: { readonly orgId: string; readonly versionId: string },
  failed: FailedJob = { tries: 1, lost: true },
): Promise<void> {
  // The analysis stays unfinished, and the repair sweep gives it another job.
  if (failed.failure !== undefined && isInfrastructureCode(failed.failure.code)) return;
  await deps.database.inOrg(job.orgId, async (tx) => {
    const version = await lockVersion(tx, job.versionId);
    const analysis = version && (await findUnfinishedAnalysis(tx, version.id));
    if (version === undefined || analysis === undefined) return;
    const { id, jobId } = analysis;
    if (jobId !== null && (await deps.queue.listActiveJobs(tx, [jobId])).has(jobId)) return;
    const stages = new StageLog(deps.now, analysis.stages);
    await failAnalysis(deps, tx, version, { id, stages, failure: toFailure(failed) });
  });
}

function toFailure({ failure, lost, tries }: FailedJob): AnalysisFailure {
  return failure ?? (lost ? ANALYSIS_INTERRUPTED({ tries }) : ANALYSIS_BROKEN({ tries }));
}
