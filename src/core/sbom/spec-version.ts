/**
 * Supported versions of the formats. A newer CycloneDX 1.x is accepted with a warning, because minor versions only add members.
 * Any other version is rejected by name instead of being misinterpreted.
 */
import { quote } from '../errors.ts';
import { SBOM_VERSION_UNSUPPORTED } from './errors.ts';

export interface SpecVersion {
  /** Without the prefix `SPDX-`. */
  readonly text: string;
  readonly isNewer: boolean;
}

const CYCLONEDX = /^1\.([1-9][0-9]{0,2})$/;
const CYCLONEDX_MINOR_MIN = 2;
const CYCLONEDX_MINOR_MAX = 7;
const SPDX2 = /^SPDX-(2\.[23])$/;
const SPDX3 = /^3\.0(?:\.[0-9]{1,3})?$/;
const SUPPORTED = 'CycloneDX 1.2 to 1.7, SPDX-2.2, SPDX-2.3 and SPDX 3.0';

/** Each takes the text of the member, `undefined` if it is missing or not a string. */
export function parseCycloneDxVersion(specVersion: string | undefined): SpecVersion {
  const minor = Number(CYCLONEDX.exec(specVersion ?? '')?.[1] ?? 0);
  if (specVersion === undefined || minor < CYCLONEDX_MINOR_MIN) throw unsupportedVersion('specVersion', specVersion);
  return { text: specVersion, isNewer: minor > CYCLONEDX_MINOR_MAX };
}

export function parseSpdx2Version(spdxVersion: string | undefined): SpecVersion {
  const text = SPDX2.exec(spdxVersion ?? '')?.[1];
  if (text === undefined) throw unsupportedVersion('spdxVersion', spdxVersion);
  return { text, isNewer: false };
}

export function parseSpdx3Version(specVersion: string | undefined): SpecVersion {
  if (specVersion === undefined || !SPDX3.test(specVersion)) throw unsupportedVersion('SPDX 3 version', specVersion);
  return { text: specVersion, isNewer: false };
}

function unsupportedVersion(member: string, version: string | undefined) {
  const found = version === undefined ? `${member} is missing or not a string` : `${member} is ${quote(version)}`;
  return SBOM_VERSION_UNSUPPORTED({ found, supported: SUPPORTED });
}
