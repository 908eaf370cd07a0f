/**
 * Composer's version order: the text is normalized, so that 1.0 = 1.0.0.0, and then ordered like PHP. Versions that Composer
 * rejects (`6.0.0-GM`, five numbers) are normalized as far as possible, and their order is an assumption.
 * https://github.com/composer/semver/blob/main/src/VersionParser.php
 */
import { LIMITS } from '../../limits.ts';
import { compareTokens, type RankedToken, isDigit, trimZeros } from '../version-tokens.ts';
import type { VersionScheme } from '../version-scheme.ts';
import type { VersionAssumption } from '../../vocabulary/assumption.ts';

// The order of PHP's own `version_compare`: runs of digits and runs of letters, whatever is between them, and a few words that
// are recognized by their prefix. It has 1.0 < 1.0.0; for Composer's normalization see `packagist.ts`. A trailing separator is
// ignored here, because PHP has 1.0- < 1.0-, which is not an order. https://www.php.net/manual/function.version-compare.php

// The first matching prefix counts, so `abc` is an alpha and `patch` is a `p`. Negative ranks sort before the end of a version.
const WORDS = [
  ['dev', -4],
  ['alpha', -3],
  ['a', -3],
  ['beta', -2],
  ['b', -2],
  ['RC', -1],
  ['rc', -1],
  ['pl', 2],
  ['p', 2],
] as const;
const UNKNOWN_RANK = -5;
const NUMBER_RANK = 1;

const RUN = /[0-9]+|[A-Za-z]+/g;

/** Returns tokens for `compareTokens`. */
export function toPhpTokens(version: string): RankedToken[] {
  return (version.match(RUN) ?? []).map(toToken);
}

function toToken(run: string): RankedToken {
  if (isDigit(run.charCodeAt(0))) return { rank: NUMBER_RANK, text: trimZeros(run), numeric: true };
  const word = WORDS.find(([beginning]) => run.startsWith(beginning));
  // Words of the same rank are equal, including unknown words.
  return { rank: word?.[1] ?? UNKNOWN_RANK, text: '', numeric: false };
}

interface PackagistVersion {
  readonly tokens: readonly RankedToken[];
  readonly conforming: boolean;
}

export const packagist: VersionScheme<PackagistVersion> = {
  id: 'packagist',
  parse,
  compare,
  withoutLocalText,
  assumptionOf,
};

const READABLE = /^v?([0-9][0-9a-z._-]*)(?:\+|$)/i;
// `1.x-dev` names a branch, which has no order among its releases.
const BRANCH = /(?:^|[.-])x(?:[.-]|$)/;
const CLASSICAL = /^[0-9]{1,5}(?:\.[0-9]+){0,3}/;
const DATE = /^[0-9]{4}(?:[.-]?[0-9]{2}){1,6}(?:[.-]?[0-9]{1,3}){0,2}/;
const MODIFIER = /^[._-]?(?:(?:stable|beta|b|rc|alpha|a|patch|pl|p)(?:[.-]?[0-9])*)?(?:[.-]?dev)?$/;
// Text after the word is ignored like the word itself: 1.0-stable2 = 1.0. Composer does not recognize the word in capitals.
const STABLE = /stable(?:[.-]?[0-9])*(?:[.-]?dev)?$/;
const DEVELOPMENT = /dev$/;

function parse(text: string): PackagistVersion | undefined {
  const read = readNumbers(text);
  if (read === undefined) return undefined;

  const conforming = read.numbers !== 'others';
  const tokens = toPhpTokens(read.bare);
  return { tokens: read.numbers === 'date' ? tokens : withFourNumbers(tokens), conforming };
}

interface ReadNumbers {
  /** With normalized words, in lower case. */
  readonly bare: string;
  readonly numbers: 'classical' | 'date' | 'others';
}

function readNumbers(text: string): ReadNumbers | undefined {
  if (text.length > LIMITS.componentVersionCharactersMax) return undefined;
  const [, written] = READABLE.exec(text.trim()) ?? [];
  if (written === undefined) return undefined;
  const bare = written.toLowerCase();
  if (BRANCH.test(bare)) return undefined;
  if (isMade(bare, CLASSICAL)) return { bare: withoutStability(written), numbers: 'classical' };
  return isMade(bare, DATE) ? { bare: withoutStability(written), numbers: 'date' } : { bare, numbers: 'others' };
}

function withoutLocalText(text: string): string {
  return readNumbers(text)?.bare ?? text;
}

/** Separates the remaining words, so that PHP does not treat `betadev` as a beta. */
function withoutStability(version: string): string {
  return version.replace(STABLE, '').toLowerCase().replace(DEVELOPMENT, '-dev');
}

/** Whether the version consists of these numbers and an optional stage. */
function isMade(version: string, numbers: RegExp): boolean {
  return MODIFIER.test(version.replace(numbers, ''));
}

const NUMBERS = 4;
const [ZERO] = toPhpTokens('0');

function withFourNumbers(tokens: readonly RankedToken[]): readonly RankedToken[] {
  const firstWord = tokens.findIndex(({ numeric }) => !numeric);
  const numbers = firstWord === -1 ? tokens.length : firstWord;
  if (numbers >= NUMBERS || ZERO === undefined) return tokens;
  const zeros = Array.from({ length: NUMBERS - numbers }, () => ZERO);
  return [...tokens.slice(0, numbers), ...zeros, ...tokens.slice(numbers)];
}

function compare(a: PackagistVersion, b: PackagistVersion): number {
  return compareTokens(a.tokens, b.tokens);
}

function assumptionOf({ conforming }: PackagistVersion): VersionAssumption | undefined {
  return conforming ? undefined : 'nonconforming-version';
}
