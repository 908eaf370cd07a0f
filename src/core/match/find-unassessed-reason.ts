/** Determines why an identified component could not be checked, after it was matched. */
import { isModulePath } from '../identity/ecosystems/go.ts';
import type { CandidateEntry, PackageMatch, PackageVersion } from './match.ts';
import { hasMadeUpGroup, canBeSameArtifact } from './language/maven-groups.ts';
import type { CannotAssessReason } from '../vocabulary/package.ts';

/** Reasons of a record that are properties of the package: one undecided vulnerability is enough. */
const OF_PACKAGE: readonly CannotAssessReason[] = ['unparsable-version', 'module-stream-unknown'];

/**
 * A package with an unknown source, a Maven artifact with a made-up group and a Go module without a host name count as checked
 * only if an advisory lists them. Other advisories could not have named them, so a missing match means nothing.
 */
export function findUnassessedReason(
  { identity: { family, name, sourceUnknown } }: PackageVersion,
  candidates: readonly CandidateEntry[],
  matches: readonly PackageMatch[],
): CannotAssessReason | undefined {
  if (sourceUnknown === true && !candidates.some(({ entry }) => entry.name === name)) return 'source-package-unknown';
  if (family === 'Maven' && hasMadeUpGroup(name) && !isKnownArtifact(name, candidates)) return 'incomplete-name';
  if (family === 'Go' && !isModulePath(name) && candidates.length === 0) return 'incomplete-name';
  const open = matches.filter(({ state }) => state === 'cannot_assess').flatMap(({ evidence }) => evidence);
  return OF_PACKAGE.find((reason) => open.some((evidence) => evidence.reason === reason));
}

function isKnownArtifact(name: string, candidates: readonly CandidateEntry[]): boolean {
  return candidates.some(({ entry }) => entry.name === name || canBeSameArtifact(name, entry.name));
}
