/**
 * What a package is affected on, told from all records about it. Only some databases have a member for it, so the records that decide
 * are asked: those of the strongest authority that calls the package affected.
 */
import { distinctPlatforms, type Platform } from '../advisory/platform.ts';
import type { Authority } from './authority.ts';
import type { TestedEntry } from './matcher.ts';

/** `words` from the strongest to the weakest. Undefined: wherever it runs, which one record without a limit is enough for. */
export function decidingPlatforms(
  words: readonly (Pick<TestedEntry, 'outcome' | 'candidate'> & { readonly authority: Authority })[],
): readonly Platform[] | undefined {
  const affected = words.filter(({ outcome }) => outcome === 'affected');
  const deciding = affected.filter(({ authority }) => authority === affected[0]?.authority);
  const limits = deciding.map(({ candidate }) => candidate.entry.platforms);
  if (limits.length === 0 || limits.includes(undefined)) return undefined;
  return distinctPlatforms(limits.flatMap((each) => each ?? []));
}
