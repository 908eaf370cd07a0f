/**
 * What forbids a heuristic or a model to dismiss a finding: being wrong would cost too much, so they may only suggest. The two
 * thresholds are settings; what is known to be exploited and what is malicious is guarded whatever anybody sets.
 */
import type { Guard } from './opinion.ts';
import type { Subject } from './subject.ts';

export interface GuardThresholds {
  /** Highest score of any rating from which on it is critical. */
  readonly cvss: number;
  /** Chance of exploitation from which on it is likely. */
  readonly epss: number;
}

const DEFAULT_GUARDS: GuardThresholds = { cvss: 9, epss: 0.1 };

/** G1 to G5, in their order. */
export function findGuards(
  { vulnerability, match }: Pick<Subject, 'match' | 'vulnerability'>,
  thresholds: GuardThresholds = DEFAULT_GUARDS,
): Guard[] {
  const { kev, ssvc, epss } = vulnerability;
  const guards: Guard[] = [];
  if (kev !== null) guards.push('known-exploited');
  if (ssvc?.exploitation === 'active') guards.push('exploitation-active');
  if (isCritical(vulnerability, thresholds.cvss)) guards.push('critical');
  if (epss !== null && epss.score >= thresholds.epss) guards.push('likely-exploited');
  if (match.class === 'malicious') guards.push('malicious');
  return guards;
}

/** The worst of all ratings counts, not the one that is shown. */
function isCritical({ severity, cvss }: Subject['vulnerability'], least: number): boolean {
  const highest = Math.max(0, ...cvss.map(({ score }) => score));
  if (highest >= least) return true;
  // Without a rating that explains it, the word is that of a database, and there is no number to hold against the threshold.
  return severity === 'critical' && highest < DEFAULT_GUARDS.cvss;
}
