/**
 * The contradiction table: which precondition can be excluded by which field, and what may follow from it at most. What is not here
 * follows from nothing: that a login is needed (`requires_auth`) stops nobody who has one, and that a service only stops
 * (`dos_only`) is what the requirements of the profile rate.
 */
import { isProfilePath } from '../../../profile/profile-fields.ts';
import type { PreconditionType } from '../reading.ts';
import { ENFORCED_PATHS, type Contradiction, type EnforcedPath } from './contradiction.ts';
import { callBlocked, capabilityDenied, loadsNothing, startsNothing } from './enforced-denials.ts';
import { inputNotAccepted } from './input-not-accepted.ts';
import { capabilityAbsent, noClients, noLocalUsers, noUserInteraction, notRoot } from './lowering-fields.ts';
import { otherProcessor, otherSystem } from './other-platform.ts';
import { otherRuntimeVersion } from './other-runtime-version.ts';
import { unusedFeature, unusedSetting } from './unused-feature.ts';

export const CONTRADICTIONS: readonly Contradiction[] = [
  otherSystem,
  otherProcessor,
  otherRuntimeVersion,
  unusedFeature,
  unusedSetting,
  inputNotAccepted,
  startsNothing,
  loadsNothing,
  callBlocked,
  noLocalUsers,
  notRoot,
  capabilityAbsent,
  capabilityDenied,
  noUserInteraction,
  noClients,
];

export function contradictionsOf(type: PreconditionType): readonly Contradiction[] {
  return CONTRADICTIONS.filter((each) => each.type === type || each.type === 'any');
}

export function findContradiction(type: PreconditionType, path: string): Contradiction | undefined {
  return contradictionsOf(type).find((each) => each.path === path);
}

/** Whether there is such a field at all. Notes are never evidence. */
export function isCitable(path: string): boolean {
  return isEnforced(path) || (isProfilePath(path) && path !== 'text.notes');
}

export function isEnforced(path: string): path is EnforcedPath {
  return ENFORCED_PATHS.some((each) => each === path);
}
