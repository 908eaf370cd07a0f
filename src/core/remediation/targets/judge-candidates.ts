/**
 * What would be wrong with each candidate, said by the matcher that finds. Where the package has few advisories every candidate is
 * matched when somebody asks for it; where it has thousands, a vulnerability is tested once between two of its bounds.
 */
import type { PackageMatch } from '../../match/match.ts';
import { matchPackage } from '../../match/match-package.ts';
import { atVersion } from './at-version.ts';
import type { JudgedPackage, Judgments, MatchesAt } from './judged-package.ts';
import { sweepCandidates } from './sweep-candidates.ts';

/** In entries times candidates: below, matching candidate by candidate until one is clean takes no longer. */
const SWEEP_FROM = 2_000;

export function judgeCandidates(judged: JudgedPackage): Judgments {
  const isLarge = judged.candidates.length * judged.entries.length > SWEEP_FROM;
  // The stream of a module build is derived from all entries of the package, so its vulnerabilities cannot be tested one by one.
  const isModular = judged.package.identity.module !== undefined;
  return remember(isLarge && !isModular ? sweepCandidates(judged) : matchEach(judged));
}

/** The plain way: the whole matcher for each of them. */
export function matchEach({ candidates, ...judged }: JudgedPackage): Judgments {
  const { matchesAt = rememberMatches(judged) } = judged;
  return (index) => {
    const version = candidates[index]?.version;
    return version === undefined ? [] : affectingIn(matchesAt(version));
  };
}

export function rememberMatches({
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

export function affectingIn(matches: readonly PackageMatch[]): readonly string[] {
  return matches.filter(({ state }) => state !== 'not_affected').map(({ groupId }) => groupId);
}

function remember(judge: Judgments): Judgments {
  const known = new Map<number, readonly string[]>();
  return (index) => {
    const found = known.get(index) ?? judge(index);
    known.set(index, found);
    return found;
  };
}
