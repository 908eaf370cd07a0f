/**
 * The prerelease identifiers of a semantic version: `rc.1`. NuGet and Pub use them, too, with additional rules.
 * https://semver.org/#spec-item-11
 */
import { compareText } from '../../text/compare-text.ts';
import { compareNumbers, trimZeros } from './digits.ts';

export interface Identifier {
  readonly numeric: boolean;
  readonly text: string;
}

/** Returns the number of an identifier in the form for `compareNumbers`, or undefined if it is a word. */
export type ParseNumber = (identifier: string) => string | undefined;

const ONLY_DIGITS = /^[0-9]+$/;
const IDENTIFIER = /^[0-9A-Za-z-]+$/;

/** Returns undefined if an identifier is empty or has an invalid character. */
export function toIdentifiers(text: string, readNumber: ParseNumber = parseDigits): Identifier[] | undefined {
  const texts = text.split('.');
  if (!texts.every((each) => IDENTIFIER.test(each))) return undefined;
  return texts.map((each) => {
    const number = readNumber(each);
    return number === undefined ? { numeric: false, text: each } : { numeric: true, text: number };
  });
}

function parseDigits(identifier: string): string | undefined {
  return ONLY_DIGITS.test(identifier) ? trimZeros(identifier) : undefined;
}

const INTEGER = /^(-?)([0-9]+)$/;
const INTEGER_DIGITS_MAX = 19;

/**
 * Parses numbers like tools that use platform integers: with a sign, and treating numbers that do not fit as words. The result is
 * shifted so that no number is negative.
 */
export function createIntegerParser(bits: 32 | 64): ParseNumber {
  const end = 1n << BigInt(bits - 1);
  return (identifier) => {
    const [, sign = '', digits] = INTEGER.exec(identifier) ?? [];
    if (digits === undefined) return undefined;
    const trimmed = trimZeros(digits);
    if (trimmed.length > INTEGER_DIGITS_MAX) return undefined;
    const integer = sign === '' ? BigInt(trimmed) : -BigInt(trimmed);
    return integer >= -end && integer < end ? trimZeros(String(integer + end)) : undefined;
  };
}

/** Compares one by one; a list that is a prefix of the other is older. */
export function compareIdentifiers(a: readonly Identifier[], b: readonly Identifier[]): number {
  for (const [at, identifier] of a.entries()) {
    const other = b[at];
    if (other === undefined) return 1;
    const difference = compareIdentifier(identifier, other);
    if (difference !== 0) return difference;
  }
  return a.length - b.length;
}

/** Same as `compareIdentifiers`, except that an empty list is a release, which is newer than its prereleases. */
export function comparePrereleases(a: readonly Identifier[], b: readonly Identifier[]): number {
  return a.length === 0 || b.length === 0 ? b.length - a.length : compareIdentifiers(a, b);
}

function compareIdentifier(a: Identifier, b: Identifier): number {
  if (a.numeric !== b.numeric) return a.numeric ? -1 : 1;
  return a.numeric ? compareNumbers(a.text, b.text) : compareText(a.text, b.text);
}
