/**
 * Finds the versions to upgrade to. A fix is the end of a window of a record, above the installed version and outside of every
 * window of the same records. The nearest comes first: it ends the window that contains the installed version, so it is the fix
 * on the same branch; fixes on later branches follow.
 */
import { boundsOf, findWindow } from '../../versions/version-window.ts';
import { schemeFor } from '../../versions/schemes/scheme-for.ts';
import type { VersionScheme } from '../../versions/version-scheme.ts';
import { decidingWindows } from '../test-entry.ts';
import type { TestedEntry } from '../match.ts';

const FIXES_MAX = 10;

/**
 * `tested` are all entries of the records that report "affected", including other branches; compared in the version order of the
 * leading one.
 */
export function findFixedVersions(leading: TestedEntry, tested: readonly TestedEntry[]): readonly string[] {
  const { window, candidate: of } = leading;
  // With one window in one entry, its end is the only fix.
  if (tested.length === 1 && of.entry.windows.length === 1 && window === of.entry.windows[0] && window !== undefined)
    return window.fixed === undefined ? [] : [window.fixed];
  const entries = tested.filter((each) => isComparable(each, leading));
  const scheme = leading.order ?? schemeFor(leading.candidate.entry.scheme);
  const installed = scheme.parse(leading.testedVersion);
  if (installed === undefined) return [];

  const chosen: Fix[] = [];
  for (const fix of fixesAbove(scheme, entries, installed)) {
    if (chosen.length >= FIXES_MAX) break;
    if (chosen.some((known) => scheme.compare(known.version, fix.version) === 0)) continue;
    const isAffected = entries.some(({ candidate }) =>
      findWindow(scheme, decidingWindows(candidate.entry), fix.version),
    );
    if (!isAffected) chosen.push(fix);
  }
  return chosen.map(({ text }) => text);
}

interface Fix {
  readonly text: string;
  readonly version: object;
}

/** Nearest first; equal versions are sorted by spelling, so that the order of the records does not matter. */
function fixesAbove(scheme: VersionScheme, entries: readonly TestedEntry[], installed: object): Fix[] {
  const fixes = new Map<string, Fix>();
  for (const { candidate } of entries) {
    for (const { window, fixed } of boundsOf(scheme, decidingWindows(candidate.entry))) {
      if (fixed === undefined || window.fixed === undefined || fixes.has(window.fixed)) continue;
      if (scheme.compare(fixed, installed) > 0) fixes.set(window.fixed, { text: window.fixed, version: fixed });
    }
  }
  return [...fixes.values()].sort((a, b) => scheme.compare(a.version, b.version) || (a.text < b.text ? -1 : 1));
}

// A binary package and its source have different versions.
function isComparable(a: TestedEntry, b: TestedEntry): boolean {
  return (
    a.candidate.entry.scheme === b.candidate.entry.scheme && a.order === b.order && a.testedVersion === b.testedVersion
  );
}
