/** Finds further facts in the records of the installed version: conflicts, and ranges that end without a fix. */
import type { PackageMatch } from '../../match/match.ts';
import type { TestedEntry } from '../../match/matcher.ts';
import { boundsOf } from '../../versions/find-window.ts';
import type { VersionAxis } from './at-version.ts';

/** Groups that affect the installed version although one of their records names exactly this version as the fix. */
export function findConflicts(
  { scheme, installed, parsed: version }: VersionAxis,
  tested: readonly TestedEntry[],
  own: readonly PackageMatch[],
): readonly string[] {
  const affected = new Set(own.filter(({ state }) => state === 'affected').map(({ groupId }) => groupId));
  if (version === undefined) return [];
  const conflicts = new Set<string>();
  for (const { candidate, testedVersion } of tested) {
    if (testedVersion !== installed || !affected.has(candidate.groupId)) continue;
    const bounds = boundsOf(scheme, candidate.entry.windows);
    if (bounds.some(({ fixed }) => fixed !== undefined && scheme.compare(fixed, version) === 0))
      conflicts.add(candidate.groupId);
  }
  return [...conflicts].toSorted();
}

/**
 * Returns the lowest version in which one of the vulnerabilities was introduced; undefined if one was always there, or it is
 * unknown.
 */
export function findIntroducedVersion(
  { scheme, installed }: VersionAxis,
  tested: readonly TestedEntry[],
): string | undefined {
  let lowest: { readonly text: string; readonly version: object } | undefined;
  for (const { testedVersion, outcome, window } of tested) {
    if (outcome !== 'affected') continue;
    const text = testedVersion === installed ? window?.introduced : undefined;
    const version = text === undefined ? undefined : scheme.parse(text);
    if (text === undefined || version === undefined) return undefined;
    const order = lowest === undefined ? -1 : scheme.compare(version, lowest.version);
    if (order < 0 || (order === 0 && text < (lowest?.text ?? ''))) lowest = { text, version };
  }
  return lowest?.text;
}

const LAST_KNOWN = /^<= (.+)$/s;

/** Returns the highest last affected version of the records that affect the installed version and have no fix. */
export function findLastAffectedVersion(
  { scheme, installed }: VersionAxis,
  tested: readonly TestedEntry[],
): string | undefined {
  let highest: { readonly text: string; readonly version: object } | undefined;
  for (const { candidate, testedVersion, outcome, window } of tested) {
    if (testedVersion !== installed || outcome !== 'affected' || window === undefined || window.fixed !== undefined)
      continue;
    const text = window.lastAffected ?? LAST_KNOWN.exec(candidate.entry.lastKnownAffected ?? '')?.[1];
    const version = text === undefined ? undefined : scheme.parse(text);
    if (text === undefined || version === undefined) continue;
    const order = highest === undefined ? 1 : scheme.compare(version, highest.version);
    if (order > 0 || (order === 0 && text < (highest?.text ?? ''))) highest = { text, version };
  }
  return highest?.text;
}
