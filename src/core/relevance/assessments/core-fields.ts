/**
 * Measures how much a profile says about a service. Without any core field there is nothing to compare an advisory with; with few
 * of them an AI assessment may only suggest.
 */
import { CORE_PATHS } from '../../profile/profile-fields.ts';
import type { ProfileView } from '../../profile/profile-view.ts';

export function hasCoreField(profile: ProfileView): boolean {
  return CORE_PATHS.some((path) => profile.known(path) !== undefined);
}

/** From 0 to 1. Unconfirmed fields do not count. */
export function shareOfCoreFields(profile: ProfileView): number {
  return CORE_PATHS.filter((path) => profile.known(path) !== undefined).length / CORE_PATHS.length;
}
