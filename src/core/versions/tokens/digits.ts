/**
 * Numbers in versions. They are kept as text: real versions contain runs of 30 digits, which a double would round, and parsing a
 * bigint of hostile length takes more than linear time.
 */
import { compareText } from '../../text/compare-text.ts';

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

/** Compares element by element as numbers; if one list is a prefix of the other, the longer one is greater: 1 < 1.0. */
export function compareNumberRows(a: readonly string[], b: readonly string[]): number {
  return compareNumberLists(a, b) || a.length - b.length;
}

export function isDigit(code: number): boolean {
  return code >= ZERO && code <= NINE;
}

export function hasDigit(text: string): boolean {
  return DIGIT.test(text);
}

const ZERO = 48;
const NINE = 57;
const DIGIT = /[0-9]/;
