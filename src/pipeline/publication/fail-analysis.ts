/**
 * Ends an analysis without a result: it is marked as `failed` with a reason, and so are the documents that waited for it. The
 * published result of the version stays as it is. The version counts as analyzed, so that there is no automatic retry.
 */
import type { OrgTx } from '../../store/database.ts';
import { insertEvents } from '../../store/delivery/events.ts';
import {
  recordFailedAnalysis,
  endSupersededAnalyses,
  type AnalysisFailure,
  type Stage,
} from '../../store/findings/analyses/analyses.ts';
import { setAnalyzedGeneration, type LockedVersion } from '../../store/portfolio/versions/change-versions.ts';
import { setStatusOfLiveSboms } from '../../store/portfolio/documents/sboms.ts';
import type { PipelineDeps } from '../deps.ts';
import type { StageLog } from './stage-log.ts';

/** The caller holds the lock on the version and has checked that the analysis has not ended. */
export async function failAnalysis(
  deps: PipelineDeps,
  tx: OrgTx,
  version: LockedVersion,
  analysis: {
    readonly id: string;
    readonly stages: StageLog;
    /** Defaults to the running stage. */
    readonly failedAt?: Stage['name'];
    readonly failure: AnalysisFailure;
  },
): Promise<void> {
  const at = new Date(deps.now()).toISOString();
  const { code, message } = analysis.failure;
  analysis.stages.fail(message, analysis.failedAt);
  const end = { stages: analysis.stages.toStages(), finishedAt: at };
  await recordFailedAnalysis(tx, analysis.id, { ...end, failure: { code, message } });
  await endSupersededAnalyses(tx, version.id, analysis.id, end);
  await setStatusOfLiveSboms(tx, version.id, {
    from: ['queued', 'analyzing'],
    to: 'failed',
    failure: { code, message },
  });
  await setAnalyzedGeneration(tx, version.id, version.generation);
  await insertEvents(tx, [
    {
      id: deps.newId(),
      type: 'analysis.failed',
      at,
      serviceId: version.serviceId,
      versionId: version.id,
      analysisId: analysis.id,
      detail: { code, message },
    },
  ]);
}
