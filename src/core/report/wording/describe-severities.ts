/** Describes counts by severity, highest severity first. */
import type { Severity } from '../../advisory/advisory.ts';
import type { BySeverity } from '../report.ts';

export const SEVERITIES: readonly Severity[] = ['critical', 'high', 'medium', 'low', 'none', 'unknown'];

/** `3 high, 1 low`. */
export function describeSeverities(bySeverity: BySeverity): string {
  const counts = SEVERITIES.filter((severity) => bySeverity[severity] > 0);
  return counts.map((severity) => `${bySeverity[severity]} ${severity}`).join(', ');
}
