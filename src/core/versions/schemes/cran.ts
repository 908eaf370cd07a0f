/**
 * R's version order: numbers separated by dots or dashes, which are equivalent: 1.2-3 = 1.2.3. There are no prereleases.
 * https://cran.r-project.org/doc/manuals/r-release/R-exts.html#The-DESCRIPTION-file
 */
import { LIMITS } from '../../limits.ts';
import { compareNumberLists, trimZeros } from '../version-tokens.ts';
import type { VersionScheme } from '../version-scheme.ts';
import type { SchemeId } from '../../vocabulary/package.ts';

export interface NumberRow {
  readonly numbers: readonly string[];
}

export const cran: VersionScheme<NumberRow> = createRowScheme('cran', /^[0-9]+(?:[.-][0-9]+)*$/, /[.-]/);

/** A scheme of numbers between separators, and nothing else. If one row is a prefix of the other, the longer one is newer: 1 < 1.0. */
export function createRowScheme(id: SchemeId, version: RegExp, separator: RegExp): VersionScheme<NumberRow> {
  return {
    id,
    parse: (text) => {
      if (text.length > LIMITS.componentVersionCharactersMax) return undefined;
      const bare = text.trim();
      return version.test(bare) ? { numbers: bare.split(separator).map(trimZeros) } : undefined;
    },
    compare: ({ numbers: a }, { numbers: b }) => compareNumberLists(a, b) || a.length - b.length,
  };
}
