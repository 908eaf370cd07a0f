/**
 * Decides a finding by its VEX statements. The organization's own statements come before those of suppliers. The newest statement
 * of an author counts, also when it withdraws an older one; between authors of equal trust "affected" wins, and the conflict is
 * reported.
 */
import { byWeight, newestFirst, worstEffectFirst } from './opinion-order.ts';
import type { Opinion } from './opinion.ts';
import type { PartialVerdict } from './verdict.ts';

/** Takes all opinions that apply, including notes: "under investigation" can be the newest statement of an author. */
export function decideByVex(opinions: readonly Opinion[]): PartialVerdict | undefined {
  for (const level of ['organization', 'supplier'] as const) {
    const decided = decideByStatements(opinions.filter(({ kind, trust }) => kind === 'vex' && trust === level));
    if (decided !== undefined) return decided;
  }
  return undefined;
}

function decideByStatements(statements: readonly Opinion[]): PartialVerdict | undefined {
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
  return { status: 'not_relevant', deciding: dismissing, conflict: isResolved(dismissing) };
}

/** The matcher found exactly this version vulnerable. A patch in place does not change the version and contradicts nothing. */
function isResolved({ state }: Opinion): boolean {
  return state === 'resolved';
}
