/**
 * `wait=` of an upload: delays the response until the analysis ends or the time is up. The upload is already durable, so a
 * failure while waiting changes nothing.
 */
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Coverage } from '../../../core/history/coverage.ts';
import type { AnalysisStatus } from '../../../core/vocabulary/analysis.ts';
import type { SbomStatus } from '../../../core/vocabulary/sbom.ts';
import type { Receipt } from '../../../pipeline/upload/receive-sbom.ts';
import { findAnalysis } from '../../../store/findings/analyses/list-analyses.ts';
import { countFindings } from '../../../store/findings/lists/count-findings.ts';
import { findSbom, type SbomWarning } from '../../../store/portfolio/documents/sboms.ts';
import type { ApiDeps } from '../../api-deps.ts';
import { toBySeverity, type BySeverity } from '../../wire/by-severity.ts';
import { getPrincipal } from '../../http/guard-request.ts';
import type { WaitResult } from '../../http/stream/long-polls.ts';

export interface EndedAnalysis {
  readonly analysisStatus: AnalysisStatus;
  readonly sbomStatus: SbomStatus;
  /** Includes the warnings from parsing the document. */
  readonly warnings: readonly SbomWarning[];
  readonly findings: { readonly total: number; readonly hidden: number; readonly bySeverity: BySeverity };
  readonly coverage: Coverage | null;
}

export function createAnalysisWaiter(
  deps: ApiDeps,
): (
  request: FastifyRequest,
  reply: FastifyReply,
  receipt: Receipt,
  waitSeconds: number,
) => Promise<WaitResult<EndedAnalysis | undefined>> {
  return async (request, reply, receipt, waitSeconds) => {
    const { orgId } = getPrincipal(request);
    const { analysisId } = receipt;
    try {
      return await deps.longPolls.wait(request, reply.raw, async (signal) => {
        if (analysisId === null) return undefined;
        const timeoutMs = waitSeconds * 1000;
        const hasEnded = await deps.analysisWatch.untilEnded({ orgId, analysisId, timeoutMs, signal });
        return hasEnded ? await findEndedAnalysis(deps, orgId, { ...receipt, analysisId }) : undefined;
      });
    } catch (error) {
      deps.log.warn({ err: error }, 'waiting for an analysis failed');
      return { waited: false, reason: 'the state of the analysis could not be read' };
    }
  };
}

async function findEndedAnalysis(
  deps: ApiDeps,
  orgId: string,
  receipt: Receipt & { readonly analysisId: string },
): Promise<EndedAnalysis | undefined> {
  return await deps.database.inOrg(orgId, async (tx) => {
    const analysis = await findAnalysis(tx, receipt.analysisId, 'all');
    const sbom = await findSbom(tx, receipt.id, 'all');
    if (analysis === undefined || sbom === undefined) return undefined;
    const { total, hidden, bySeverityRank } = await countFindings(tx, { versionId: receipt.versionId }, {});
    return {
      analysisStatus: analysis.status,
      sbomStatus: sbom.status,
      warnings: sbom.warnings,
      findings: { total, hidden, bySeverity: toBySeverity(bySeverityRank) },
      coverage: analysis.coverage,
    };
  });
}
