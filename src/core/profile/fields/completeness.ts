/** Share of the core fields that a profile defines. Unconfirmed fields do not count. */
import { CORE_PATHS, type ProfilePath } from '../profile-fields.ts';
import { basisOf, isKnown, type ProfileFields } from '../security-profile.ts';

export interface Completeness {
  /** From 0 to 1. */
  readonly share: number;
  readonly missing: readonly ProfilePath[];
}

export function completenessOf(fields: ProfileFields): Completeness {
  const missing = CORE_PATHS.filter((path) => {
    const field = fields[path];
    return !isKnown(field) || basisOf(field) === undefined;
  });
  return { share: (CORE_PATHS.length - missing.length) / CORE_PATHS.length, missing };
}
