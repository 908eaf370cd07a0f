/**
 * Determines which versions should be compatible with each other, as far as the version number tells, and the distance of an
 * upgrade. A line is an interval of the version order, so the nearest clean version is on it if the line has a clean version.
 */
import type { PackageIdentity } from '../../identity/package-identity.ts';
import { rulesOf } from '../../identity/ecosystems/ecosystem.ts';
import { numberAt, parseVersionNumbers, type VersionNumbers } from './version-numbers.ts';
import type { Family } from '../../vocabulary/package.ts';
import { type Breaking, DISTANCES, type Distance } from '../../vocabulary/remediation.ts';

/** `caret`: as `^` in npm. `first`: only the first number, below 1 the second. `path`: a Go module has it in its path. */
type LineRule = 'caret' | 'first' | 'path';

const RULES: { readonly [Name in Family]?: LineRule } = {
  npm: 'caret',
  'crates.io': 'caret',
  Hex: 'caret',
  Pub: 'caret',
  Packagist: 'caret',
  NuGet: 'caret',
  SwiftURL: 'caret',
  Go: 'path',
  RubyGems: 'first',
  Maven: 'first',
  PyPI: 'first',
};

type LinePackage = Pick<PackageIdentity, 'family' | 'release' | 'module'>;

/** Returns a text that is equal for versions of one line; undefined: unknown. */
export function lineOf(identity: LinePackage, version: string): string | undefined {
  const { family, release, module } = identity;
  if (rulesOf(family)?.distribution !== undefined) return module === undefined ? release : `${release} ${module}`;
  const rule = RULES[family];
  const read = rule === undefined ? undefined : parseVersionNumbers(version);
  if (rule === undefined || read === undefined) return undefined;
  const prefix = read.epoch === '' ? '' : `${read.epoch}!`;
  return `${prefix}${LINES[rule](read)}`;
}

const LINES: { readonly [Rule in LineRule]: (read: VersionNumbers) => string } = {
  caret: (read) => {
    if (numberAt(read, 0) !== '0') return numberAt(read, 0);
    return numberAt(read, 1) === '0' ? `0.0.${numberAt(read, 2)}` : `0.${numberAt(read, 1)}`;
  },
  first: (read) => (numberAt(read, 0) === '0' ? `0.${numberAt(read, 1)}` : numberAt(read, 0)),
  // v0 and v1 share one path; later versions have another path, or the suffix `+incompatible`.
  path: (read) => (numberAt(read, 0) === '0' ? '1' : numberAt(read, 0)),
};

const CALENDAR_DIGITS = 4;

/** Estimates whether an upgrade may break something. */
export function breakingOf(identity: LinePackage, from: string, to: string): Breaking {
  const [before, after] = [lineOf(identity, from), lineOf(identity, to)];
  if (before === undefined || after === undefined) return 'unknown';
  if (before === after) return 'none';
  return RULES[identity.family] === 'first' && (isUninformative(from) || isUninformative(to)) ? 'unknown' : 'likely';
}

/** Versions before 1.0 follow no convention, and 2024.1 is a date. */
function isUninformative(version: string): boolean {
  const read = parseVersionNumbers(version);
  return read === undefined || numberAt(read, 0) === '0' || numberAt(read, 0).length >= CALENDAR_DIGITS;
}

/** By the first number that differs: from 1.2.3 to 1.4.0 is `minor`. A difference only after the numbers is a patch. */
export function distanceOf({ family }: Pick<PackageIdentity, 'family'>, from: string, to: string): Distance {
  const [before, after] = [parseVersionNumbers(from), parseVersionNumbers(to)];
  if (before === undefined || after === undefined) return 'unknown';
  if (before.epoch !== after.epoch) {
    // A new epoch of a distribution only corrects the order; an epoch of PyPI restarts the numbering.
    return rulesOf(family)?.distribution === undefined ? 'major' : 'unknown';
  }
  if (numberAt(before, 0) !== numberAt(after, 0)) return 'major';
  return numberAt(before, 1) === numberAt(after, 1) ? 'patch' : 'minor';
}

export function compareDistances(a: Distance, b: Distance): number {
  return DISTANCES.indexOf(a) - DISTANCES.indexOf(b);
}

/** The size of `unknown` is not known, so it is only within `major`. */
export function isWithin(distance: Distance, max: Exclude<Distance, 'unknown'> | undefined): boolean {
  return max === undefined || max === 'major' || compareDistances(distance, max) <= 0;
}
