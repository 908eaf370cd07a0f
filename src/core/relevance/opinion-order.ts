/** Orders of opinions, each of them total in the end: a verdict must not depend on which opinion came in first. */
import { isBefore } from './calendar.ts';
import { DECISION_SCOPES, type Effect, type LowerLabel, type Opinion } from './opinion.ts';

/** In which they are told: who says it, what follows from it, and by whom. */
export function byWeight(a: Opinion, b: Opinion): number {
  return (
    KINDS[a.kind] - KINDS[b.kind] ||
    EFFECTS[a.effect] - EFFECTS[b.effect] ||
    labelOf(a) - labelOf(b) ||
    compareText(a.actor, b.actor) ||
    newestFirst(a, b) ||
    compareText(a.code, b.code) ||
    compareText(JSON.stringify(a), JSON.stringify(b))
  );
}

const KINDS: Readonly<Record<Opinion['kind'], number>> = { human: 0, vex: 1, rule: 2, ai: 3 };
const EFFECTS: Readonly<Record<Effect, number>> = { escalate: 0, dismiss: 1, confirm: 2, deprioritize: 3, annotate: 4 };

// What cannot happen is worth more than what was not seen.
const LABELS: Readonly<Record<LowerLabel, number>> = { mitigated: 0, not_observed: 1, accepted: 2 };

function labelOf({ label }: Opinion): number {
  return label === null ? 3 : LABELS[label];
}

/** The narrowest first; a decision that does not say it is taken for the widest. */
export function compareScope(a: Opinion, b: Opinion): number {
  return DECISION_SCOPES.indexOf(a.scope ?? 'organization') - DECISION_SCOPES.indexOf(b.scope ?? 'organization');
}

export function newestFirst(a: Opinion, b: Opinion): number {
  const [x, y] = [a.at ?? '', b.at ?? ''];
  if (x === y) return 0;
  if (isBefore(y, x)) return -1;
  return isBefore(x, y) ? 1 : compareText(y, x);
}

/** Of two that have equal rights, the one that shows more. */
export function worstEffectFirst(a: Opinion, b: Opinion): number {
  return SHOWING[a.effect] - SHOWING[b.effect];
}

const SHOWING: Readonly<Record<Effect, number>> = { escalate: 0, confirm: 0, annotate: 1, deprioritize: 2, dismiss: 3 };

function compareText(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}
