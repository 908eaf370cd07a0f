/**
 * Python version order (PEP 440). Text that is not a PEP 440 version is ordered like in old setuptools, below all valid versions,
 * and that order is an assumption.
 * https://packaging.python.org/en/latest/specifications/version-specifiers/
 */
import { LIMITS } from '../../limits.ts';
import { compareText } from '../../text/compare-text.ts';
import {
  compareLists,
  compareNumberLists,
  compareNumbers,
  compareOptional,
  hasDigit,
  isNumber,
  trimZeros,
} from '../version-tokens.ts';
import type { VersionScheme } from '../version-scheme.ts';
import type { VersionAssumption } from '../../vocabulary/assumption.ts';
import { valid } from '@renovatebot/pep440';

// The order of valid PEP 440 versions. The grammar is that of `@renovatebot/pep440`. Its numbers are not used, because it
// converts digits to doubles, which are equal from 17 digits on, and treats the local part `1e5` as a number.

/** All numbers are digits without leading zeros. */
interface StandardKey {
  readonly epoch: string;
  readonly release: readonly string[];
  readonly phase: Phase;
  readonly phaseNumber: string;
  /** Undefined if it is not a post-release; older than any post-release. */
  readonly post: string | undefined;
  /** Undefined if it is not a development release; newer than any development release. */
  readonly dev: string | undefined;
  /** Undefined if there is no local part; older than any local part. */
  readonly local: readonly string[] | undefined;
}

// A development release of the release itself sorts before its first alpha.
const PHASES = { dev: 0, a: 1, b: 2, rc: 3, release: 4 } as const;
type Phase = keyof typeof PHASES;

const WORDS: ReadonlyMap<string | undefined, 'dev' | 'a' | 'b' | 'rc' | 'post'> = new Map([
  ['a', 'a'],
  ['alpha', 'a'],
  ['b', 'b'],
  ['beta', 'b'],
  ['c', 'rc'],
  ['rc', 'rc'],
  ['pre', 'rc'],
  ['preview', 'rc'],
  ['dev', 'dev'],
  ['post', 'post'],
  ['rev', 'post'],
  ['r', 'post'],
  // A number without a word: 1.0-1 is 1.0.post1.
  [undefined, 'post'],
]);

const HEAD = /^v?(?:([0-9]+)!)?([0-9.]+)/;
// Words may be adjacent: 1.0rcdev is 1.0rc0.dev0. A word that starts with another one must therefore come before it.
const SUFFIXES = /(alpha|beta|preview|pre|post|rev|dev|rc|a|b|c|r)[-_.]?([0-9]*)|-([0-9]+)/g;
const LOCAL_SEPARATOR = /[-_.]/;

/** `version` is in lower case. Returns undefined if it is not a PEP 440 version. */
function toStandardKey(version: string): StandardKey | undefined {
  if (valid(version) === null) return undefined;
  const [common = '', local] = version.split('+');
  const [head = '', epoch = '', release = ''] = HEAD.exec(common) ?? [];
  const numbers = parseSuffixes(common.slice(head.length));
  return {
    epoch: trimZeros(epoch),
    release: release.split('.').map(trimZeros),
    ...phaseOf(numbers),
    post: numbers.post,
    dev: numbers.dev,
    local: local?.split(LOCAL_SEPARATOR),
  };
}

function compareStandard(a: StandardKey, b: StandardKey): number {
  return (
    compareNumbers(a.epoch, b.epoch) ||
    compareNumberLists(a.release, b.release) ||
    PHASES[a.phase] - PHASES[b.phase] ||
    compareNumbers(a.phaseNumber, b.phaseNumber) ||
    compareOptional(a.post, b.post, -1, compareNumbers) ||
    compareOptional(a.dev, b.dev, 1, compareNumbers) ||
    compareOptional(a.local, b.local, -1, (x, y) => compareLists(x, y, compareSegments))
  );
}

type Numbers = { readonly [Word in 'dev' | 'a' | 'b' | 'rc' | 'post']?: string };

function parseSuffixes(text: string): Numbers {
  const numbers: { -readonly [Word in keyof Numbers]: string } = {};
  for (const [, word, number, bareNumber] of text.matchAll(SUFFIXES)) {
    const known = WORDS.get(word);
    if (known !== undefined) numbers[known] = trimZeros(bareNumber ?? number ?? '');
  }
  return numbers;
}

function phaseOf(numbers: Numbers): Pick<StandardKey, 'phase' | 'phaseNumber'> {
  for (const phase of ['a', 'b', 'rc'] as const) {
    const phaseNumber = numbers[phase];
    if (phaseNumber !== undefined) return { phase, phaseNumber };
  }
  const isOnlyDev = numbers.dev !== undefined && numbers.post === undefined;
  return { phase: isOnlyDev ? 'dev' : 'release', phaseNumber: '' };
}

// Text sorts before numbers.
function compareSegments(a: string, b: string): number {
  const isNumeric = isNumber(a);
  if (isNumeric !== isNumber(b)) return isNumeric ? 1 : -1;
  return isNumeric ? compareNumbers(trimZeros(a), trimZeros(b)) : compareText(a, b);
}

// The order of setuptools before PEP 440, for versions that still need it: PyPI and its advisories contain `0.9-stable` and
// `7.2.0-12.1`. A version becomes a list of strings that are compared as text.
// https://github.com/pypa/packaging/blob/21.3/packaging/version.py
type LegacyKey = readonly string[];

// The capture group makes `split` keep the matched pieces.
const PIECES = /([0-9]+|[a-z]+|\.|-)/;
const NUMBER = /^[0-9]/;
const NUMBER_WIDTH = 8;
const ZERO = '0'.repeat(NUMBER_WIDTH);

const REPLACEMENTS: ReadonlyMap<string, string> = new Map([
  ['pre', 'c'],
  ['preview', 'c'],
  ['rc', 'c'],
  ['dev', '@'],
  ['-', 'final-'],
]);

/** `version` is in lower case. */
function toLegacyKey(version: string): LegacyKey {
  const parts: string[] = [];
  for (const piece of version.split(PIECES)) {
    if (piece === '' || piece === '.') continue;
    if (NUMBER.test(piece)) parts.push(piece.padStart(NUMBER_WIDTH, '0'));
    else pushWord(parts, `*${REPLACEMENTS.get(piece) ?? piece}`);
  }
  pushWord(parts, '*final');
  return parts;
}

// The asterisk sorts words before numbers.
function pushWord(parts: string[], word: string): void {
  if (word < '*final') dropLast(parts, '*final-');
  dropLast(parts, ZERO);
  parts.push(word);
}

function dropLast(parts: string[], part: string): void {
  while (parts.at(-1) === part) parts.pop();
}

type Pep440Version =
  | { readonly standard: StandardKey; readonly legacy?: never }
  | { readonly standard?: never; readonly legacy: LegacyKey };

export const pep440: VersionScheme<Pep440Version> = { id: 'pep440', parse, compare, withoutLocalPart, assumptionOf };

function parse(text: string): Pep440Version | undefined {
  if (text.length > LIMITS.componentVersionCharactersMax) return undefined;
  const bare = text.trim().toLowerCase();
  // The legacy order also includes "latest", but that order is meaningless.
  if (!hasDigit(bare)) return undefined;

  const standard = toStandardKey(bare);
  return standard === undefined ? { legacy: toLegacyKey(bare) } : { standard };
}

function compare(a: Pep440Version, b: Pep440Version): number {
  if (a.standard !== undefined) return b.standard === undefined ? 1 : compareStandard(a.standard, b.standard);
  return b.legacy === undefined ? -1 : compareLists(a.legacy, b.legacy, compareText);
}

function withoutLocalPart({ standard }: Pep440Version): Pep440Version | undefined {
  return standard?.local === undefined ? undefined : { standard: { ...standard, local: undefined } };
}

function assumptionOf({ legacy }: Pep440Version): VersionAssumption | undefined {
  return legacy === undefined ? undefined : 'legacy-version';
}
