/**
 * From a candidate to a target. The whole matcher is asked for it, so that what is recommended was judged exactly as detection
 * will judge it.
 */
import { compareConfidence, confidenceOf } from '../../match/confidence.ts';
import type { Confidence, PackageMatch } from '../../match/match.ts';
import { riskOf } from './candidate-view.ts';
import { breakingOf } from './compatibility-line.ts';
import { distanceOf } from './distance.ts';
import { affectingIn, rememberMatches } from './judge-candidates.ts';
import type { JudgedPackage } from './judged-package.ts';
import type { FactsOf, Target } from './target.ts';

export type TargetMaker = (index: number | undefined) => Target | undefined;

/** By the index of the candidate; made once each. `own` is what the matcher says of the installed version. */
export function createTargetMaker(judged: JudgedPackage, own: readonly PackageMatch[], factsOf: FactsOf): TargetMaker {
  const made = new Map<number, Target>();
  return (index) => {
    const candidate = index === undefined ? undefined : judged.candidates[index];
    if (index === undefined || candidate === undefined) return undefined;
    const target = made.get(index) ?? toTarget(judged, candidate, own, factsOf);
    made.set(index, target);
    return target;
  };
}

/** What is known of the version itself; a version that nobody proposed is judged all the same. */
export type TargetVersion = Pick<Target, 'version' | 'sources' | 'verifiedExists' | 'seenIn'>;

export function toTarget(
  judged: Pick<JudgedPackage, 'package' | 'axis' | 'entries' | 'matchesAt'>,
  { version, sources, verifiedExists, seenIn }: TargetVersion,
  own: readonly PackageMatch[],
  factsOf: FactsOf,
): Target {
  const { package: packageVersion, axis, matchesAt = rememberMatches(judged) } = judged;
  const { identity } = packageVersion;
  const there = matchesAt(version);
  const remaining = affectingIn(there);
  const isRemaining = new Set(remaining);
  const isOwn = new Set(affectingIn(own));
  const fixes = own.filter(({ groupId, state }) => state === 'affected' && !isRemaining.has(groupId));
  const breaking = breakingOf(identity, axis.installed, version);
  return {
    ...{ version, sources, verifiedExists, seenIn },
    fixes: fixes.map(({ groupId }) => groupId),
    remaining,
    introduces: remaining.filter((groupId) => !isOwn.has(groupId)),
    isClean: remaining.length === 0,
    risk: riskOf(remaining, factsOf),
    distance: distanceOf(identity, axis.installed, version),
    breaking,
    isOnLine: breaking === 'none',
    confidence: leastSure(packageVersion.assumptions, fixes, there),
  };
}

/** Of the answers that let something end; where the matcher is silent, only the identity may be in doubt. */
function leastSure(
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
