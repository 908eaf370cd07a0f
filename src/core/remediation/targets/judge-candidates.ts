/**
 * Judges each candidate with the same matcher that detects findings. With few advisories, every candidate is matched lazily; with
 * thousands, each vulnerability is tested once between two of its bounds.
 */
import type { PackageMatch } from '../../match/match.ts';
import { matchPackage } from '../../match/match-package.ts';
import { atVersion } from './at-version.ts';
import type { JudgedPackage, CandidateJudge, MatchesAt } from './judged-package.ts';
import { sweepCandidates } from './sweep-candidates.ts';

/** Entries times candidates. Below this, matching candidates one by one until one is clean is not slower. */
const SWEEP_FROM = 2_000;

export function judgeCandidates(judged: JudgedPackage): CandidateJudge {
  const isLarge = judged.candidates.length * judged.entries.length > SWEEP_FROM;
  // The stream of a module build is derived from all entries of the package, so its vulnerabilities cannot be tested one by one.
  const isModular = judged.package.identity.module !== undefined;
  return memoize(isLarge && !isModular ? sweepCandidates(judged) : matchEach(judged));
}

/** The simple path: runs the whole matcher for each candidate. */
export function matchEach({ candidates, ...judged }: JudgedPackage): CandidateJudge {
  const { matchesAt = memoizeMatches(judged) } = judged;
  return (index) => {
    const version = candidates[index]?.version;
    return version === undefined ? [] : listAffectingGroups(matchesAt(version));
  };
}

export function memoizeMatches({
  package: packageVersion,
  axis,
  entries,
}: Pick<JudgedPackage, 'package' | 'axis' | 'entries'>): MatchesAt {
  const known = new Map<string, readonly PackageMatch[]>();
  return (version) => {
    const matches = known.get(version) ?? matchPackage(atVersion(packageVersion, axis.installed, version), entries);
    known.set(version, matches);
    return matches;
  };
}

export function listAffectingGroups(matches: readonly PackageMatch[]): readonly string[] {
  return matches.filter(({ state }) => state !== 'not_affected').map(({ groupId }) => groupId);
}

function memoize(judge: CandidateJudge): CandidateJudge {
  const known = new Map<number, readonly string[]>();
  return (index) => {
    const found = known.get(index) ?? judge(index);
    known.set(index, found);
    return found;
  };
}
