/**
 * Semantic Versioning, extended by variants that occur in real feeds: a leading `v` or `=`, one or two numbers, more than three,
 * letters without a dash before them (`1.2.3beta`). The last two are not valid SemVer, so the order of such a version is an
 * assumption.
 * https://semver.org/#spec-item-11
 */
import { LIMITS } from '../../limits.ts';
import { compareNumberLists, isDigit, trimZeros } from '../tokens/digits.ts';
import { comparePrereleases, toIdentifiers, type Identifier, type ParseNumber } from '../tokens/semver-identifiers.ts';
import type { VersionScheme } from '../version-scheme.ts';
import type { VersionAssumption } from '../../vocabulary/assumption.ts';

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
const ONLY_DIGITS = /^[0-9]+$/;

// `8e5e7e5ab8b3...` would be parsed as `8.0.0-e5e7...`. GitHub Actions and Swift packages can have a commit instead of a version.
function isCommit(text: string): boolean {
  return (text.length === 40 || text.length === 64) && HEX.test(text) && !ONLY_DIGITS.test(text);
}

function endOfNumbers(text: string): number {
  let end = 0;
  while (isDigit(text.charCodeAt(end)) || text.charCodeAt(end) === DOT) end += 1;
  return end;
}
