/**
 * Conan's version order. It is no SemVer, because C libraries never were: items between dots are numbers or words, a letter makes
 * newer (1.1.1 < 1.1.1t), and what follows a plus counts. Conan compares a number with a word as texts and so goes in circles
 * (1.10 < 1.1t < 1.9 < 1.10); here an item goes by the number that it begins with, then by the rest.
 * https://docs.conan.io/2/tutorial/versioning/version_ranges.html
 */
import { LIMITS } from '../limits.ts';
import { trimZeros } from './digits.ts';
import { compareTokens, type RankedToken } from './ranked-tokens.ts';
import type { VersionScheme } from './version-scheme.ts';

interface ConanVersion {
  readonly main: readonly RankedToken[];
  /** Undefined: a release, newer than what comes before it. */
  readonly prerelease: readonly RankedToken[] | undefined;
  /** Undefined: none, older than any of them. */
  readonly build: readonly RankedToken[] | undefined;
}

export const conan: VersionScheme<ConanVersion> = { id: 'conan', parse, compare };

// Conan puts a word at the beginning above every number: "system", but also "cci.20200203", which is older than most releases.
const VERSION = /^([0-9][0-9A-Za-z_.]*)(?:-([0-9A-Za-z_.-]+))?(?:\+([0-9A-Za-z_.-]+))?$/;

function parse(text: string): ConanVersion | undefined {
  if (text.length > LIMITS.componentVersionCharactersMax) return undefined;
  const [, main, prerelease, build] = VERSION.exec(text.trim()) ?? [];
  if (main === undefined) return undefined;

  const parts = [main, prerelease, build].map((part) => part?.split('.'));
  if (parts.some((items) => items?.includes(''))) return undefined;
  const [mainTokens = [], prereleaseTokens, buildTokens] = parts.map((items) => items && toTokens(items));
  return { main: mainTokens, prerelease: prereleaseTokens, build: buildTokens };
}

function compare(a: ConanVersion, b: ConanVersion): number {
  return (
    compareTokens(a.main, b.main) ||
    compareOptional(a.prerelease, b.prerelease, 1) ||
    compareOptional(a.build, b.build, -1)
  );
}

type Tokens = readonly RankedToken[] | undefined;

function compareOptional(a: Tokens, b: Tokens, missing: -1 | 1): number {
  if (a !== undefined && b !== undefined) return compareTokens(a, b);
  if (a === b) return 0;
  return a === undefined ? missing : -missing;
}

const ZERO = /^0+$/;

/** Zeros at the end count for nothing: 1.0 = 1. */
function toTokens(items: readonly string[]): RankedToken[] {
  return items.slice(0, items.findLastIndex((item) => !ZERO.test(item)) + 1).flatMap(toItem);
}

const NUMBER_RANK = 1;
const WORD_RANK = 2;
const NUMBER = /^[0-9]+/;

/** A number and what is attached to it, or a word; words are newer. */
function toItem(item: string): RankedToken[] {
  const [number] = NUMBER.exec(item) ?? [];
  if (number === undefined) return [{ rank: WORD_RANK, text: item, numeric: false }];
  return [
    { rank: NUMBER_RANK, text: trimZeros(number), numeric: true },
    { rank: NUMBER_RANK, text: item.slice(number.length), numeric: false },
  ];
}
