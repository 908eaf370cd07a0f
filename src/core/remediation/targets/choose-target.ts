/**
 * ENTRY. Chooses the version that fixes a package. Fixes of single advisories are not sufficient: even the highest of all fixes
 * may be inside the range of another advisory. So the matcher judges every candidate with all advisories of the package.
 */
import { rankOf } from '../../advisory/severity/severity-rank.ts';
import type { CandidateEntry, PackageMatch, PackageVersion, TestedEntry } from '../../match/match.ts';
import { matchTestedEntries, testEntries } from '../../match/match-package.ts';
import { findVersionAxis, type VersionAxis } from './at-version.ts';
import { findCandidates, type CandidateList, type FurtherVersions, type JudgedPackage } from './candidates.ts';
import { distanceOf, isWithin } from './compatibility.ts';
import { listAffectingGroups, memoizeMatches, createCandidateView, type CandidateView } from './judge-candidates.ts';
import type { FactsOf, MinAtOrAbove, Target, TargetAnswer, Alternative } from './target.ts';
import { createTargetFactory } from './to-target.ts';
import type { DistanceLimit, Strategy } from '../../vocabulary/remediation.ts';
import type { Severity } from '../../vocabulary/severity.ts';
import { boundsOf } from '../../versions/version-window.ts';

export interface TargetQuestion {
  readonly package: PackageVersion;
  /** All advisory entries under the keys of the package, without withdrawn ones. */
  readonly entries: readonly CandidateEntry[];
  readonly factsOf: FactsOf;
  readonly strategy?: Strategy;
  readonly maxDistance?: DistanceLimit;
  readonly further?: FurtherVersions;
}

export function chooseTarget(question: TargetQuestion): TargetAnswer {
  const { package: packageVersion, entries, further = {} } = question;
  const tested = testEntries(packageVersion, entries);
  const axis = findVersionAxis(tested);
  const own = matchTestedEntries(packageVersion, tested);
  const affecting = listAffectingGroups(own);
  const replaced = axis?.installed;
  if (axis === undefined || affecting.length === 0) return { ...NOTHING, replaced, outcome: 'not_needed' };

  const known = {
    replaced,
    own,
    affecting,
    unassessed: own.filter(({ state }) => state === 'cannot_assess').map(({ groupId }) => groupId),
    conflicts: findConflicts(axis, tested, own),
    above: findLastAffectedVersion(axis, tested),
    introducedAt: findIntroducedVersion(axis, tested),
  };
  if (axis.parsed === undefined) return { ...NOTHING, ...known, outcome: 'cannot_assess' };

  const matchesAt = memoizeMatches({ package: packageVersion, axis, entries });
  const judgedWith = (versions: FurtherVersions): { list: CandidateList; judged: JudgedPackage } => {
    const list = findCandidates(packageVersion, axis, tested, versions);
    const candidates = list.candidates.filter(({ version }) =>
      isWithin(distanceOf(packageVersion.identity, axis.installed, version), question.maxDistance),
    );
    return { list, judged: { package: packageVersion, axis, entries, tested, candidates, matchesAt } };
  };
  // An upload must not lead others to a version that does not exist: versions that were only seen count only if no other is
  // clean.
  const { seen = [], ...trusted } = further;
  let { list, judged } = judgedWith(trusted);
  let view = createCandidateView(judged, affecting, question.factsOf);
  if (seen.length > 0 && view.findFirst((each) => each.affecting.length === 0) === undefined) {
    ({ list, judged } = judgedWith(further));
    view = createCandidateView(judged, affecting, question.factsOf);
  }
  const { below, skipped, isTruncated } = list;
  return { ...chooseFrom(question, own, judged, view), ...known, below, skipped, isTruncated };
}

type FromCandidates = Pick<
  TargetAnswer,
  'outcome' | 'best' | 'minClean' | 'minSameMajor' | 'minAtOrAbove' | 'minCleanRelevant' | 'alternatives'
>;

function chooseFrom(
  question: TargetQuestion,
  own: readonly PackageMatch[],
  judged: JudgedPackage,
  view: CandidateView,
): FromCandidates {
  const toTarget = createTargetFactory(judged, own, question.factsOf);
  const isClean = ({ affecting }: { readonly affecting: readonly string[] }): boolean => affecting.length === 0;
  const { factsOf, strategy = 'lowest' } = question;
  const minClean = view.findFirst(isClean);
  const minSameMajor = view.findFirst((each) => each.isOnLine && isClean(each));
  const minCleanRelevant = view.findFirst(({ affecting }) => affecting.every((id) => !factsOf(id).isRelevant));
  const highest = view.findLast((each) => each.isOnLine && isClean(each)) ?? view.findLast(isClean);
  const clean = strategy === 'highest' ? highest : minClean;
  const best = toTarget(clean ?? view.findLeastRisk(() => true));
  const minAtOrAbove = findAtOrAbove(view, factsOf, toTarget);
  const found = {
    best,
    minClean: toTarget(minClean),
    minSameMajor: toTarget(minSameMajor),
    minAtOrAbove,
    minCleanRelevant: toTarget(minCleanRelevant),
  };
  return {
    outcome: outcomeOf(best),
    ...found,
    alternatives: findAlternatives(judged, found, {
      onLine: minSameMajor === undefined ? toTarget(view.findLeastRisk(({ isOnLine }) => isOnLine)) : undefined,
      highestClean: toTarget(view.findLast(isClean)),
    }),
  };
}

function outcomeOf(best: Target | undefined): TargetAnswer['outcome'] {
  if (best === undefined) return 'none';
  return best.isClean ? 'clean' : 'reduces';
}

function findAtOrAbove(
  view: CandidateView,
  factsOf: FactsOf,
  toTarget: ReturnType<typeof createTargetFactory>,
): MinAtOrAbove {
  const isAtLeast = (groupId: string, least: Severity): boolean => {
    const { severity } = factsOf(groupId);
    return severity === 'unknown' || rankOf(severity) >= rankOf(least);
  };
  const find = (least: Severity): Target | undefined =>
    toTarget(view.findFirst(({ affecting }) => !affecting.some((groupId) => isAtLeast(groupId, least))));
  return { critical: find('critical'), high: find('high'), medium: find('medium'), low: find('low') };
}

const NOTHING: Omit<TargetAnswer, 'outcome' | 'replaced'> = {
  best: undefined,
  minClean: undefined,
  minSameMajor: undefined,
  minCleanRelevant: undefined,
  above: undefined,
  introducedAt: undefined,
  minAtOrAbove: { critical: undefined, high: undefined, medium: undefined, low: undefined },
  alternatives: [],
  own: [],
  affecting: [],
  unassessed: [],
  conflicts: [],
  below: [],
  skipped: [],
  isTruncated: false,
};

interface FurtherTargets {
  /** Least risk on the installed line; only if that line has no clean version. */
  readonly onLine: Target | undefined;
  readonly highestClean: Target | undefined;
}

/** Finds alternatives to the best target, each only if it differs: nearer versions that fix less, and the newest clean one. */
function findAlternatives(
  { axis: { scheme } }: JudgedPackage,
  { best, minAtOrAbove, minCleanRelevant }: Pick<TargetAnswer, 'best' | 'minAtOrAbove' | 'minCleanRelevant'>,
  { onLine, highestClean }: FurtherTargets,
): readonly Alternative[] {
  const isNearer = (target: Target): boolean => {
    if (best === undefined) return true;
    const [a, b] = [scheme.parse(target.version), scheme.parse(best.version)];
    return a !== undefined && b !== undefined && scheme.compare(a, b) < 0;
  };
  const all: Alternative[] = [];
  const add = (kind: Alternative['kind'], target: Target | undefined): void => {
    if (target === undefined || target.version === best?.version) return;
    if (!all.some((each) => each.target.version === target.version)) all.push({ kind, target });
  };
  add('reduces_on_line', onLine);
  const high = minAtOrAbove.high;
  if (high !== undefined && isNearer(high) && high.fixes.length > 0) add('clears_high', high);
  if (minCleanRelevant !== undefined && isNearer(minCleanRelevant)) add('clean_relevant', minCleanRelevant);
  add('highest_clean', highestClean);
  return all;
}

/** Groups that affect the installed version although one of their records names exactly this version as the fix. */
function findConflicts(
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
function findIntroducedVersion({ scheme, installed }: VersionAxis, tested: readonly TestedEntry[]): string | undefined {
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
function findLastAffectedVersion(
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
