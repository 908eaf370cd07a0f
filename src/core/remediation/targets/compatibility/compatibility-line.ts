/**
 * Determines which versions should be compatible with each other, as far as the version number tells. A line is an interval of
 * the version order, so the nearest clean version is on it if the line has a clean version.
 */
import type { PackageIdentity } from '../../../identity/package-identity.ts';
import { rulesOf } from '../../../identity/ecosystems/ecosystem.ts';
import { numberAt, parseVersionNumbers, type VersionNumbers } from './version-numbers.ts';
import type { Family } from '../../../vocabulary/package.ts';
import type { Breaking } from '../../../vocabulary/remediation.ts';

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
