/**
 * Most records also list every version of their ranges one by one, which makes up half of their package data. A version that is
 * certainly inside a window need not be looked up in a list, so matching gets only the versions outside of all windows.
 */
import { findWindow } from '../../versions/find-window.ts';
import { schemeFor } from '../../versions/schemes/scheme-for.ts';
import type { VersionScheme } from '../../versions/version-scheme.ts';
import type { Advisory, AffectedEntry } from '../advisory.ts';

/** Returns the listed versions that can affect the result of a match. */
export function neededVersions(entry: AffectedEntry, recordClass: Advisory['class']): readonly string[] {
  const { versions, windows, lastKnownAffected } = entry;
  const scheme = schemeFor(entry.scheme);
  if (versions.length === 0 || windows.length === 0 || hasDoubts(scheme)) return versions;
  // For an open window, matching may trust the version list instead: for malware, and if the last known affected version is
  // given.
  if (recordClass === 'malicious' || lastKnownAffected !== undefined) return versions;
  return versions.filter((text) => {
    const version = scheme.parse(text);
    return version === undefined || findWindow(scheme, windows, version) === undefined;
  });
}

/** Whether a version inside a window may still be uncertain. A listed version never is. */
function hasDoubts(scheme: VersionScheme): boolean {
  // rpm epochs are not always compared, so a version may be outside of a window that contains it according to its scheme.
  if (scheme.id === 'rpm') return true;
  return DOUBTS.some((name) => scheme[name] !== undefined);
}

const DOUBTS = ['assumptionOf', 'doubtBefore', 'withoutLocalPart'] as const;
