/** Why a component could not be checked although its identity is known; judged after its matches are known. */
import type { CannotAssessReason } from '../identity/package-identity.ts';
import type { CandidateEntry, PackageMatch, PackageVersion } from './match.ts';
import { hasMadeUpGroup, mayBeSameArtifact } from './maven-groups.ts';

/**
 * A version that cannot be read was not checked, although single records may have named it outright. A package with an unknown
 * source was checked only if advisories list a package of its own name: their silence about a binary package means nothing.
 */
export function findUnassessed(
  { identity: { family, name, sourceUnknown } }: PackageVersion,
  candidates: readonly CandidateEntry[],
  matches: readonly PackageMatch[],
): CannotAssessReason | undefined {
  if (sourceUnknown === true && !candidates.some(({ entry }) => entry.name === name)) return 'source-package-unknown';
  if (family === 'Maven' && hasMadeUpGroup(name) && !isKnownArtifact(name, candidates)) return 'incomplete-name';
  const open = matches.filter((match) => match.state === 'cannot_assess');
  return open.flatMap((match) => match.evidence).find((evidence) => evidence.reason === 'unparsable-version')?.reason;
}

/** Without a real group no advisory could have named the artifact, unless one did. */
function isKnownArtifact(name: string, candidates: readonly CandidateEntry[]): boolean {
  return candidates.some(({ entry }) => entry.name === name || mayBeSameArtifact(name, entry.name));
}
