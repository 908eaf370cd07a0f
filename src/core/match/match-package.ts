/**
 * ENTRY. The answers for one package version, from the entries that may concern it. Whoever asks has left out the records that
 * are withdrawn at the time of asking: time is no business of a matcher.
 */
import type { CandidateEntry, PackageMatch, PackageVersion } from './match.ts';
import type { TestedEntry } from './matcher.ts';
import { matcherFor } from './matchers.ts';
import { mergeMatches } from './merge-matches.ts';

/**
 * One answer per alias group, in the order of their ids: affected, cannot be assessed, and where somebody contradicts, guesses
 * or has fixed it for a distribution, not affected. What is merely outside of every range leaves no trace.
 */
export function matchPackage(packageVersion: PackageVersion, candidates: readonly CandidateEntry[]): PackageMatch[] {
  const matcher = matcherFor(packageVersion.identity.family);
  if (matcher === undefined || candidates.length === 0) return [];
  const groups = Map.groupBy(matcher.match(packageVersion, candidates), ({ candidate }) => candidate.groupId);
  const matches: PackageMatch[] = [];
  for (const entries of groups.values()) {
    // What a distribution has fixed also answers for the language packages inside, so it is worth keeping.
    if (matcher.id !== 'distro' && entries.every(isOutside)) continue;
    matches.push(mergeMatches(packageVersion, entries));
  }
  return matches.toSorted((a, b) => (a.groupId < b.groupId ? -1 : 1));
}

function isOutside({ outcome, assumptions }: TestedEntry): boolean {
  return outcome === 'not_affected' && assumptions.length === 0;
}
