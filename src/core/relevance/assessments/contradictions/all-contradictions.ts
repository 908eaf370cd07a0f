/**
 * The contradiction table: which profile field can exclude which precondition, and the strongest effect of it. Two types have no
 * row: `requires_auth` does not stop an attacker who has an account, and `dos_only` is covered by the availability requirement of
 * the profile.
 */
import { isProfilePath } from '../../../profile/profile-fields.ts';
import type { PreconditionType } from '../assessment.ts';
import { ENFORCED_PATHS, type Contradiction, type EnforcedPath } from './contradiction.ts';
import { syscallDenied, capabilityDenied, fileLoadDenied, processExecDenied } from './enforced-denials.ts';
import {
  inputNotAccepted,
  unusedFeature,
  unusedSetting,
  capabilityAbsent,
  noClients,
  noLocalUsers,
  noUserInteraction,
  notRoot,
  otherArchitecture,
  otherOperatingSystem,
} from './field-contradictions.ts';
import { otherRuntimeVersion } from './other-runtime-version.ts';

export const CONTRADICTIONS: readonly Contradiction[] = [
  otherOperatingSystem,
  otherArchitecture,
  otherRuntimeVersion,
  unusedFeature,
  unusedSetting,
  inputNotAccepted,
  processExecDenied,
  fileLoadDenied,
  syscallDenied,
  noLocalUsers,
  notRoot,
  capabilityAbsent,
  capabilityDenied,
  noUserInteraction,
  noClients,
];

export function listContradictions(type: PreconditionType): readonly Contradiction[] {
  return CONTRADICTIONS.filter((each) => each.type === type || each.type === 'any');
}

export function findContradiction(type: PreconditionType, path: string): Contradiction | undefined {
  return listContradictions(type).find((each) => each.path === path);
}

/** Returns whether the field exists. Notes are never evidence. */
export function isCitable(path: string): boolean {
  return isEnforced(path) || (isProfilePath(path) && path !== 'text.notes');
}

export function isEnforced(path: string): path is EnforcedPath {
  return ENFORCED_PATHS.some((each) => each === path);
}
