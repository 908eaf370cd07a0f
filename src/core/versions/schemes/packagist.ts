/**
 * Composer's version order: the text is normalized, so that 1.0 = 1.0.0.0, and then ordered like PHP. Versions that Composer
 * rejects (`6.0.0-GM`, five numbers) are normalized as far as possible, and their order is an assumption.
 * https://github.com/composer/semver/blob/main/src/VersionParser.php
 */
import { LIMITS } from '../../limits.ts';
import { toPhpTokens } from '../tokens/php-tokens.ts';
import { compareTokens, type RankedToken } from '../tokens/ranked-tokens.ts';
import type { VersionScheme } from '../version-scheme.ts';
import type { VersionAssumption } from '../../vocabulary/assumption.ts';

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
