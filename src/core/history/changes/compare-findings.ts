/**
 * Compares the findings of two publications by finding, not by row: a package that moved from one affected version to another is
 * neither introduced nor resolved. Findings that are not relevant are stored like all others, but they are not reported and not
 * counted.
 */
import { isSameList, uniqueSorted } from '../../collections/text-lists.ts';
import type { VersionFinding } from '../findings/version-findings.ts';

/** One component in which a version has a finding. */
export interface FindingPresence extends Pick<
  VersionFinding,
  'groupId' | 'canonicalId' | 'package' | 'packageName' | 'componentId' | 'relevance'
> {
  readonly findingId: string;
  readonly componentVersion: string | null;
}

/** A finding with all its places; the first one represents it. */
export interface PresentFinding<Place extends FindingPresence = FindingPresence> {
  readonly findingId: string;
  readonly places: readonly [Place, ...Place[]];
  /** True when at least one place is relevant. */
  readonly isShown: boolean;
}

export interface Delta {
  readonly introduced: number;
  readonly resolved: number;
  readonly changed: number;
  readonly unchanged: number;
}

interface FindingDifference<Before extends FindingPresence, After extends FindingPresence> {
  readonly begun: readonly PresentFinding<After>[];
  readonly ended: readonly PresentFinding<Before>[];
  readonly delta: Delta;
}

export function compareFindings<Before extends FindingPresence, After extends FindingPresence>(
  base: readonly Before[],
  now: readonly After[],
): FindingDifference<Before, After> {
  const before = groupByFinding(base);
  const after = groupByFinding(now);
  const begun = [...after.values()].filter(({ findingId }) => !before.has(findingId));
  const ended = [...before.values()].filter(({ findingId }) => !after.has(findingId));
  const stayed = [...after.values()].filter(({ findingId, isShown }) => isShown && before.has(findingId));
  const unchanged = stayed.filter((finding) => isSame(before.get(finding.findingId), finding)).length;
  return {
    begun,
    ended,
    delta: {
      introduced: begun.filter(({ isShown }) => isShown).length,
      resolved: ended.filter(({ isShown }) => isShown).length,
      changed: stayed.length - unchanged,
      unchanged,
    },
  };
}

/** Returns the distinct affected versions of the package, sorted. */
export function versionsOf({ places }: { readonly places: readonly FindingPresence[] }): string[] {
  return uniqueSorted(places.flatMap(({ componentVersion }) => componentVersion ?? []));
}

function isSame(before: PresentFinding | undefined, after: PresentFinding): boolean {
  if (before?.isShown !== true) return false;
  return isSameList(shownVersionsOf(before), shownVersionsOf(after));
}

/** Ignores places that are not relevant: a version change there is not a change of the finding. */
function shownVersionsOf({ places }: PresentFinding): string[] {
  return versionsOf({ places: places.filter(({ relevance }) => relevance !== 'not_relevant') });
}

function groupByFinding<Place extends FindingPresence>(
  places: readonly Place[],
): ReadonlyMap<string, PresentFinding<Place>> {
  const findings = new Map<string, { findingId: string; places: [Place, ...Place[]]; isShown: boolean }>();
  for (const place of places) {
    const known = findings.get(place.findingId);
    const isShown = place.relevance !== 'not_relevant';
    if (known === undefined) {
      findings.set(place.findingId, { findingId: place.findingId, places: [place], isShown });
      continue;
    }
    known.places.push(place);
    known.isShown ||= isShown;
  }
  return findings;
}
