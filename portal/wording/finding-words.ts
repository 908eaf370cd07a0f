/** What a row or a drawer says of a finding, in words. */
import type { WireFinding } from '../../src/api/contract/finding.ts';
import { STATE_WORDS } from './filter-words.ts';

const DAY_MS = 24 * 3_600_000;
const DUE_SHOWN_DAYS = 14;

/** Whether somebody chose the component, or it came with another one. */
export function describeOrigin({ direct }: Pick<WireFinding['component'], 'direct'>): string {
  if (direct === null) return 'Listed only';
  return direct ? 'Direct' : 'Transitive';
}

export interface StatusWords {
  readonly text: string;
  readonly why: string | undefined;
}

export function describeStatus({ state, relevance }: Pick<WireFinding, 'state' | 'relevance'>): StatusWords {
  const why = relevance.reasons[0]?.text;
  if (state !== 'open') return { text: STATE_WORDS[state] ?? state, why: undefined };
  if (relevance.status === 'relevant') return { text: 'Open', why: undefined };
  return { text: relevance.status === 'deprioritized' ? 'Lower priority' : 'Filtered', why };
}

/** Only when it is near or past: `due in 3 days`, `5 days overdue`. */
export function toDueWords(dueDate: string | null, nowMs: number): string | undefined {
  const dueMs = dueDate === null ? Number.NaN : Date.parse(dueDate);
  const days = Math.ceil((dueMs - nowMs) / DAY_MS);
  if (Number.isNaN(days) || days > DUE_SHOWN_DAYS) return undefined;
  if (days < 0) return 'overdue';
  if (days === 0) return 'due today';
  return days === 1 ? 'due in 1 day' : `due in ${days} days`;
}
