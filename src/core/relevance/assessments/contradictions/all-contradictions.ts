/**
 * The contradiction table: which profile field can exclude which precondition, and the strongest effect of it. Types without a row
 * of their own change nothing: a login does not stop an attacker who has an account, and no field lists the components of a
 * service.
 */
import type { PreconditionType } from '../assessment.ts';
import { ENFORCED_PATHS, type Contradiction, type EnforcedPath } from './contradiction.ts';
import {
  syscallDenied,
  capabilityDenied,
  deviceDenied,
  fileLoadDenied,
  processExecDenied,
} from './enforced-denials.ts';
import {
  inputNotAccepted,
  unusedCommand,
  unusedFeature,
  unusedSetting,
  capabilityAbsent,
  noBrowser,
  noEgress,
  noLocalUsers,
  notInNetwork,
  notReachable,
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
  unusedCommand,
  processExecDenied,
  fileLoadDenied,
  syscallDenied,
  deviceDenied,
  noLocalUsers,
  notRoot,
  capabilityAbsent,
  capabilityDenied,
  notInNetwork,
  notReachable,
  noEgress,
  noBrowser,
];

export function listContradictions(type: PreconditionType): readonly Contradiction[] {
  return CONTRADICTIONS.filter((each) => each.type === type || each.type === 'any');
}

export function isEnforced(path: string): path is EnforcedPath {
  return ENFORCED_PATHS.some((each) => each === path);
}
