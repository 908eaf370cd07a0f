/** Requests an AI assessment of a version on behalf of a user, with an audit entry. */
import { findNewestFinishedAnalysis } from '../../store/findings/analyses/newest-finished-analysis.ts';
import { recordFinishedStage } from '../../store/findings/analyses/finished-stages.ts';
import { insertAuditEntry } from '../../store/people/audit.ts';
import { getVersion, type VersionAddress } from '../portfolio/change-version.ts';
import type { Caller, PipelineDeps } from '../deps.ts';
import { VERSION_FROZEN } from '../errors.ts';
import { getAiAvailability } from './ai-availability.ts';
import { PENDING_AI_STAGE, enqueueAssessment } from './enqueue-assessment.ts';
import { AI_DISABLED, AI_NOTHING_PUBLISHED, AI_OPTED_OUT } from './errors.ts';

/** Returns the analysis whose stage shows the progress. With `fresh`, earlier answers are not used. */
export async function requestAssessment(
  deps: PipelineDeps,
  caller: Caller,
  address: VersionAddress,
  { fresh }: { readonly fresh: boolean },
): Promise<string> {
  const at = new Date(deps.now()).toISOString();
  return await deps.database.inOrg(caller.orgId, async (tx) => {
    const version = await getVersion(tx, caller, address);
    if (version.frozenAt !== null) throw VERSION_FROZEN({ version: version.name });
    const { off } = await getAiAvailability(deps.ai, tx, version.serviceId);
    if (off === 'ai_disabled') throw AI_DISABLED();
    if (off === 'opt_out') throw AI_OPTED_OUT();
    const analysis = await findNewestFinishedAnalysis(tx, version.id);
    if (analysis === undefined) throw AI_NOTHING_PUBLISHED();
    await recordFinishedStage(tx, analysis.id, PENDING_AI_STAGE);
    await insertAuditEntry(tx, {
      id: deps.newId(),
      at,
      actor: caller.actor,
      action: 'ai.requested',
      requestId: caller.requestId,
      subject: { kind: 'version', id: version.id },
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
