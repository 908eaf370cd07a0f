/** The stored sort key of a severity, worst first. Unknown ranks above none, because it may still be harmful. */
import type { Severity } from '../../vocabulary/severity.ts';

const RANKS: Readonly<Record<Severity, number>> = { critical: 5, high: 4, medium: 3, low: 2, unknown: 1, none: 0 };

export function rankOf(severity: Severity): number {
  return RANKS[severity];
}

export function severityOf(rank: number): Severity {
  for (const [severity, value] of Object.entries(RANKS) as [Severity, number][]) if (value === rank) return severity;
  return 'unknown';
}

/** The rank to compare severities by: unrated counts as medium, as in the risk. */
export function weightOfRank(rank: number): number {
  return rank === RANKS.unknown ? RANKS.medium : rank;
}
