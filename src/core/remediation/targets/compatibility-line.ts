/**
 * Which versions promise to fit in place of each other, as far as a number can promise it. A line is an interval of the order, so
 * the nearest clean version is on it whenever any clean one is.
 */
import type { Family, PackageIdentity } from '../../identity/package-identity.ts';
import { rulesOf } from '../../identity/ecosystem.ts';
import { numberAt, readNumbers, type VersionNumbers } from './version-numbers.ts';

export type Breaking = 'none' | 'likely' | 'unknown';

/** `caret`: as npm reads `^`. `first`: the first number alone, below 1 the second. `path`: a Go module says it in its path. */
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

/** A text that is equal for versions of one line; undefined: nobody can say. */
export function lineOf(identity: LinePackage, version: string): string | undefined {
  const { family, release, module } = identity;
  if (rulesOf(family)?.distribution !== undefined) return module === undefined ? release : `${release} ${module}`;
  const rule = RULES[family];
  const read = rule === undefined ? undefined : readNumbers(version);
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
  // One path holds v0 and v1; later ones have another path, or `+incompatible` behind the version.
  path: (read) => (numberAt(read, 0) === '0' ? '1' : numberAt(read, 0)),
};

const CALENDAR_DIGITS = 4;

/** A hint: what an upgrade from one version to the other may break. */
export function breakingOf(identity: LinePackage, from: string, to: string): Breaking {
  const [before, after] = [lineOf(identity, from), lineOf(identity, to)];
  if (before === undefined || after === undefined) return 'unknown';
  if (before === after) return 'none';
  return RULES[identity.family] === 'first' && (saysLittle(from) || saysLittle(to)) ? 'unknown' : 'likely';
}

/** Before 1.0 everybody does as they like, and 2024.1 is a date. */
function saysLittle(version: string): boolean {
  const read = readNumbers(version);
  return read === undefined || numberAt(read, 0) === '0' || numberAt(read, 0).length >= CALENDAR_DIGITS;
}
