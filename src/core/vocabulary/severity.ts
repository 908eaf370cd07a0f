/** Worst first. `none`: rated as harmless. `unknown`: not rated. */
export const SEVERITIES = ['critical', 'high', 'medium', 'low', 'none', 'unknown'] as const;
export type Severity = (typeof SEVERITIES)[number];

/** Thresholds of a gate: every rated severity, worst first. */
export const GATE_SEVERITIES = SEVERITIES.filter((severity) => severity !== 'unknown');
export type GateSeverity = (typeof GATE_SEVERITIES)[number];

/** Severities that call for a fix, worst first. */
export const HARMFUL_SEVERITIES = GATE_SEVERITIES.filter((severity) => severity !== 'none');
export type HarmfulSeverity = (typeof HARMFUL_SEVERITIES)[number];

/** Oldest first. */
export const CVSS_VERSIONS = ['2.0', '3.0', '3.1', '4.0'] as const;
export type CvssVersion = (typeof CVSS_VERSIONS)[number];

/** SSVC: how far exploitation has come, least first. */
export const EXPLOITATION_STATES = ['none', 'poc', 'active'] as const;
export type ExploitationState = (typeof EXPLOITATION_STATES)[number];

/** SSVC. */
export const TECHNICAL_IMPACTS = ['partial', 'total'] as const;
export type TechnicalImpact = (typeof TECHNICAL_IMPACTS)[number];

export function mapSeverities(toValue: (severity: Severity) => number): Record<Severity, number> {
  return Object.fromEntries(SEVERITIES.map((severity) => [severity, toValue(severity)])) as Record<Severity, number>;
}
