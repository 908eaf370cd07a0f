/**
 * The vulnerability exists on some operating systems or architectures, and the service runs on others. The profile has to say so,
 * and no document that contains the component may disagree: contradicting facts never hide a finding.
 */
import type { Platform } from '../../../advisory/platform.ts';
import { platformAt, platformIn, toPlatformWords } from '../../known-platform.ts';
import { citeField, type At, type Contradiction } from './contradiction.ts';

const SAID = { effect: 'dismiss', justification: 'requires_environment', label: null } as const;

export const otherSystem: Contradiction = {
  ...SAID,
  ...{ type: 'os', path: 'runtime.os' },
  find: (value, at) => (isElsewhere('os', value, at) ? [citeField(at.profile, 'runtime.os')] : undefined),
};

export const otherProcessor: Contradiction = {
  ...SAID,
  ...{ type: 'arch', path: 'runtime.arch' },
  find: (value, at) => (isElsewhere('arch', value, at) ? [citeField(at.profile, 'runtime.arch')] : undefined),
};

function isElsewhere(kind: keyof Platform, value: string | null, { profile, place, component }: At): boolean {
  const limit = platformsIn(kind, value);
  const declared = platformIn(profile)[kind];
  if (limit.length === 0 || declared.length === 0) return false;
  return [...declared, ...platformAt(place, component)[kind]].every((word) => !limit.includes(word));
}

const BETWEEN = /[,/|;&]| or | and /;

/**
 * Parses `windows`, `windows, macos`, `amd64 or arm64`; empty if a word is unknown, because it may mean the platform of the
 * service.
 */
export function platformsIn(kind: keyof Platform, value: string | null): readonly string[] {
  const words = (value ?? '').split(BETWEEN).map((word) => word.trim());
  return toPlatformWords(
    kind,
    words.filter((word) => word !== ''),
  );
}

/** Returns the platforms of the service, according to the profile and the document. */
export function knownWords(kind: keyof Platform, { profile, place, component }: At): readonly string[] {
  return [...platformIn(profile)[kind], ...platformAt(place, component)[kind]];
}
