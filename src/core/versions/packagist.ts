/**
 * Composer's version order: the text is brought into one form, in which 1.0 = 1.0.0.0, and PHP orders the result. Versions that
 * Composer refuses (`6.0.0-GM`, five numbers) get the same treatment as far as it goes, and that is an assumption.
 * https://github.com/composer/semver/blob/main/src/VersionParser.php
 */
import { LIMITS } from '../limits.ts';
import { toPhpTokens } from './php-version-order.ts';
import { compareTokens, type RankedToken } from './ranked-tokens.ts';
import type { VersionAssumption, VersionScheme } from './version-scheme.ts';

interface PackagistVersion {
  readonly tokens: readonly RankedToken[];
  readonly conforming: boolean;
}

export const packagist: VersionScheme<PackagistVersion> = { id: 'packagist', parse, compare, assumptionOf };

const READABLE = /^v?([0-9][0-9a-z._-]*)(?:\+|$)/;
// `1.x-dev` names a branch, which has no place among its releases.
const BRANCH = /(?:^|[.-])x(?:[.-]|$)/;
const CLASSICAL = /^[0-9]{1,5}(?:\.[0-9]+){0,3}/;
const DATE = /^[0-9]{4}(?:[.-]?[0-9]{2}){1,6}(?:[.-]?[0-9]{1,3}){0,2}/;
const MODIFIER = /^[._-]?(?:stable|(?:beta|b|rc|alpha|a|patch|pl|p)(?:[.-]?[0-9])*)?(?:[.-]?dev)?$/;
const STABLE = /stable(?:[.-]?dev)?$/;

function parse(text: string): PackagistVersion | undefined {
  if (text.length > LIMITS.componentVersionCharactersMax) return undefined;
  const [, bare] = READABLE.exec(text.trim().toLowerCase()) ?? [];
  if (bare === undefined || BRANCH.test(bare)) return undefined;

  const isClassical = isMade(bare, CLASSICAL);
  const isDate = !isClassical && isMade(bare, DATE);
  const conforming = isClassical || isDate;
  const tokens = toPhpTokens(conforming ? bare.replace(STABLE, '') : bare);
  return { tokens: isDate ? tokens : withFourNumbers(tokens), conforming };
}

/** Of these numbers, then a stage. */
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
