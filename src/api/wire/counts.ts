/** Counts by severity for the API: every severity is present, also with zero. */
import { severityOf } from '../../core/advisory/severity/severity-rank.ts';
import type { Severity } from '../../core/vocabulary/severity.ts';
import type { Coverage } from '../../core/history/coverage.ts';
import type { WireCoverage } from '../contract/findings/finding.ts';

export type BySeverity = Record<Severity, number>;

/** From counts by stored severity rank. */
export function toBySeverity(ranks: ReadonlyMap<number, number>): BySeverity {
  const counts: BySeverity = { ...NONE };
  for (const [rank, count] of ranks) counts[severityOf(rank)] = count;
  return counts;
}

/** From counts by severity name, where severities with zero may be missing. */
export function withAllSeverities(counts: Readonly<Record<string, number>>): BySeverity {
  return { ...NONE, ...counts };
}

const NONE: BySeverity = { critical: 0, high: 0, medium: 0, low: 0, none: 0, unknown: 0 };

export function toWireCoverage(coverage: Coverage): WireCoverage {
  const { notChecked, fixedIssuesOnlyByRelease } = coverage;
  return {
    ...coverage,
    notChecked: [...notChecked],
    fixedIssuesOnlyByRelease: [...fixedIssuesOnlyByRelease],
  };
}

export function sumOf(counts: ReadonlyMap<number, number>): number {
  return [...counts.values()].reduce((sum, count) => sum + count, 0);
}
