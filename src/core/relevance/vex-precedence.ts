/**
 * What VEX statements make of a finding. The organization's own come before those of suppliers. Of one author the newest counts,
 * also where it takes back what an older one said; between authors of equal trust "affected" wins, and that they differ is told.
 */
import { byWeight, newestFirst, worstEffectFirst } from './opinion-order.ts';
import type { Opinion } from './opinion.ts';
import type { Decided } from './verdict.ts';

/** Of the opinions that apply, notes among them: "under investigation" is the newest word of its author too. */
export function decideVex(opinions: readonly Opinion[]): Decided | undefined {
  for (const level of ['organization', 'supplier'] as const) {
    const decided = decideAmong(opinions.filter(({ kind, trust }) => kind === 'vex' && trust === level));
    if (decided !== undefined) return decided;
  }
  return undefined;
}

function decideAmong(statements: readonly Opinion[]): Decided | undefined {
  const authors = Map.groupBy(statements, ({ actor }) => actor).values();
  const newest = [...authors]
    .flatMap(
      (ofAuthor) => ofAuthor.toSorted((a, b) => newestFirst(a, b) || worstEffectFirst(a, b) || byWeight(a, b))[0] ?? [],
    )
    .toSorted((a, b) => worstEffectFirst(a, b) || byWeight(a, b));
  const confirming = newest.find(({ effect }) => effect === 'confirm');
  const dismissing = newest.find(({ effect }) => effect === 'dismiss');
  if (confirming !== undefined) return { status: 'relevant', deciding: confirming, conflict: dismissing !== undefined };
  if (dismissing === undefined) return undefined;
  return { status: 'not_relevant', deciding: dismissing, conflict: saysFixed(dismissing) };
}

/** The matcher has found the very version vulnerable. A patch in place leaves the version as it was and contradicts nothing. */
function saysFixed({ state }: Opinion): boolean {
  return state === 'resolved';
}
