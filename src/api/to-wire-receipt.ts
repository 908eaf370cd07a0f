/** The answer to an upload. Links are paths without a host. */
import { LIMITS } from '../core/limits.ts';
import type { Receipt } from '../pipeline/receive-sbom.ts';
import type { WireReceipt } from './contract/sbom.ts';
import type { InspectedDocument } from './inspect-document.ts';
import type { UploadRequest } from './upload-request.ts';
import type { EndedAnalysis } from './wait-for-analysis.ts';
import { toWireCoverage } from './to-wire-coverage.ts';

export function toWireReceipt(
  receipt: Receipt,
  upload: UploadRequest,
  { document, inspected, slot, warnings }: InspectedDocument,
  ended: EndedAnalysis | undefined,
): WireReceipt {
  const version = `/api/v2/service/${receipt.serviceId}/version/${receipt.versionId}`;
  return {
    ...receipt,
    status: ended?.sbomStatus ?? receipt.status,
    slot,
    image: upload.image,
    format: inspected.format,
    specVersion: inspected.specVersion,
    sha256: document.sha256.toString('hex'),
    sizeBytes: document.sizeBytes,
    warnings: (ended?.warnings ?? warnings)
      .slice(0, LIMITS.warningCodesInAnswerMax)
      .map(({ code, count }) => ({ code, count })),
    links: {
      self: `/api/v2/sbom/${receipt.id}`,
      analysis: receipt.analysisId === null ? null : `/api/v2/analysis/${receipt.analysisId}`,
      version,
      findings: `${version}/finding`,
      portal: `/services/${receipt.serviceId}/versions/${receipt.versionId}`,
    },
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
