/**
 * How much is known of a service before a model is asked about it: without any of the core fields there is nothing to hold an
 * advisory against, and with few of them a model may only suggest.
 */
import { CORE_PATHS } from '../../profile/profile-fields.ts';
import type { ProfileView } from '../../profile/profile-view.ts';

export function hasCoreField(profile: ProfileView): boolean {
  return CORE_PATHS.some((path) => profile.known(path) !== undefined);
}

/** From 0 to 1. What nobody has confirmed is known to nobody. */
export function shareOfCoreFields(profile: ProfileView): number {
  return CORE_PATHS.filter((path) => profile.known(path) !== undefined).length / CORE_PATHS.length;
}
