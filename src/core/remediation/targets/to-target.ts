/**
 * Converts a candidate to a target. It runs the whole matcher, so that a recommended version is judged exactly as detection will
 * judge it.
 */
import { compareConfidence, confidenceOf } from '../../match/confidence.ts';
import type { PackageMatch } from '../../match/match.ts';
import { riskOf } from './candidate-view.ts';
import { breakingOf } from './compatibility/compatibility-line.ts';
import { distanceOf } from './compatibility/distance.ts';
import { listAffectingGroups, memoizeMatches } from './judge-candidates.ts';
import type { JudgedPackage } from './judged-package.ts';
import type { FactsOf, Target } from './target.ts';
import type { Confidence } from '../../vocabulary/finding.ts';

export type TargetFactory = (index: number | undefined) => Target | undefined;

/** Takes the index of the candidate and caches the result. `own` are the matches of the installed version. */
export function createTargetFactory(
  judged: JudgedPackage,
  own: readonly PackageMatch[],
  factsOf: FactsOf,
): TargetFactory {
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
export type TargetVersion = Pick<Target, 'version' | 'sources' | 'verifiedExists' | 'seenIn'>;

export function toTarget(
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
