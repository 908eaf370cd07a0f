/** The response to an upload. Links are paths without a host. */
import { LIMITS } from '../../../core/limits.ts';
import type { Receipt } from '../../../pipeline/upload/receive-sbom.ts';
import { toSignature, type Attestation } from '../../../core/sbom/attestation.ts';
import type { Slot } from '../../../core/sbom/subject/slot.ts';
import type { WireReceipt } from '../../contract/services/sbom.ts';
import type { InspectedDocument, UploadRequest } from './inspect-document.ts';
import type { WaitResult } from '../../http/stream/long-polls.ts';
import { toWireCoverage, toBySeverity, type BySeverity } from '../../wire/counts.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Coverage } from '../../../core/history/coverage.ts';
import type { AnalysisStatus } from '../../../core/vocabulary/analysis.ts';
import type { SbomStatus } from '../../../core/vocabulary/sbom.ts';
import { findAnalysis } from '../../../store/findings/analyses/list-analyses.ts';
import { countFindings } from '../../../store/findings/lists/count-findings.ts';
import { findSbom, type SbomWarning } from '../../../store/portfolio/sboms.ts';
import type { ApiDeps } from '../../api-deps.ts';
import { getPrincipal } from '../../http/guard-request.ts';

export function toWireReceipt(
  { similar, ...receipt }: Receipt,
  upload: UploadRequest,
  { document, inspected, slot, warnings, attestation }: InspectedDocument,
  /** Undefined if `wait` was not sent. */
  waited: WaitResult<EndedAnalysis | undefined> | undefined,
): WireReceipt {
  const ended = waited?.waited === true ? waited.result : undefined;
  const version = `/api/v2/service/${receipt.serviceId}/version/${receipt.versionId}`;
  return {
    ...receipt,
    status: ended?.sbomStatus ?? receipt.status,
    image: upload.image,
    format: inspected.format,
    specVersion: inspected.specVersion,
    sha256: document.sha256.toString('hex'),
    sizeBytes: document.sizeBytes,
    signature: toSignature(attestation),
    warnings: [
      ...warnAboutWait(waited),
      ...warnAboutReplacement(receipt, slot),
      ...warnAboutSimilar(similar, slot),
      ...warnAboutSignature(attestation),
      ...(ended?.warnings ?? warnings).map(({ code, count }) => ({ code, count })),
    ].slice(0, LIMITS.warningCodesInAnswerMax),
    links: {
      self: `/api/v2/sbom/${receipt.id}`,
      analysis: receipt.analysisId === null ? null : `/api/v2/analysis/${receipt.analysisId}`,
      version,
      findings: `${version}/finding`,
      portal: `/services/${receipt.serviceId}/versions/${receipt.versionId}`,
    },
    ...(waited && { waited: waited.waited }),
    ...(ended && {
      summary: {
        analysis: ended.analysisStatus,
        componentCount: inspected.componentCount,
        findings: ended.findings,
        coverage: ended.coverage && toWireCoverage(ended.coverage),
      },
    }),
  };
}

function warnAboutWait(waited: WaitResult<unknown> | undefined): WireReceipt['warnings'] {
  if (waited === undefined || waited.waited) return [];
  const message = `The response did not wait for the analysis: ${waited.reason}. The SBOM is stored and will be analyzed. Poll the analysis until it is finished.`;
  return [{ code: 'WAIT_REFUSED', count: 1, message }];
}

function warnAboutSignature(attestation: Attestation | null): WireReceipt['warnings'] {
  if (attestation?.signature.state !== 'invalid') return [];
  const message =
    'The signature does not fit any key of this organization. The SBOM is stored and analyzed. Sign it with a configured key, or add the key in the settings.';
  return [{ code: 'SIGNATURE_INVALID', count: 1, message }];
}

function warnAboutReplacement(
  { supersedes, slot: name }: Pick<Receipt, 'supersedes' | 'slot'>,
  slot: Slot,
): WireReceipt['warnings'] {
  if (supersedes === null) return [];
  const message =
    `This SBOM replaced the SBOM ${supersedes} in the slot "${name}": ${REASONS[slot.by]}. ` +
    `To keep both, restore the older one with POST /api/v2/sbom/${supersedes}/restore, and send a different "slot" with each upload in the future.`;
  return [{ code: 'SBOM_SUPERSEDED', count: 1, message }];
}

const REASONS: Readonly<Record<Slot['by'], string>> = {
  parameter: 'both were sent with this slot',
  image: 'both are for the same image and tag',
  subject: 'both describe the same subject, with the same tools and package types',
  content: 'both have the same content',
};

function warnAboutSimilar(similar: Receipt['similar'], slot: Slot): WireReceipt['warnings'] {
  const [newest] = similar;
  if (newest === undefined) return [];
  const more = similar.length === 1 ? '' : ` (and ${similar.length - 1} more)`;
  const message =
    `This SBOM was added. The SBOM ${newest.id} in the slot "${newest.slot}"${more} ${SIMILARITIES[slot.by]} and is still active. ` +
    `If this one replaces it, delete the older one with DELETE /api/v2/sbom/${newest.id}, and send the same "slot" with each upload in the future.`;
  return [{ code: 'SBOM_SIMILAR_EXISTS', count: similar.length, message }];
}

const SIMILARITIES: Readonly<Record<Slot['by'], string>> = {
  parameter: 'was sent with this slot',
  image: 'is for the same image repository',
  subject: 'describes the same subject',
  content: 'does not name its subject either',
};

interface EndedAnalysis {
  readonly analysisStatus: AnalysisStatus;
  readonly sbomStatus: SbomStatus;
  /** Includes the warnings from parsing the document. */
  readonly warnings: readonly SbomWarning[];
  readonly findings: { readonly total: number; readonly hidden: number; readonly bySeverity: BySeverity };
  readonly coverage: Coverage | null;
}

/**
 * `wait=` of an upload: delays the response until the analysis ends or the time is up. The upload is already durable, so a
 * failure while waiting changes nothing.
 */
export async function waitForAnalysis(
  deps: ApiDeps,
  { request, reply }: { readonly request: FastifyRequest; readonly reply: FastifyReply },
  receipt: Receipt,
  waitSeconds: number,
): Promise<WaitResult<EndedAnalysis | undefined>> {
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
