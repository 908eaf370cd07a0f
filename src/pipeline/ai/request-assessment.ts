/** Requests an AI assessment of a version on behalf of a user, with an audit entry. */
import { findNewestFinishedAnalysis } from '../../store/findings/analyses/list-analyses.ts';
import { recordFinishedStage } from '../../store/findings/analyses/finished-stages.ts';
import { withLockedVersion, type VersionAddress } from '../portfolio/change-version.ts';
import { nowOf, recordChange, type Caller, type PipelineDeps } from '../deps.ts';
import { VERSION_FROZEN, AI_DISABLED, AI_NOTHING_PUBLISHED, AI_OPTED_OUT } from '../errors.ts';
import { getAiAvailability } from './ai-settings.ts';
import { savePendingAssessment } from '../../store/ai/pending-assessments.ts';
import type { OrgTx } from '../../store/database.ts';
import type { Stage } from '../../store/findings/analyses/analyses.ts';

/** Returns the analysis whose stage shows the progress. With `fresh`, earlier answers are not used. */
export async function requestAssessment(
  deps: PipelineDeps,
  caller: Caller,
  address: VersionAddress,
  { fresh }: { readonly fresh: boolean },
): Promise<string> {
  const at = nowOf(deps);
  return await withLockedVersion(deps, caller, address, async (tx, version) => {
    if (version.frozenAt !== null) throw VERSION_FROZEN({ version: version.name });
    const { off } = await getAiAvailability(deps.ai, tx, version.serviceId);
    if (off === 'ai_disabled') throw AI_DISABLED();
    if (off === 'opt_out') throw AI_OPTED_OUT();
    const analysis = await findNewestFinishedAnalysis(tx, version.id);
    if (analysis === undefined) throw AI_NOTHING_PUBLISHED();
    await recordFinishedStage(tx, analysis.id, PENDING_AI_STAGE);
    await recordChange(deps, tx, caller, {
      at,
      action: 'ai.requested',
      kind: 'version',
      id: version.id,
      after: { fresh, analysisId: analysis.id },
    });
    await enqueueAssessment(deps, tx, {
      versionId: version.id,
      analysisId: analysis.id,
      ...(fresh && { freshSince: at }),
    });
    return analysis.id;
  });
}

/** Records in the caller's transaction that a version needs an AI assessment; the job is only a hint. */
export async function enqueueAssessment(
  deps: Pick<PipelineDeps, 'queue' | 'now'>,
  tx: OrgTx,
  {
    versionId,
    analysisId,
    freshSince,
    isContinued = false,
  }: {
    readonly versionId: string;
    readonly analysisId: string;
    readonly freshSince?: string | undefined;
    readonly isContinued?: boolean;
  },
): Promise<void> {
  const at = nowOf(deps);
  await savePendingAssessment(tx, { versionId, analysisId, freshSince: freshSince ?? null, at, isContinued });
  const job = { orgId: tx.orgId, versionId, analysisId };
  await deps.queue.enqueue(tx, 'assess-version', { ...job, ...(freshSince !== undefined && { freshSince }) });
}

/** The AI stage of a finished analysis that will be assessed again. */
export const PENDING_AI_STAGE: Stage = {
  name: 'ai',
  status: 'pending',
  startedAt: null,
  finishedAt: null,
  counts: {},
  reason: null,
  retryAt: null,
};
