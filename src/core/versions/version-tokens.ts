/**
 * Parts of versions that several schemes share, and their order. Numbers are kept as text: real versions contain runs of 30 digits,
 * which a double would round, and parsing a bigint of hostile length takes more than linear time.
 */
import { compareText } from '../text/compare-text.ts';

/** Removes leading zeros, so that equal numbers are equal texts; zero is the empty text. */
export function trimZeros(digits: string): string {
  let start = 0;
  while (digits.charCodeAt(start) === ZERO) start += 1;
  return start === 0 ? digits : digits.slice(start);
}

/** Compares results of `trimZeros`. */
export function compareNumbers(a: string, b: string): number {
  return a.length - b.length || compareText(a, b);
}

/** Compares element by element as numbers; a missing element is zero. */
export function compareNumberLists(a: readonly string[], b: readonly string[]): number {
  for (let at = 0; at < a.length || at < b.length; at += 1) {
    const difference = compareNumbers(a[at] ?? '', b[at] ?? '');
    if (difference !== 0) return difference;
  }
  return 0;
}

export function isDigit(code: number): boolean {
  return code >= ZERO && code <= NINE;
}

export function hasDigit(text: string): boolean {
  return DIGIT.test(text);
}

export function isNumber(text: string): boolean {
  return ONLY_DIGITS.test(text);
}

const ZERO = 48;
const NINE = 57;
const DIGIT = /[0-9]/;
const ONLY_DIGITS = /^[0-9]+$/;

/**
 * At the first position with different kinds of tokens the kind alone decides. The end of a version is a kind, too, because some
 * kinds sort before it: 1.0~rc1 < 1.0 < 1.0.1.
 */
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

type Compare<Part> = (a: Part, b: Part) => number;

/** Compares one by one; a list that is a prefix of the other is older. */
export function compareLists<Part>(a: readonly Part[], b: readonly Part[], compare: Compare<Part>): number {
  for (const [at, part] of a.entries()) {
    const other = b[at];
    if (other === undefined) return 1;
    const difference = compare(part, other);
    if (difference !== 0) return difference;
  }
  return a.length - b.length;
}

/** `missing` is the order of a version without the part: -1 if it is older than any version with it, 1 if it is newer. */
export function compareOptional<Part>(
  a: Part | undefined,
  b: Part | undefined,
  missing: -1 | 1,
  compare: Compare<Part>,
): number {
  if (a !== undefined && b !== undefined) return compare(a, b);
  if (a === b) return 0;
  return a === undefined ? missing : -missing;
}
