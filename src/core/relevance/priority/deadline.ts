/**
 * Decides the deadline of a finding. CISA publishes two of the four inputs for many vulnerabilities; missing ones are derived
 * from the CVSS rating and reported as derived. A deadline moves later only when a confirmed input relaxes it.
 */
import type { CvssRating } from '../../advisory/advisory.ts';
import { metricsOf } from '../../advisory/severity/cvss-metrics.ts';
import { findLeadingRating } from '../../advisory/severity/severity.ts';
import type { ProfileView } from '../../profile/profile-view.ts';
import { addDays, isBefore, laterOf } from '../calendar.ts';
import { toDeadlineTerm, type DeadlineRow, type DeadlineTerm } from './deadline-table.ts';
import { isExposed } from './exposure.ts';
import type { PriorityFacts } from './priority.ts';
import type { DerivedInput } from '../../vocabulary/priority.ts';
import type { TechnicalImpact } from '../../vocabulary/severity.ts';

export interface Deadline extends DeadlineTerm {
  readonly row: DeadlineRow;
  /** Inputs that were derived, not assessed or confirmed. */
  readonly derived: readonly DerivedInput[];
}

export interface DeadlineFacts {
  readonly vulnerability: PriorityFacts['vulnerability'];
  readonly profiles?: readonly ProfileView[];
}

export function decideDeadline({ vulnerability, profiles = [] }: DeadlineFacts): Deadline {
  const { kev, ssvc, cvss } = vulnerability;
  const rating = findLeadingRating(cvss);
  const metrics = rating === undefined ? NO_METRICS : metricsOf(rating);
  const { exposed, isKnown } = isExposed(profiles);
  const row: DeadlineRow = {
    inKev: kev !== null,
    exposed,
    automatable: ssvc?.automatable ?? isAutomatable(metrics),
    technicalImpact: ssvc?.technicalImpact ?? impactOf(metrics, rating, vulnerability),
  };
  return {
    ...toDeadlineTerm(row),
    row,
    derived: [
      ...(isKnown ? [] : (['exposed'] as const)),
      ...((ssvc?.automatable ?? null) === null ? (['automatable'] as const) : []),
      ...((ssvc?.technicalImpact ?? null) === null ? (['technicalImpact'] as const) : []),
    ],
  };
}

type Metrics = ReadonlyMap<string, string>;
const NO_METRICS: Metrics = new Map();

/**
 * CVSS 4.0 may state it. Otherwise an attack over the network with low complexity, without privileges or user interaction is
 * automatable. CVSS 2.0 has no metric for user interaction.
 */
function isAutomatable(metrics: Metrics): boolean {
  const stated = metrics.get('AU');
  if (stated === 'Y' || stated === 'N') return stated === 'Y';
  const privileges = metrics.get('PR') ?? metrics.get('Au');
  const userInteraction = metrics.get('UI') ?? 'N';
  return metrics.get('AV') === 'N' && metrics.get('AC') === 'L' && privileges === 'N' && userInteraction === 'N';
}

/** Total when both confidentiality and integrity are lost completely. CVSS 2.0 says "complete" where the others say "high". */
function impactOf(
  metrics: Metrics,
  rating: CvssRating | undefined,
  { severity }: PriorityFacts['vulnerability'],
): TechnicalImpact {
  if (metrics.size === 0) return severity === 'critical' || severity === 'high' ? 'total' : 'partial';
  const most = rating?.version === '2.0' ? 'C' : 'H';
  const [read, write] = [metrics.get('VC') ?? metrics.get('C'), metrics.get('VI') ?? metrics.get('I')];
  return read === most && write === most ? 'total' : 'partial';
}

/** Null: due with the next upgrade, or `since` is not a valid time. */
export function dueAt(days: number | null, since: string): string | null {
  return days === null ? null : (addDays(since, days) ?? null);
}

/** The deadline that was set before. */
export interface PreviousDeadline {
  readonly days: number | null;
  readonly dueAt: string | null;
}

/**
 * Counts from when the service first had the finding. A stricter deadline counts from now and is never later than the previous
 * one; a relaxed one counts from the beginning and is never earlier than the previous one.
 */
export function updateDueDate(
  days: number | null,
  {
    firstSeenAt,
    now,
    previous,
  }: { readonly firstSeenAt: string; readonly now: string; readonly previous?: PreviousDeadline },
): string | null {
  if (previous === undefined) return dueAt(days, firstSeenAt);
  if (previous.days === days) return previous.dueAt;
  if (days === null) return null;
  const isStricter = previous.days === null || days < previous.days;
  const due = dueAt(days, isStricter ? now : firstSeenAt);
  if (due === null || previous.dueAt === null) return due;
  if (isStricter) return isBefore(previous.dueAt, due) ? previous.dueAt : due;
  return laterOf(due, previous.dueAt);
}
