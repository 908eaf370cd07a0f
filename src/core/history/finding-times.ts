/** What about a finding depends on time: until when somebody has to act, and when a word about it runs out. */
import type { ExploitFacts } from '../advisory/worst-facts.ts';
import { isBefore, laterOf } from '../relevance/calendar.ts';
import { followDeadline, type Deadline, type KnownDeadline } from '../relevance/deadline.ts';
import type { Opinion } from '../relevance/opinion.ts';

/** Since when the service has a finding, and what it was told about the deadline. */
export interface SeenFinding {
  readonly firstSeenAt: string;
  readonly now: string;
  readonly previous?: KnownDeadline;
}

/** Told for the first time, it counts from when both the service had it and it was known to be exploited. */
export function findDueAt(
  { days }: Deadline,
  { kev }: Pick<ExploitFacts, 'kev'>,
  seen: SeenFinding | undefined,
): KnownDeadline['dueAt'] {
  if (seen === undefined) return null;
  const { firstSeenAt, previous } = seen;
  const isFirst = previous === undefined && kev !== null;
  return followDeadline(days, { ...seen, firstSeenAt: isFirst ? laterOf(firstSeenAt, kev.dateAdded) : firstSeenAt });
}

/** The first moment at which a decision that counts stops to, if nobody does anything; null: none does. */
export function findEnd(reasons: readonly Opinion[]): string | null {
  const ends = reasons
    .filter(({ kind, applies }) => kind === 'human' && applies !== false)
    .flatMap(({ expiresAt, graceUntil }) => [expiresAt, graceUntil].filter((end) => typeof end === 'string'));
  return ends.toSorted((a, b) => (isBefore(a, b) ? -1 : Number(isBefore(b, a))))[0] ?? null;
}
