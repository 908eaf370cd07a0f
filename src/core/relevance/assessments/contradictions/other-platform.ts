/**
 * The vulnerability exists on some operating systems or architectures, and the service runs on others. The profile has to say so,
 * and no document that contains the component may disagree: contradicting facts never hide a finding.
 */
import type { Platform } from '../../../advisory/platform.ts';
import { platformAt, platformIn, toPlatformNames } from '../../subject/known-platform.ts';
import { citeField, type PlaceContext, type Contradiction } from './contradiction.ts';

const SHARED_FIELDS = { effect: 'dismiss', justification: 'requires_environment', label: null } as const;

export const otherOperatingSystem: Contradiction = {
  ...SHARED_FIELDS,
  type: 'os',
  path: 'runtime.os',
  find: (value, at) => (isElsewhere('os', value, at) ? [citeField(at.profile, 'runtime.os')] : undefined),
};

export const otherArchitecture: Contradiction = {
  ...SHARED_FIELDS,
  type: 'arch',
  path: 'runtime.arch',
  find: (value, at) => (isElsewhere('arch', value, at) ? [citeField(at.profile, 'runtime.arch')] : undefined),
};

function isElsewhere(kind: keyof Platform, value: string | null, { profile, place, component }: PlaceContext): boolean {
  const limit = parsePlatforms(kind, value);
  const declared = platformIn(profile)[kind];
  if (limit.length === 0 || declared.length === 0) return false;
  return [...declared, ...platformAt(place, component)[kind]].every((word) => !limit.includes(word));
}

const BETWEEN = /[,/|;&]| or | and /;

/**
 * Parses `windows`, `windows, macos`, `amd64 or arm64`; empty if a word is unknown, because it may mean the platform of the
 * service.
 */
export function parsePlatforms(kind: keyof Platform, value: string | null): readonly string[] {
  const words = (value ?? '').split(BETWEEN).map((word) => word.trim());
  return toPlatformNames(
    kind,
    words.filter((word) => word !== ''),
  );
}

/** Returns the platforms of the service, according to the profile and the document. */
export function listKnownPlatforms(
  kind: keyof Platform,
  { profile, place, component }: PlaceContext,
): readonly string[] {
  return [...platformIn(profile)[kind], ...platformAt(place, component)[kind]];
}
