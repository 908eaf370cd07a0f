/**
 * Scans a parsed document and formats the result. This needs most of the code of the command, so the module is loaded while the
 * database starts.
 */
import manifest from '../../../../package.json' with { type: 'json' };
import type { WireScan } from '../../../api/contract/services/sbom.ts';
import { toReport, toWireScan } from '../../../api/wire/to-wire-scan.ts';
import { toCycloneDxVdr } from '../../../core/report/cyclonedx-vdr.ts';
import { isAtOrAboveThreshold } from '../../../core/report/report.ts';
import { toSarif } from '../../../core/report/sarif.ts';
import type { InspectedSbom } from '../../../core/sbom/scan/inspect-sbom.ts';
import { scanOnce, type ScanInput, type ScanProgress } from '../../../pipeline/analysis/scan-once.ts';
import type { Database } from '../../../store/database.ts';
import { describeScan, describeSummary, type TerminalFacts } from './describe-scan.ts';
import { STANDARD_INPUT } from './read-input.ts';
import type { ScanRequest } from './scan-request.ts';

export async function scanDocument(
  database: Database,
  document: ScanInput & { readonly inspected: InspectedSbom },
  onProgress?: (progress: ScanProgress) => void,
): Promise<WireScan> {
  const { inspected } = document;
  const result = await scanOnce({ database, now: Date.now, orgId: null }, document, onProgress);
  return await toWireScan(result, { inspected, warnings: inspected.warnings });
}

export interface ScanReport {
  /** The result in the requested format. */
  readonly text: string;
  readonly summary: string;
  /** Whether a finding has the severity of `--fail-on` or a higher one. */
  readonly isAboveThreshold: boolean;
}

export function reportScan(
  { input, format, failOn }: ScanRequest,
  wire: WireScan,
  at: string,
  terminal: TerminalFacts,
): ScanReport {
  const subject = input === STANDARD_INPUT ? 'stdin' : input;
  const report = toReport(wire, { subject, at, version: manifest.version });
  const documents = { json: () => wire, sarif: () => toSarif(report), cyclonedx: () => toCycloneDxVdr(report) };
  return {
    text: format === 'table' ? describeScan(report, terminal) : `${JSON.stringify(documents[format](), null, 2)}\n`,
    summary: describeSummary(report),
    isAboveThreshold: failOn !== undefined && report.findings.some((finding) => isAtOrAboveThreshold(finding, failOn)),
  };
}
