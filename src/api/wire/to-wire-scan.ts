/** The response to a scan. It may be long, so it is built and written in pieces while other requests are served. */
import { setImmediate as breathe } from 'node:timers/promises';
import { countBySeverity, type Report } from '../../core/report/report.ts';
import type { InspectedSbom } from '../../core/sbom/scan/inspect-sbom.ts';
import type { ScanResult } from '../../pipeline/analysis/scan-once.ts';
import type { SbomWarning } from '../../store/portfolio/sboms.ts';
import type { WireScan, WireScannedFinding } from '../contract/services/sbom.ts';
import { toWireScannedFinding } from './to-wire-finding.ts';
import { toWireCoverage } from './counts.ts';

const PIECE = 200;

interface DocumentFacts {
  /** Absent for a lockfile, which is not scanned before it is parsed. */
  readonly inspected?: InspectedSbom | undefined;
  readonly warnings: readonly SbomWarning[];
}

export async function toWireScan(
  { findings, coverage, warnings, data }: ScanResult,
  { inspected, warnings: noticed }: DocumentFacts,
): Promise<WireScan> {
  const wire: WireScannedFinding[] = [];
  for (const finding of findings) {
    wire.push(toWireScannedFinding(finding));
    if (wire.length % PIECE === 0) await breathe();
  }
  const shown = wire.filter(({ relevance }) => relevance.status !== 'not_relevant');
  return {
    findings: wire,
    coverage: toWireCoverage(coverage),
    warnings: [...noticed, ...warnings].map(({ code, count, paths = [] }) => ({ code, count, paths: [...paths] })),
    snapshot: { number: data.snapshot, state: data.state, newestRecordAt: data.newestRecordAt },
    summary: {
      componentCount: inspected?.componentCount ?? coverage.components,
      total: shown.length,
      hidden: wire.length - shown.length,
      bySeverity: { ...countBySeverity(shown) },
    },
  };
}

/** The same result, for all other formats. */
export function toReport(
  { findings, coverage, snapshot }: WireScan,
  facts: Pick<Report, 'subject' | 'at'> & { readonly version: string },
): Report {
  const { number, state, newestRecordAt } = snapshot;
  return {
    findings,
    coverage,
    data: { snapshot: number, state, newestRecordAt },
    subject: facts.subject,
    tool: { name: 'Assay', version: facts.version },
    at: facts.at,
  };
}
