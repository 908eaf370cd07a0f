/**
 * ENTRY. Chooses the version that fixes a package. Fixes of single advisories are not sufficient: even the highest of all fixes
 * may be inside the range of another advisory. So the matcher judges every candidate with all advisories of the package.
 */
import { rankOf } from '../../advisory/severity/severity-rank.ts';
import type { CandidateEntry, PackageMatch, PackageVersion } from '../../match/match.ts';
import { matchTestedEntries, testEntries } from '../../match/match-package.ts';
import { findVersionAxis } from './at-version.ts';
import type { Candidate, FurtherVersions } from './candidate.ts';
import { findCandidates } from './candidates.ts';
import { distanceOf, isWithin } from './compatibility/distance.ts';
import { listAffectingGroups, judgeCandidates, memoizeMatches } from './judge-candidates.ts';
import type { JudgedPackage } from './judged-package.ts';
import { findLastAffectedVersion, findConflicts, findIntroducedVersion } from './record-facts.ts';
import type { FactsOf, MinAtOrAbove, Target, TargetAnswer, Alternative } from './target.ts';
import { createTargetFactory } from './to-target.ts';
import { createCandidateView, type CandidateView } from './candidate-view.ts';
import type { DistanceLimit, Strategy } from '../../vocabulary/remediation.ts';
import type { Severity } from '../../vocabulary/severity.ts';

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
  const judgedWith = (versions: FurtherVersions): Judged => {
    const list = findCandidates(packageVersion, axis, tested, versions);
    const candidates = list.candidates.filter((each) => isNear(question, axis.installed, each));
    return { list, judged: { package: packageVersion, axis, entries, tested, candidates, matchesAt } };
  };
  // An upload must not lead others to a version that does not exist: versions that were only seen count only if no other is
  // clean.
  const { seen = [], ...trusted } = further;
  let { list, judged } = judgedWith(trusted);
  let view = viewOf(question, judged, affecting);
  if (seen.length > 0 && view.findFirst((each) => each.affecting.length === 0) === undefined) {
    ({ list, judged } = judgedWith(further));
    view = viewOf(question, judged, affecting);
  }
  const { below, skipped, isTruncated } = list;
  return { ...chooseFrom(question, own, judged, view), ...known, below, skipped, isTruncated };
}

interface Judged {
  readonly list: ReturnType<typeof findCandidates>;
  readonly judged: JudgedPackage;
}

function isNear(
  { package: { identity }, maxDistance }: TargetQuestion,
  installed: string,
  { version }: Candidate,
): boolean {
  return maxDistance === undefined || isWithin(distanceOf(identity, installed, version), maxDistance);
}

function viewOf(question: TargetQuestion, judged: JudgedPackage, affecting: readonly string[]): CandidateView {
  return createCandidateView(judged, judgeCandidates(judged), { factsOf: question.factsOf, affecting });
}

type FromCandidates = Omit<
  TargetAnswer,
  | 'replaced'
  | 'own'
  | 'affecting'
  | 'unassessed'
  | 'conflicts'
  | 'above'
  | 'introducedAt'
  | 'below'
  | 'skipped'
  | 'isTruncated'
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

// Finds alternatives to the best target, each only if it differs: nearer versions that fix less, and the newest clean one.
interface FurtherTargets {
  /** Least risk on the installed line; only if that line has no clean version. */
  readonly onLine: Target | undefined;
  readonly highestClean: Target | undefined;
}

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
