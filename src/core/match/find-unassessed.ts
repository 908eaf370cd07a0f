/** Why a component could not be checked although its identity is known; judged after its matches are known. */
import type { CannotAssessReason } from '../identity/package-identity.ts';
import type { CandidateEntry, PackageMatch, PackageVersion } from './match.ts';

/**
 * A version that cannot be read was not checked, although single records may have named it outright. A package with an unknown
 * source was checked only if advisories list a package of its own name: their silence about a binary package means nothing.
 */
export function findUnassessed(
  { identity }: PackageVersion,
  candidates: readonly CandidateEntry[],
  matches: readonly PackageMatch[],
): CannotAssessReason | undefined {
  const isListed = candidates.some(({ entry }) => entry.name === identity.name);
  if (identity.sourceUnknown === true && !isListed) return 'source-package-unknown';
  const open = matches.filter((match) => match.state === 'cannot_assess');
  return open.flatMap((match) => match.evidence).find((evidence) => evidence.reason === 'unparsable-version')?.reason;
}
