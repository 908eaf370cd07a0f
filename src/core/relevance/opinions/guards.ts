/**
 * Finds the guards of a finding: with a guard, a heuristic or an AI assessment may only suggest a dismissal, because a mistake
 * would cost too much. The two thresholds are settings; known-exploited and malicious findings are always guarded.
 */
import type { Subject } from '../subject/subject.ts';
import type { Guard } from '../../vocabulary/relevance.ts';

export interface GuardThresholds {
  /** Highest CVSS score of any rating from which a finding is critical. */
  readonly cvss: number;
  /** EPSS probability from which exploitation is likely. */
  readonly epss: number;
}

const DEFAULT_GUARDS: GuardThresholds = { cvss: 9, epss: 0.1 };

/** Returns the guards in a fixed order. */
export function findGuards(
  { vulnerability, match, reachability = [] }: Pick<Subject, 'match' | 'vulnerability' | 'reachability'>,
  thresholds: GuardThresholds = DEFAULT_GUARDS,
): Guard[] {
  const { kev, ssvc, epss } = vulnerability;
  const guards: Guard[] = [];
  if (kev !== null) guards.push('known-exploited');
  if (ssvc?.exploitation === 'active') guards.push('exploitation-active');
  if (isCritical(vulnerability, thresholds.cvss)) guards.push('critical');
  if (epss !== null && epss.score >= thresholds.epss) guards.push('likely-exploited');
  if (match.class === 'malicious') guards.push('malicious');
  if (reachability.some(({ state, gap }) => state === 'called' && gap === null)) guards.push('called');
  return guards;
}

/** The highest of all ratings counts, not the one that is shown. */
function isCritical({ severity, cvss }: Subject['vulnerability'], least: number): boolean {
  const highest = Math.max(0, ...cvss.map(({ score }) => score));
  if (highest >= least) return true;
  // A severity label without a matching rating comes from the advisory database, and no score can be compared with the threshold.
  return severity === 'critical' && highest < DEFAULT_GUARDS.cvss;
}
