/**
 * The order of valid PEP 440 versions. The grammar is that of `@renovatebot/pep440`. Its numbers are not used, because it
 * converts digits to doubles, which are equal from 17 digits on, and treats the local part `1e5` as a number.
 */
import { valid } from '@renovatebot/pep440';
import { compareNumberLists, compareNumbers, compareTexts, trimZeros } from './digits.ts';

/** All numbers are digits without leading zeros. */
export interface StandardKey {
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
const ONLY_DIGITS = /^[0-9]+$/;

/** `version` is in lower case. Returns undefined if it is not a PEP 440 version. */
export function toStandardKey(version: string): StandardKey | undefined {
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

export function compareStandard(a: StandardKey, b: StandardKey): number {
  return (
    compareNumbers(a.epoch, b.epoch) ||
    compareNumberLists(a.release, b.release) ||
    PHASES[a.phase] - PHASES[b.phase] ||
    compareNumbers(a.phaseNumber, b.phaseNumber) ||
    compareOptional(a.post, b.post, -1) ||
    compareOptional(a.dev, b.dev, 1) ||
    compareLocals(a.local, b.local)
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

function compareOptional(a: string | undefined, b: string | undefined, missing: -1 | 1): number {
  if (a !== undefined && b !== undefined) return compareNumbers(a, b);
  if (a === b) return 0;
  return a === undefined ? missing : -missing;
}

function compareLocals(a: readonly string[] | undefined, b: readonly string[] | undefined): number {
  if (a === undefined || b === undefined) return Number(a !== undefined) - Number(b !== undefined);
  for (const [at, segment] of a.entries()) {
    const other = b[at];
    if (other === undefined) return 1;
    const difference = compareSegments(segment, other);
    if (difference !== 0) return difference;
  }
  return a.length - b.length;
}

// Text sorts before numbers.
function compareSegments(a: string, b: string): number {
  const isNumber = ONLY_DIGITS.test(a);
  if (isNumber !== ONLY_DIGITS.test(b)) return isNumber ? 1 : -1;
  return isNumber ? compareNumbers(trimZeros(a), trimZeros(b)) : compareTexts(a, b);
}
