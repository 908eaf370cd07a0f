/**
 * Fast path for a package with thousands of advisories, such as a kernel, with the same results. The result for one vulnerability
 * changes only at a bound, so the matcher runs once for each range of candidates between two bounds. If the result depends on
 * more than bounds (names of builds, commits of Go, tags), every candidate is matched.
 */
import type { AffectedEntry } from '../../advisory/advisory.ts';
import type { CandidateEntry, PackageVersion, TestedEntry } from '../../match/match.ts';
import { matchPackage } from '../../match/match-package.ts';
import { matcherFor } from '../../match/matchers.ts';
import { findWindow } from '../../versions/version-window.ts';
import { compareWithListed } from '../../versions/listed-versions.ts';
import { schemeFor } from '../../versions/schemes/scheme-for.ts';
import type { VersionScheme } from '../../versions/version-scheme.ts';
import { atVersion } from './at-version.ts';
import type { Candidate, JudgedPackage, CandidateJudge } from './candidates.ts';

interface IndexRange {
  readonly from: number;
  /** Exclusive. */
  readonly to: number;
}

export function sweepCandidates(judged: JudgedPackage): CandidateJudge {
  const { package: packageVersion, axis, entries, tested, candidates } = judged;
  const packages = candidates.map(({ version }) => atVersion(packageVersion, axis.installed, version));
  const cutsOf = createCutFinder(axis.scheme, candidates);
  const testedByGroup = Map.groupBy(tested, ({ candidate }) => candidate.groupId);
  // Which alternative names of a language package count depends on all groups, so entries that the matcher has excluded stay
  // excluded.
  const isLanguage = matcherFor(packageVersion.identity.family)?.id === 'language';
  const considered = isLanguage ? tested.map(({ candidate }) => candidate) : entries;
  const affecting: [groupId: string, stretches: readonly IndexRange[]][] = [];
  for (const [groupId, ofGroup] of Map.groupBy(considered, (each) => each.groupId)) {
    const testedOfGroup = testedByGroup.get(groupId) ?? [];
    const cuts = isDecidedByOrder(judged, ofGroup, testedOfGroup)
      ? findCuts(cutsOf, testedOfGroup, candidates.length)
      : candidates.map((_, index) => index);
    const stretches = findAffecting(packages, ofGroup, cuts);
    if (stretches.length > 0) affecting.push([groupId, stretches]);
  }
  const sorted = affecting.toSorted(([a], [b]) => (a < b ? -1 : 1));
  return (index) =>
    sorted
      .filter(([, stretches]) => stretches.some(({ from, to }) => from <= index && index < to))
      .map(([groupId]) => groupId);
}

/** Returns whether the results of a group depend only on the version order. */
function isDecidedByOrder(
  { axis, package: { identity } }: JudgedPackage,
  ofGroup: readonly CandidateEntry[],
  tested: readonly TestedEntry[],
): boolean {
  const isPlain = ofGroup.every(
    ({ entry: { customWindows, channel, commits } }) =>
      customWindows === undefined && commits === undefined && (channel === undefined || identity.family !== 'Red Hat'),
  );
  if (!isPlain) return false;
  const isOnAxis = tested.every(
    ({ testedVersion, order, candidate }) =>
      testedVersion === axis.installed && (order ?? schemeFor(candidate.entry.scheme)) === axis.scheme,
  );
  // If an update has several builds, the matcher decides between them.
  const updates = new Set(
    tested.map(({ candidate: { recordId, entry }, via }) => `${recordId} ${via} ${entry.channel ?? ''}`),
  );
  const isSettled = axis.scheme.id !== 'rpm' || (updates.size === tested.length && tested.length === ofGroup.length);
  return isOnAxis && isSettled;
}

/** Maps the text of a bound to the indexes at which a comparison with it changes its sign. Many records share bounds. */
type CutsOf = (bound: string) => readonly number[];

function createCutFinder(scheme: VersionScheme, candidates: readonly Candidate[]): CutsOf {
  const known = new Map<string, readonly number[]>();
  const find = (text: string): readonly number[] => {
    const bound = scheme.parse(text);
    if (bound === undefined) return [];
    const compare = (version: object): number => scheme.compare(version, bound);
    const compareListed = (version: object): number => compareWithListed(scheme, version, bound);
    return [compare, compareListed].flatMap((sign) => [
      findFirst(candidates, (version) => sign(version) >= 0),
      findFirst(candidates, (version) => sign(version) > 0),
    ]);
  };
  return (text) => {
    const cuts = known.get(text) ?? find(text);
    known.set(text, cuts);
    return cuts;
  };
}

/** Returns the sorted start indexes of the ranges; zero is always included. */
function findCuts(cutsOf: CutsOf, tested: readonly TestedEntry[], count: number): number[] {
  const cuts = new Set([0]);
  for (const { candidate } of tested) {
    for (const bound of listBounds(candidate)) for (const cut of cutsOf(bound)) cuts.add(cut);
  }
  return [...cuts].filter((cut) => cut < count).toSorted((a, b) => a - b);
}

const LAST_KNOWN = /^<=? (.+)$/s;

function* listBounds(candidate: CandidateEntry): Iterable<string> {
  const { entry } = candidate;
  for (const { introduced, fixed, lastAffected } of entry.windows) {
    for (const bound of [introduced, fixed, lastAffected]) if (bound !== undefined) yield bound;
  }
  const [, lastKnown] = LAST_KNOWN.exec(entry.lastKnownAffected ?? '') ?? [];
  if (lastKnown !== undefined) yield lastKnown;
  yield* listDecidingVersions(candidate);
}

// Released together with the entry.
const deciding = new WeakMap<AffectedEntry, readonly string[]>();

/**
 * Returns the listed versions outside all windows: a listed version inside a window changes nothing, because its neighbors are
 * affected as well.
 */
function listDecidingVersions({ entry, class: recordClass }: CandidateEntry): readonly string[] {
  if (entry.lastKnownAffected !== undefined || recordClass === 'malicious') return entry.versions;
  const known = deciding.get(entry);
  if (known !== undefined) return known;
  const scheme = schemeFor(entry.scheme);
  const outside = entry.versions.filter((text) => {
    const version = scheme.parse(text);
    return version !== undefined && findWindow(scheme, entry.windows, version) === undefined;
  });
  deciding.set(entry, outside);
  return outside;
}

/** Binary search: candidates are sorted, so the results are first all false, then all true. */
function findFirst(candidates: readonly Candidate[], isReached: (version: object) => boolean): number {
  let before = 0;
  let reached = candidates.length;
  while (before < reached) {
    const middle = (before + reached) >>> 1;
    const parsed = candidates[middle]?.parsed;
    if (parsed !== undefined && isReached(parsed)) reached = middle;
    else before = middle + 1;
  }
  return reached;
}

function findAffecting(
  packages: readonly PackageVersion[],
  ofGroup: readonly CandidateEntry[],
  cuts: readonly number[],
): readonly IndexRange[] {
  const stretches: IndexRange[] = [];
  for (const [at, from] of cuts.entries()) {
    const packageVersion = packages[from];
    if (packageVersion === undefined) continue;
    const isAffected = matchPackage(packageVersion, ofGroup).some(({ state }) => state !== 'not_affected');
    if (isAffected) stretches.push({ from, to: cuts[at + 1] ?? packages.length });
  }
  return stretches;
}
