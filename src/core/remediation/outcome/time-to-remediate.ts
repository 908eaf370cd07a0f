/** Measures how long findings stay open until they are fixed, by severity. */
import { SEVERITIES, type Severity } from '../../vocabulary/severity.ts';

export interface RemediatedFinding {
  readonly severity: Severity;
  /** From the first version with the finding to the first without it. */
  readonly openMs: number;
}

export interface RemediationTime {
  readonly severity: Severity;
  readonly count: number;
  /** Days with one decimal. */
  readonly medianDays: number;
  readonly meanDays: number;
}

const MS_PER_DAY = 86_400_000;

/** The worst severity first; severities without fixed findings are omitted. */
export function measureRemediation(findings: readonly RemediatedFinding[]): readonly RemediationTime[] {
  const bySeverity = Map.groupBy(findings, ({ severity }) => severity);
  return SEVERITIES.flatMap((severity) => {
    const times = (bySeverity.get(severity) ?? []).map(({ openMs }) => Math.max(0, openMs)).toSorted((a, b) => a - b);
    if (times.length === 0) return [];
    let total = 0;
    for (const time of times) total += time;
    const time = { medianDays: toDays(medianOf(times)), meanDays: toDays(total / times.length) };
    return [{ severity, count: times.length, ...time }];
  });
}

function medianOf(sorted: readonly number[]): number {
  const middle = sorted.length >>> 1;
  const upper = sorted[middle] ?? 0;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? 0) + upper) / 2;
}

function toDays(ms: number): number {
  return Math.round((ms / MS_PER_DAY) * 10) / 10;
}
