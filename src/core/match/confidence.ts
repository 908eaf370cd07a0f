/** The confidence of a match: every assumption lowers it, and some assumptions are no better than a guess. */
import type { Assumption } from '../vocabulary/assumption.ts';
import { CONFIDENCES, type Confidence } from '../vocabulary/finding.ts';

const GUESSES: ReadonlySet<string> = new Set<Assumption>([
  'legacy-version',
  'name-case-folded',
  'malicious-name',
  'pseudo-version',
  'untagged-major',
  'maven-group-guessed',
  'assembly-version',
  'may-be-backported',
  'probably-owned',
  'under-investigation',
  'cpe-name',
]);

export function confidenceOf(assumptions: readonly string[]): Confidence {
  if (assumptions.length === 0) return 'high';
  return assumptions.length === 1 && !assumptions.some((each) => GUESSES.has(each)) ? 'medium' : 'low';
}

/** Negative if `a` is the higher confidence. */
export function compareConfidence(a: Confidence, b: Confidence): number {
  return CONFIDENCES.indexOf(a) - CONFIDENCES.indexOf(b);
}
