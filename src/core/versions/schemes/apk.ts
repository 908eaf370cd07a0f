/**
 * Version order of Alpine, Wolfi and related distributions: digits(.digits)*[letter](_suffix[n])*[~hash][-rN], as compared by
 * apk-tools 3. Malformed text is rejected, while apk-tools would still order it.
 * https://gitlab.alpinelinux.org/alpine/apk-tools/-/blob/master/src/version.c
 */
import { LIMITS } from '../../limits.ts';
import { trimZeros, compareTokens, type RankedToken } from '../version-tokens.ts';
import type { VersionScheme } from '../version-scheme.ts';

interface ApkVersion {
  readonly tokens: readonly RankedToken[];
}

export const apk: VersionScheme<ApkVersion> = { id: 'apk', parse, compare };

// Alpine had digits after the letter (`6.0.3p1`) while apk-tools 2 was in use; version 3 rejects them.
const VERSION = /^([0-9.]+)(?:([a-z])([0-9]*))?(_[_a-z0-9]+)?(?:~([0-9a-fA-F]+))?(?:-r([0-9]+))?$/;

function parse(text: string): ApkVersion | undefined {
  if (text.length > LIMITS.componentVersionCharactersMax) return undefined;
  const found = VERSION.exec(text.trim());
  if (found === null) return undefined;

  const [, numbers = '', letter, letterNumber, suffixes = '', hash, revision] = found;
  const [first = '', ...others] = numbers.split('.');
  const suffixTokens = suffixes.split('_').slice(1).map(readSuffix);
  if (first === '' || others.includes('') || !suffixTokens.every((tokens) => tokens !== undefined)) return undefined;
  return {
    tokens: [
      { rank: RANKS.number, text: trimZeros(first), numeric: true },
      ...others.map(readFurtherNumber),
      ...textToken(RANKS.letter, letter),
      ...numberToken(RANKS.number, letterNumber),
      ...suffixTokens.flat(),
      ...textToken(RANKS.hash, hash),
      ...numberToken(RANKS.revision, revision),
    ],
  };
}

function compare(a: ApkVersion, b: ApkVersion): number {
  return compareTokens(a.tokens, b.tokens);
}

/**
 * Negative ranks sort before the release. All others sort after a version that ends there: 1.0 < 1.0-r1 < 1.0_p1 < 1.0a < 1.0.1.
 */
const RANKS = { revision: 1, hash: 2, suffixNumber: 3, letter: 10, zeroLed: 11, number: 12 } as const;
const SUFFIX_RANKS: ReadonlyMap<string, number> = new Map([
  ['alpha', -4],
  ['beta', -3],
  ['pre', -2],
  ['rc', -1],
  ['cvs', 4],
  ['svn', 5],
  ['git', 6],
  ['hg', 7],
  ['p', 8],
]);

const SUFFIX = /^([a-z]+)([0-9]*)$/;

function readSuffix(text: string): RankedToken[] | undefined {
  const [, name = '', number] = SUFFIX.exec(text) ?? [];
  const rank = SUFFIX_RANKS.get(name);
  return rank === undefined ? undefined : [...textToken(rank, name), ...numberToken(RANKS.suffixNumber, number)];
}

/** Digits with a leading zero are compared as text, like decimal fractions: 1.0 < 1.05 < 1.1. */
function readFurtherNumber(digits: string): RankedToken {
  if (digits.startsWith('0')) return { rank: RANKS.zeroLed, text: digits, numeric: false };
  return { rank: RANKS.number, text: digits, numeric: true };
}

// A missing part has no token.
function textToken(rank: number, text = ''): RankedToken[] {
  return text === '' ? [] : [{ rank, text, numeric: false }];
}

function numberToken(rank: number, digits = ''): RankedToken[] {
  return digits === '' ? [] : [{ rank, text: trimZeros(digits), numeric: true }];
}
