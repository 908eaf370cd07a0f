/**
 * The order of PHP's own `version_compare`: runs of digits and runs of letters, whatever is between them, and a few words that
 * it knows by their beginnings. It has 1.0 < 1.0.0; `packagist.ts` says what Composer makes of that. A separator at the end says
 * nothing here, while PHP has 1.0- < 1.0- and so no order.
 * https://www.php.net/manual/function.version-compare.php
 */
import { isDigit, trimZeros } from './digits.ts';
import type { RankedToken } from './ranked-tokens.ts';

// The first that fits counts, so `abc` is an alpha and `patch` is a `p`. What is below zero is older than a version that ends.
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

/** To be compared with `compareTokens`. */
export function toPhpTokens(version: string): RankedToken[] {
  return (version.match(RUN) ?? []).map(toToken);
}

function toToken(run: string): RankedToken {
  if (isDigit(run.charCodeAt(0))) return { rank: NUMBER_RANK, text: trimZeros(run), numeric: true };
  const word = WORDS.find(([beginning]) => run.startsWith(beginning));
  // Words of one rank are equal, also those that it does not know.
  return { rank: word?.[1] ?? UNKNOWN_RANK, text: '', numeric: false };
}
