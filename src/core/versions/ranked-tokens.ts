/**
 * What rpm and apk have in common: a version is a row of tokens, two rows are compared token by token, and at the first place
 * where the kinds differ the kind alone decides. The end of a row is a kind as well, because some kinds sort below it:
 * 1.0~rc1 < 1.0 < 1.0.1.
 */
import { compareNumbers, compareTexts } from './digits.ts';

export interface RankedToken {
  /** Of its kind among the kinds of its scheme; below zero it sorts before the end. */
  readonly rank: number;
  /** A number without leading zeros when `numeric`. */
  readonly text: string;
  readonly numeric: boolean;
}

export function compareTokens(a: readonly RankedToken[], b: readonly RankedToken[]): number {
  for (let at = 0; at < a.length || at < b.length; at += 1) {
    const difference = compareToken(a[at] ?? END, b[at] ?? END);
    if (difference !== 0) return difference;
  }
  return 0;
}

const END: RankedToken = { rank: 0, text: '', numeric: false };

function compareToken(a: RankedToken, b: RankedToken): number {
  if (a.rank !== b.rank) return a.rank - b.rank;
  return a.numeric ? compareNumbers(a.text, b.text) : compareTexts(a.text, b.text);
}
