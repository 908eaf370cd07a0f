/**
 * Converts a candidate to a target. It runs the whole matcher, so that a recommended version is judged exactly as detection will
 * judge it.
 */
import { compareConfidence, confidenceOf } from '../../match/confidence.ts';
import type { PackageMatch } from '../../match/match.ts';
import { riskOf, listAffectingGroups, memoizeMatches } from './judge-candidates.ts';
import { breakingOf, distanceOf } from './compatibility.ts';
import type { Candidate, JudgedPackage } from './candidates.ts';
import type { FactsOf, Target } from './target.ts';
import type { Confidence } from '../../vocabulary/finding.ts';
import { matchTestedEntries, testEntries } from '../../match/match-package.ts';
import { findVersionAxis } from './at-version.ts';

/** Takes the index of the candidate and caches the result. `own` are the matches of the installed version. */
export function createTargetFactory(
  judged: JudgedPackage,
  own: readonly PackageMatch[],
  factsOf: FactsOf,
): (index: number | undefined) => Target | undefined {
  const made = new Map<number, Target>();
  return (index) => {
    const candidate = index === undefined ? undefined : judged.candidates[index];
    if (index === undefined || candidate === undefined) return undefined;
    const target = made.get(index) ?? toTarget(judged, candidate, own, factsOf);
    made.set(index, target);
    return target;
  };
}

/** Facts about the version itself; a version that was not proposed can be judged as well. */
type TargetVersion = Omit<Candidate, 'parsed'>;

function toTarget(
  judged: Pick<JudgedPackage, 'package' | 'axis' | 'entries' | 'matchesAt'>,
  { version, sources, verifiedExists, seenIn }: TargetVersion,
  own: readonly PackageMatch[],
  factsOf: FactsOf,
): Target {
  const { package: packageVersion, axis, matchesAt = memoizeMatches(judged) } = judged;
  const { identity } = packageVersion;
  const there = matchesAt(version);
  const remaining = listAffectingGroups(there);
  const isRemaining = new Set(remaining);
  const isOwn = new Set(listAffectingGroups(own));
  const fixes = own.filter(({ groupId, state }) => state === 'affected' && !isRemaining.has(groupId));
  const breaking = breakingOf(identity, axis.installed, version);
  return {
    version,
    sources,
    verifiedExists,
    seenIn,
    fixes: fixes.map(({ groupId }) => groupId),
    remaining,
    introduces: remaining.filter((groupId) => !isOwn.has(groupId)),
    isClean: remaining.length === 0,
    risk: riskOf(remaining, factsOf),
    distance: distanceOf(identity, axis.installed, version),
    breaking,
    isOnLine: breaking === 'none',
    confidence: findLowestConfidence(packageVersion.assumptions, fixes, there),
  };
}

/** Returns the lowest confidence of the matches behind the fixes; without matches, only the identity may be uncertain. */
function findLowestConfidence(
  assumptions: readonly string[],
  fixes: readonly PackageMatch[],
  there: readonly PackageMatch[],
): Confidence {
  const answers = new Map(there.map(({ groupId, confidence }) => [groupId, confidence]));
  let least = confidenceOf(assumptions);
  for (const { groupId } of fixes) {
    const confidence = answers.get(groupId);
    if (confidence !== undefined && compareConfidence(confidence, least) > 0) least = confidence;
  }
  return least;
}

/**
 * Judges a version that was chosen for another member of the same line. Undefined: nothing is known about the package, or the
 * version is not newer than the installed one.
 */
export function judgeVersion(
  { package: packageVersion, entries }: Pick<JudgedPackage, 'package' | 'entries'>,
  version: TargetVersion,
  factsOf: FactsOf,
): Target | undefined {
  const tested = testEntries(packageVersion, entries);
  const axis = findVersionAxis(tested);
  if (axis === undefined) return undefined;
  const [installed, wanted] = [axis.parsed, axis.scheme.parse(version.version)];
  if (installed === undefined || wanted === undefined || axis.scheme.compare(wanted, installed) <= 0) return undefined;
  return toTarget(
    { package: packageVersion, axis, entries },
    version,
    matchTestedEntries(packageVersion, tested),
    factsOf,
  );
}
