/**
 * R's version order: numbers separated by dots or dashes, which are equivalent: 1.2-3 = 1.2.3. There are no prereleases.
 * https://cran.r-project.org/doc/manuals/r-release/R-exts.html#The-DESCRIPTION-file
 */
import { LIMITS } from '../../limits.ts';
import { compareNumberRows, trimZeros } from '../tokens/digits.ts';
import type { VersionScheme } from '../version-scheme.ts';

interface CranVersion {
  readonly numbers: readonly string[];
}

export const cran: VersionScheme<CranVersion> = { id: 'cran', parse, compare };

const VERSION = /^[0-9]+(?:[.-][0-9]+)*$/;
const SEPARATOR = /[.-]/;

function parse(text: string): CranVersion | undefined {
  if (text.length > LIMITS.componentVersionCharactersMax) return undefined;
  const bare = text.trim();
  return VERSION.test(bare) ? { numbers: bare.split(SEPARATOR).map(trimZeros) } : undefined;
}

function compare(a: CranVersion, b: CranVersion): number {
  return compareNumberRows(a.numbers, b.numbers);
}
