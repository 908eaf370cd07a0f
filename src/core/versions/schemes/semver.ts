/**
 * Semantic Versioning, extended by variants that occur in real feeds: a leading `v` or `=`, one or two numbers, more than three,
 * letters without a dash before them (`1.2.3beta`). The last two are not valid SemVer, so the order of such a version is an
 * assumption.
 * https://semver.org/#spec-item-11
 */
import { LIMITS } from '../../limits.ts';
import { compareLists, compareNumberLists, compareNumbers, isDigit, isNumber, trimZeros } from '../version-tokens.ts';
import type { VersionScheme } from '../version-scheme.ts';
import type { VersionAssumption } from '../../vocabulary/assumption.ts';
import { compareText } from '../../text/compare-text.ts';

export interface SemverVersion {
  readonly numbers: readonly string[];
  /** Empty for a release. */
  readonly prerelease: readonly Identifier[];
  readonly conforming: boolean;
}

export const semver: VersionScheme<SemverVersion> = {
  id: 'semver',
  parse: (text) => readSemver(text),
  compare,
  assumptionOf,
};

const PREFIX = /^=?[vV]?/;
const DASH = '-';
const DOT = 46;

/** For schemes with their own rule for numeric identifiers. */
export function readSemver(text: string, readNumber?: ParseNumber): SemverVersion | undefined {
  if (text.length > LIMITS.componentVersionCharactersMax || isCommit(text)) return undefined;
  const bare = text.trim().replace(PREFIX, '');
  const plus = bare.indexOf('+');
  // Build metadata does not affect the order.
  const ordered = plus === -1 ? bare : bare.slice(0, plus);

  const end = endOfNumbers(ordered);
  const numbers = ordered.slice(0, end).split('.');
  // Also true if there is no number, and for `1.2.x`, which is a range and not a version.
  if (numbers.includes('')) return undefined;

  const suffix = ordered.slice(end);
  const dashed = suffix.startsWith(DASH);
  const prerelease = suffix === '' ? [] : toIdentifiers(dashed ? suffix.slice(1) : suffix, readNumber);
  if (prerelease === undefined) return undefined;
  const conforming = numbers.length <= 3 && (dashed || suffix === '');
  return { numbers: numbers.map(trimZeros), prerelease, conforming };
}

function compare(a: SemverVersion, b: SemverVersion): number {
  return compareNumberLists(a.numbers, b.numbers) || comparePrereleases(a.prerelease, b.prerelease);
}

function assumptionOf({ conforming }: SemverVersion): VersionAssumption | undefined {
  return conforming ? undefined : 'nonconforming-version';
}

const HEX = /^[0-9a-f]+$/i;

// `8e5e7e5ab8b3...` would be parsed as `8.0.0-e5e7...`. GitHub Actions and Swift packages can have a commit instead of a version.
function isCommit(text: string): boolean {
  return (text.length === 40 || text.length === 64) && HEX.test(text) && !isNumber(text);
}

function endOfNumbers(text: string): number {
  let end = 0;
  while (isDigit(text.charCodeAt(end)) || text.charCodeAt(end) === DOT) end += 1;
  return end;
}

/** A prerelease identifier of a semantic version: `rc`, `1`. NuGet and Pub use them, too, with additional rules. */
export interface Identifier {
  readonly numeric: boolean;
  readonly text: string;
}

/** Returns the number of an identifier in the form for `compareNumbers`, or undefined if it is a word. */
type ParseNumber = (identifier: string) => string | undefined;

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
  return isNumber(identifier) ? trimZeros(identifier) : undefined;
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
  return compareLists(a, b, compareIdentifier);
}

/** Same as `compareIdentifiers`, except that an empty list is a release, which is newer than its prereleases. */
export function comparePrereleases(a: readonly Identifier[], b: readonly Identifier[]): number {
  return a.length === 0 || b.length === 0 ? b.length - a.length : compareIdentifiers(a, b);
}

function compareIdentifier(a: Identifier, b: Identifier): number {
  if (a.numeric !== b.numeric) return a.numeric ? -1 : 1;
  return a.numeric ? compareNumbers(a.text, b.text) : compareText(a.text, b.text);
}
