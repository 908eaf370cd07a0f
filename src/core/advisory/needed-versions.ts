/**
 * Most records list every version of their ranges one by one as well, which is half of all that they say about packages. What a
 * window holds without any doubt need not be looked up in a list, so matching gets only the versions that no window holds.
 */
import { findWindow } from '../versions/find-window.ts';
import { schemeFor } from '../versions/scheme-for.ts';
import type { VersionScheme } from '../versions/version-scheme.ts';
import type { Advisory, AffectedEntry } from './advisory.ts';

/** The listed versions that decide about something. */
export function neededVersions(entry: AffectedEntry, recordClass: Advisory['class']): readonly string[] {
  const { versions, windows, lastKnownAffected } = entry;
  const scheme = schemeFor(entry.scheme);
  if (versions.length === 0 || windows.length === 0 || hasDoubts(scheme)) return versions;
  // Beside an open window the list of malware, or what somebody has looked at, may be believed instead.
  if (recordClass === 'malicious' || lastKnownAffected !== undefined) return versions;
  return versions.filter((text) => {
    const version = scheme.parse(text);
    return version === undefined || findWindow(scheme, windows, version) === undefined;
  });
}

/** Whether a version inside of a window may be in doubt there: the list is beyond all doubts. */
function hasDoubts(scheme: VersionScheme): boolean {
  // Epochs of rpm do not count everywhere, so a version may be outside of the window that holds it by its scheme.
  if (scheme.id === 'rpm') return true;
  return DOUBTS.some((name) => scheme[name] !== undefined);
}

const DOUBTS = ['assumptionOf', 'doubtBefore', 'withoutLocalPart'] as const;
