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
import { readScan, toScanResult, type ScanInput, type ScanProgress } from '../../../pipeline/analysis/scan-once.ts';
import type { Database } from '../../../store/database.ts';
import { quote } from '../../../core/errors.ts';
import { STANDARD_INPUT } from '../../documents/find-documents.ts';
import type { TerminalFacts } from '../../terminal/table.ts';
import { describeScan, describeSummary } from './describe-scan.ts';
import type { ScanRequest } from './scan-request.ts';

/** Returns a function for the result, which does not need the database any more. */
export async function scanDocument(
  database: Database,
  document: ScanInput & { readonly inspected: InspectedSbom | undefined },
  onProgress?: (progress: ScanProgress) => void,
): Promise<() => Promise<WireScan>> {
  const { inspected } = document;
  const read = await readScan({ database, now: Date.now, orgId: null }, document, onProgress);
  return async () => await toWireScan(await toScanResult(read), { inspected, warnings: inspected?.warnings ?? [] });
}

export interface ScanReport {
  readonly input: string;
  /** The table, or undefined for other formats. */
  readonly table: string | undefined;
  /** The document in the requested format, unless that is a table. */
  readonly document: object | undefined;
  readonly summary: string;
  /** Whether a finding has the severity of `--fail-on` or a higher one. */
  readonly isAboveThreshold: boolean;
}

export function reportScan(
  { format, failOn }: ScanRequest,
  { input, wire, at }: { readonly input: string; readonly wire: WireScan; readonly at: string },
  terminal: TerminalFacts,
): ScanReport {
  const subject = input === STANDARD_INPUT ? 'stdin' : input;
  const report = toReport(wire, { subject, at, version: manifest.version });
  const documents = {
    table: () => undefined,
    json: () => wire,
    sarif: () => toSarif(report),
    cyclonedx: () => toCycloneDxVdr(report),
  };
  return {
    input,
    table: format === 'table' ? describeScan(report, terminal) : undefined,
    document: documents[format](),
    summary: describeSummary(report),
    isAboveThreshold: failOn !== undefined && report.findings.some((finding) => isAtOrAboveThreshold(finding, failOn)),
  };
}

/** The output of one scan is that of the API; several become a list, one SARIF log with a run for each, or tables with headings. */
export function writeReports(format: ScanRequest['format'], reports: readonly ScanReport[], isList: boolean): string {
  if (format === 'table')
    return reports.map(({ input, table = '' }) => (isList ? `${quote(input)}\n${table}` : table)).join('\n');
  return `${JSON.stringify(isList ? toList(format, reports) : reports[0]?.document, null, 2)}\n`;
}

function toList(format: ScanRequest['format'], reports: readonly ScanReport[]): unknown {
  if (format === 'json') return reports.map(({ input, document }) => ({ file: input, ...document }));
  const logs = reports.map(({ document }) => document as { readonly runs: readonly unknown[] });
  return { ...logs[0], runs: logs.flatMap(({ runs }) => runs) };
}
