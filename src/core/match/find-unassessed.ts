/** Why a package version could not be assessed although it is identified: the answers themselves say so. */
import type { CannotAssessReason } from '../identity/package-identity.ts';
import type { PackageMatch } from './match.ts';

/** A version that cannot be read was not checked, although single records may have named it outright. */
export function findUnassessed(matches: readonly PackageMatch[]): CannotAssessReason | undefined {
  const open = matches.filter((match) => match.state === 'cannot_assess');
  return open.flatMap((match) => match.evidence).find((evidence) => evidence.reason === 'unparsable-version')?.reason;
}
