/** Computes the time-dependent parts of a finding: when it is due, and when a decision about it expires. */
import type { ExploitFacts } from '../../advisory/enrichment/merge-exploit-facts.ts';
import { isBefore, laterOf } from '../../relevance/calendar.ts';
import { updateDueDate, type Deadline, type PreviousDeadline } from '../../relevance/priority/deadline.ts';
import type { Opinion } from '../../relevance/opinions/opinion.ts';

/** When the service first had the finding, and the deadline that was set before. */
export interface SeenFinding {
  readonly firstSeenAt: string;
  readonly now: string;
  readonly previous?: PreviousDeadline;
}

/**
 * The first deadline counts from the later of two dates: when the service first had the finding, and when it was listed as
 * exploited.
 */
export function findDueAt(
  { days }: Deadline,
  { kev }: Pick<ExploitFacts, 'kev'>,
  seen: SeenFinding | undefined,
): PreviousDeadline['dueAt'] {
  if (seen === undefined) return null;
  const { firstSeenAt, previous } = seen;
  const isFirst = previous === undefined && kev !== null;
  return updateDueDate(days, { ...seen, firstSeenAt: isFirst ? laterOf(firstSeenAt, kev.dateAdded) : firstSeenAt });
}

/** Returns the earliest time at which a decision that applies expires; null when none does. */
export function findExpiry(reasons: readonly Opinion[]): string | null {
  const ends = reasons
    .filter(({ kind, applies }) => kind === 'human' && applies !== false)
    .flatMap(({ expiresAt, graceUntil }) => [expiresAt, graceUntil].filter((end) => typeof end === 'string'));
  return ends.toSorted((a, b) => (isBefore(a, b) ? -1 : Number(isBefore(b, a))))[0] ?? null;
}
