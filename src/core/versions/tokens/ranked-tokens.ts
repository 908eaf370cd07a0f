/**
 * Token order shared by several schemes, such as rpm and apk: versions are compared token by token, and at the first position
 * with different kinds the kind alone decides. The end of a version is a kind, too, because some kinds sort before it: 1.0~rc1 <
 * 1.0 < 1.0.1.
 */
import { compareText } from '../../text/compare-text.ts';
import { compareNumbers } from './digits.ts';

export interface RankedToken {
  /** Rank of the token's kind within its scheme; a negative rank sorts before the end. */
  readonly rank: number;
  /** If `numeric`, a number without leading zeros. */
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
  return a.numeric ? compareNumbers(a.text, b.text) : compareText(a.text, b.text);
}
