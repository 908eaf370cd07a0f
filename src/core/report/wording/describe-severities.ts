/** Describes counts by severity, highest severity first. */
import type { BySeverity } from '../report.ts';
import { SEVERITIES } from '../../vocabulary/severity.ts';

/** `3 high, 1 low`. */
export function describeSeverities(bySeverity: BySeverity): string {
  const counts = SEVERITIES.filter((severity) => bySeverity[severity] > 0);
  return counts.map((severity) => `${bySeverity[severity]} ${severity}`).join(', ');
}
