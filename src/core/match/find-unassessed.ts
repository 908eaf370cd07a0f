/** Why a component could not be checked although its identity is known; judged after its matches are known. */
import type { CannotAssessReason } from '../identity/package-identity.ts';
import type { CandidateEntry, PackageMatch, PackageVersion } from './match.ts';
import { hasMadeUpGroup, mayBeSameArtifact } from './maven-groups.ts';

/** Reasons of a record that are properties of the package: one vulnerability that could not be decided is enough. */
const OF_PACKAGE: readonly CannotAssessReason[] = ['unparsable-version', 'module-stream-unknown'];

/**
 * A package with an unknown source was checked only if advisories list a package of its own name, and an artifact with a made-up
 * group only if advisories know the artifact: no advisory could have named them otherwise, so silence means nothing.
 */
export function findUnassessed(
  { identity: { family, name, sourceUnknown } }: PackageVersion,
  candidates: readonly CandidateEntry[],
  matches: readonly PackageMatch[],
): CannotAssessReason | undefined {
  if (sourceUnknown === true && !candidates.some(({ entry }) => entry.name === name)) return 'source-package-unknown';
  if (family === 'Maven' && hasMadeUpGroup(name) && !isKnownArtifact(name, candidates)) return 'incomplete-name';
  const open = matches.filter(({ state }) => state === 'cannot_assess').flatMap(({ evidence }) => evidence);
  return OF_PACKAGE.find((reason) => open.some((evidence) => evidence.reason === reason));
}

function isKnownArtifact(name: string, candidates: readonly CandidateEntry[]): boolean {
  return candidates.some(({ entry }) => entry.name === name || mayBeSameArtifact(name, entry.name));
}
