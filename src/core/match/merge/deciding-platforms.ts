/**
 * Determines the platforms on which a package is affected. Only some databases have a field for it, so only the deciding records
 * count: those of the strongest authority that reports the package as affected.
 */
import { distinctPlatforms, type Platform } from '../../advisory/platform.ts';
import type { Authority } from './authority.ts';
import type { TestedEntry } from '../matcher.ts';

/**
 * `entries` are sorted by authority, strongest first. Returns undefined if the package is affected everywhere; one record without a
 * limit is enough for that.
 */
export function decidingPlatforms(
  entries: readonly (Pick<TestedEntry, 'outcome' | 'candidate'> & { readonly authority: Authority })[],
): readonly Platform[] | undefined {
  const affected = entries.filter(({ outcome }) => outcome === 'affected');
  const deciding = affected.filter(({ authority }) => authority === affected[0]?.authority);
  const limits = deciding.map(({ candidate }) => candidate.entry.platforms);
  if (limits.length === 0 || limits.includes(undefined)) return undefined;
  return distinctPlatforms(limits.flatMap((each) => each ?? []));
}
