/** Orders of opinions. Each is total in the end, so that a verdict does not depend on which opinion arrived first. */
import { isBefore } from '../calendar.ts';
import type { Opinion } from './opinion.ts';
import { compareText } from '../../text/compare-text.ts';
import { DECISION_SCOPES } from '../../vocabulary/decision.ts';
import type { Effect, LowerLabel } from '../../vocabulary/relevance.ts';

/** Display order: by kind, effect, label and actor. */
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

// A mitigation counts more than a missing observation.
const LABELS: Readonly<Record<LowerLabel, number>> = { mitigated: 0, not_observed: 1, accepted: 2 };

function labelOf({ label }: Opinion): number {
  return label === null ? 3 : LABELS[label];
}

/** The narrowest scope first; a decision without a scope counts as the widest. */
export function compareScope(a: Opinion, b: Opinion): number {
  return DECISION_SCOPES.indexOf(a.scope ?? 'organization') - DECISION_SCOPES.indexOf(b.scope ?? 'organization');
}

export function newestFirst(a: Opinion, b: Opinion): number {
  const [x, y] = [a.at ?? '', b.at ?? ''];
  if (x === y) return 0;
  if (isBefore(y, x)) return -1;
  return isBefore(x, y) ? 1 : compareText(y, x);
}

/** Among equal opinions, the one that shows more comes first. */
export function worstEffectFirst(a: Opinion, b: Opinion): number {
  return VISIBILITY[a.effect] - VISIBILITY[b.effect];
}

const VISIBILITY: Readonly<Record<Effect, number>> = {
  escalate: 0,
  confirm: 0,
  annotate: 1,
  deprioritize: 2,
  dismiss: 3,
};
