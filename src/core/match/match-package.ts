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
  return answerFrom(packageVersion, testEntries(packageVersion, candidates));
}

/** What the entries say one by one, of those that are about the package. */
export function testEntries(packageVersion: PackageVersion, candidates: readonly CandidateEntry[]): TestedEntry[] {
  const matcher = matcherFor(packageVersion.identity.family);
  return matcher === undefined || candidates.length === 0 ? [] : matcher.match(packageVersion, candidates);
}

/** As `matchPackage`, for one who has tested the entries already. */
export function answerFrom(packageVersion: PackageVersion, tested: readonly TestedEntry[]): PackageMatch[] {
  // What a distribution has fixed also answers for the language packages inside, so it is worth keeping.
  const keepsAll = matcherFor(packageVersion.identity.family)?.id === 'distro';
  if (!keepsAll && tested.every(isOutside)) return [];
  const matches: PackageMatch[] = [];
  for (const entries of Map.groupBy(tested, ({ candidate }) => candidate.groupId).values()) {
    if (!keepsAll && entries.every(isOutside)) continue;
    const match = mergeMatches(packageVersion, entries);
    if (keepsAll || !isSilent(match, packageVersion)) matches.push(match);
  }
  return matches.sort((a, b) => (a.groupId < b.groupId ? -1 : 1));
}

function isOutside({ outcome, assumptions }: TestedEntry): boolean {
  return outcome === 'not_affected' && assumptions.length === 0;
}

/** One record guessed, but a surer one says the same. */
function isSilent({ state, assumptions }: PackageMatch, { assumptions: ofIdentity }: PackageVersion): boolean {
  return state === 'not_affected' && assumptions.length === ofIdentity.length;
}
