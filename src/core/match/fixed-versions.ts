/**
 * Where to go. A fix is a version at which some window of a record ends; the end of the window that holds the installed version
 * is the fix of its own branch and comes first, later branches follow. A fix inside another window of the same records is none.
 */
import { findWindow } from '../versions/find-window.ts';
import { schemeFor } from '../versions/scheme-for.ts';
import type { VersionScheme } from '../versions/version-scheme.ts';
import type { TestedEntry } from './matcher.ts';

const FIXES_MAX = 10;

/** All entries of the records that say "affected", also those of other branches; read in the version order of the leading one. */
export function findFixedVersions(leading: TestedEntry, told: readonly TestedEntry[]): string[] {
  const entries = told.filter((each) => isComparable(each, leading));
  const scheme = schemeFor(leading.candidate.entry.scheme);
  const installed = scheme.parse(leading.testedVersion);
  if (installed === undefined) return [];

  const chosen: Fix[] = [];
  for (const fix of sortFixes(scheme, fixesAbove(scheme, entries, installed))) {
    if (chosen.length >= FIXES_MAX) break;
    if (chosen.some((known) => scheme.compare(known.version, fix.version) === 0)) continue;
    const isAffected = entries.some(({ candidate }) => findWindow(scheme, candidate.entry.windows, fix.version));
    chosen.push(fix);
  }
  return chosen.map(({ text }) => text);
}

interface Fix {
  readonly text: string;
  readonly version: object;
  readonly onBranch: boolean;
}

function fixesAbove(scheme: VersionScheme, entries: readonly TestedEntry[], installed: object): Fix[] {
  const fixes: Fix[] = [];
  for (const { candidate, window: hit } of entries) {
    for (const window of candidate.entry.windows) {
      const version = window.fixed === undefined ? undefined : scheme.parse(window.fixed);
      if (version === undefined || scheme.compare(version, installed) <= 0) continue;
      fixes.push({ text: window.fixed ?? '', version, onBranch: window === hit });
    }
  }
  return fixes;
}

function sortFixes(scheme: VersionScheme, fixes: readonly Fix[]): Fix[] {
  return fixes.toSorted(
    (a, b) =>
      Number(b.onBranch) - Number(a.onBranch) ||
      scheme.compare(a.version, b.version) ||
      (a.text < b.text ? -1 : Number(a.text > b.text)),
  );
}

// A binary package and its source count their versions apart.
function isComparable(a: TestedEntry, b: TestedEntry): boolean {
  return a.candidate.entry.scheme === b.candidate.entry.scheme && a.testedVersion === b.testedVersion;
}
