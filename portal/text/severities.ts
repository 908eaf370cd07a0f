/** Severities, worst first, and their labels. */
import type { WireFinding } from '../../src/api/contract/findings/finding.ts';

export type Severity = WireFinding['vulnerability']['severity'];

export const SEVERITIES = [
  'critical',
  'high',
  'medium',
  'low',
  'none',
  'unknown',
] as const satisfies readonly Severity[];

export const SEVERITY_LABELS: Readonly<Record<Severity, string>> = {
  critical: 'Critical',
  high: 'High',
  medium: 'Medium',
  low: 'Low',
  none: 'None',
  unknown: 'Unknown',
};
