/**
 * Conan's version order. It is not SemVer, because C libraries do not follow it: items between dots are numbers or words, a
 * letter makes a version newer (1.1.1 < 1.1.1t), and build metadata counts. Conan compares a number with a word as text, which is
 * not transitive (1.10 < 1.1t < 1.9 < 1.10); here an item is compared by its leading number, then by the rest.
 * https://docs.conan.io/2/tutorial/versioning/version_ranges.html
 */
import { LIMITS } from '../../limits.ts';
import { compareOptional, compareTokens, trimZeros, type RankedToken } from '../version-tokens.ts';
import type { VersionScheme } from '../version-scheme.ts';

interface ConanVersion {
  readonly main: readonly RankedToken[];
  /** Undefined for a release, which is newer than its prereleases. */
  readonly prerelease: readonly RankedToken[] | undefined;
  /** Undefined if there is none, which is older than any build. */
  readonly build: readonly RankedToken[] | undefined;
}

export const conan: VersionScheme<ConanVersion> = { id: 'conan', parse, compare };

// Conan orders a leading word above every number: "system", but also "cci.20200203", which is older than most releases.
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
    compareOptional(a.prerelease, b.prerelease, 1, compareTokens) ||
    compareOptional(a.build, b.build, -1, compareTokens)
  );
}

const ZERO = /^0+$/;

/** Trailing zeros are ignored: 1.0 = 1. */
function toTokens(items: readonly string[]): RankedToken[] {
  return items.slice(0, items.findLastIndex((item) => !ZERO.test(item)) + 1).flatMap(toItem);
}

const NUMBER_RANK = 1;
const WORD_RANK = 2;
const NUMBER = /^[0-9]+/;

/** Splits an item into its number and the rest; an item without a number is a word, which is newer. */
function toItem(item: string): RankedToken[] {
  const [number] = NUMBER.exec(item) ?? [];
  if (number === undefined) return [{ rank: WORD_RANK, text: item, numeric: false }];
  return [
    { rank: NUMBER_RANK, text: trimZeros(number), numeric: true },
    { rank: NUMBER_RANK, text: item.slice(number.length), numeric: false },
  ];
}
