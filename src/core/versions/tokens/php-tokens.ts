/**
 * The order of PHP's own `version_compare`: runs of digits and runs of letters, whatever is between them, and a few words that
 * are recognized by their prefix. It has 1.0 < 1.0.0; for Composer's normalization see `packagist.ts`. A trailing separator is
 * ignored here, because PHP has 1.0- < 1.0-, which is not an order.
 * https://www.php.net/manual/function.version-compare.php
 */
import { isDigit, trimZeros } from './digits.ts';
import type { RankedToken } from './ranked-tokens.ts';

// The first matching prefix counts, so `abc` is an alpha and `patch` is a `p`. Negative ranks sort before the end of a version.
const WORDS = [
  ['dev', -4],
  ['alpha', -3],
  ['a', -3],
  ['beta', -2],
  ['b', -2],
  ['RC', -1],
  ['rc', -1],
  ['pl', 2],
  ['p', 2],
] as const;
const UNKNOWN_RANK = -5;
const NUMBER_RANK = 1;

const RUN = /[0-9]+|[A-Za-z]+/g;

/** Returns tokens for `compareTokens`. */
export function toPhpTokens(version: string): RankedToken[] {
  return (version.match(RUN) ?? []).map(toToken);
}

function toToken(run: string): RankedToken {
  if (isDigit(run.charCodeAt(0))) return { rank: NUMBER_RANK, text: trimZeros(run), numeric: true };
  const word = WORDS.find(([beginning]) => run.startsWith(beginning));
  // Words of the same rank are equal, including unknown words.
  return { rank: word?.[1] ?? UNKNOWN_RANK, text: '', numeric: false };
}
