/**
 * ENTRY. Matches one package version with the entries that may apply to it. The caller leaves out withdrawn records: matchers do
 * not depend on the time.
 */
import type { CandidateEntry, PackageMatch, PackageVersion, TestedEntry } from './match.ts';
import { isFromMissingRepository } from './distro/extras.ts';
import { gitMatcher } from './git/git-matcher.ts';
import { matcherFor } from './matchers.ts';
import { mergeMatches } from './merge/merge-matches.ts';
import { isModulePath } from '../identity/ecosystems/go.ts';
import { hasMadeUpGroup, canBeSameArtifact } from './language/maven-groups.ts';
import { CPE_FAMILY, type CannotAssessReason } from '../vocabulary/package.ts';

/**
 * Returns one match per alias group, sorted by id: affected, cannot be assessed, and not affected if records disagree, the answer
 * is a guess, or a distribution has fixed it. A version that is merely outside of every range has no match.
 */
export function matchPackage(packageVersion: PackageVersion, candidates: readonly CandidateEntry[]): PackageMatch[] {
  return matchTestedEntries(packageVersion, testEntries(packageVersion, candidates));
}

/** Tests the entries about the package one by one. */
export function testEntries(packageVersion: PackageVersion, candidates: readonly CandidateEntry[]): TestedEntry[] {
  const { family, repository } = packageVersion.identity;
  const matcher = matcherFor(family);
  if (matcher === undefined || candidates.length === 0) return [];
  const tested = matcher.match(packageVersion, candidates);
  if (repository === undefined || matcher === gitMatcher) return tested;
  return [...tested, ...gitMatcher.match(packageVersion, candidates)];
}

/** Same as `matchPackage`, for entries that have already been tested. */
export function matchTestedEntries(packageVersion: PackageVersion, tested: readonly TestedEntry[]): PackageMatch[] {
  // A fix of a distribution also covers the language packages inside, so it is kept.
  const keepsAll = matcherFor(packageVersion.identity.family)?.id === 'distro';
  if (!keepsAll && tested.every(isOutside)) return [];
  const matches: PackageMatch[] = [];
  for (const entries of Map.groupBy(tested, ({ candidate }) => candidate.groupId).values()) {
    if (!keepsAll && entries.every(isOutside)) continue;
    const match = mergeMatches(packageVersion, entries);
    if (keepsAll || !isRedundant(match, packageVersion)) matches.push(match);
  }
  return matches.sort((a, b) => (a.groupId < b.groupId ? -1 : 1));
}

function isOutside({ outcome, assumptions }: TestedEntry): boolean {
  return outcome === 'not_affected' && assumptions.length === 0;
}

/** One record was a guess, but a more certain one gives the same answer. */
function isRedundant({ state, assumptions }: PackageMatch, { assumptions: ofIdentity }: PackageVersion): boolean {
  return state === 'not_affected' && assumptions.length === ofIdentity.length;
}

/** Reasons of a record that are properties of the package: one undecided vulnerability is enough. */
const OF_PACKAGE: readonly CannotAssessReason[] = ['unparsable-version', 'module-stream-unknown', 'history-unknown'];

/**
 * Determines why an identified component could not be checked, after it was matched. A package with an unknown source, a Maven artifact with a made-up group, a Go module without a host name and software with only a CPE
 * count as checked only if an advisory lists them. Other advisories could not have named them, so a missing match means nothing.
 */
export function findUnassessedReason(
  packageVersion: PackageVersion,
  candidates: readonly CandidateEntry[],
  matches: readonly PackageMatch[],
): CannotAssessReason | undefined {
  const { family, name, sourceUnknown, jarHashes } = packageVersion.identity;
  if (jarHashes?.[0] === name) return 'no-identity';
  if (sourceUnknown === true && !candidates.some(({ entry }) => entry.name === name)) return 'source-package-unknown';
  if (family === 'Maven' && hasMadeUpGroup(name) && !isKnownArtifact(name, candidates)) return 'incomplete-name';
  // Tools guess CPEs: a name that NVD does not use would have no records whatever the software is.
  if (family === CPE_FAMILY && candidates.length === 0) return 'no-identity';
  if (family === 'Go' && !isModulePath(name) && candidates.length === 0) return 'incomplete-name';
  if (isFromMissingRepository(packageVersion, candidates)) return 'no-feed-for-release';
  const open = matches.filter(({ state }) => state === 'cannot_assess').flatMap(({ evidence }) => evidence);
  return OF_PACKAGE.find((reason) => open.some((evidence) => evidence.reason === reason));
}

function isKnownArtifact(name: string, candidates: readonly CandidateEntry[]): boolean {
  return candidates.some(({ entry }) => entry.name === name || canBeSameArtifact(name, entry.name));
}
