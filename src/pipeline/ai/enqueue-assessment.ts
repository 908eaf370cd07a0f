/** Records in the caller's transaction that a version needs an AI assessment; the job is only a hint. */
import { savePendingAssessment } from '../../store/ai/pending-assessments.ts';
import type { OrgTx } from '../../store/database.ts';
import type { Stage } from '../../store/findings/analyses/analyses.ts';
import type { PipelineDeps } from '../deps.ts';

export async function enqueueAssessment(
  deps: Pick<PipelineDeps, 'queue' | 'now'>,
  tx: OrgTx,
  { versionId, analysisId, freshSince }: { versionId: string; analysisId: string; freshSince?: string | undefined },
): Promise<void> {
  const at = new Date(deps.now()).toISOString();
  await savePendingAssessment(tx, { versionId, analysisId, freshSince: freshSince ?? null, at });
  const job = { orgId: tx.orgId, versionId, analysisId };
  await deps.queue.enqueue(tx, 'read-with-ai', { ...job, ...(freshSince !== undefined && { freshSince }) });
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
