/**
 * Haskell's version order, for packages and the compiler: numbers separated by dots, and nothing else.
 * https://pvp.haskell.org/#version-numbers
 */
import { LIMITS } from '../../limits.ts';
import { compareNumberRows, trimZeros } from '../tokens/digits.ts';
import type { VersionScheme } from '../version-scheme.ts';

interface HackageVersion {
  readonly numbers: readonly string[];
}

export const hackage: VersionScheme<HackageVersion> = { id: 'hackage', parse, compare };

const VERSION = /^[0-9]+(?:\.[0-9]+)*$/;

function parse(text: string): HackageVersion | undefined {
  if (text.length > LIMITS.componentVersionCharactersMax) return undefined;
  const bare = text.trim();
  return VERSION.test(bare) ? { numbers: bare.split('.').map(trimZeros) } : undefined;
}

function compare(a: HackageVersion, b: HackageVersion): number {
  return compareNumberRows(a.numbers, b.numbers);
}
