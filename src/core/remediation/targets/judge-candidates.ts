/**
 * Judges each candidate with the same matcher that detects findings. With few advisories, every candidate is matched lazily; with
 * thousands, each vulnerability is tested once between two of its bounds.
 */
import type { PackageMatch } from '../../match/match.ts';
import { matchPackage } from '../../match/match-package.ts';
import { atVersion } from './at-version.ts';
import type { JudgedPackage, CandidateJudge, MatchesAt, Candidate } from './candidates.ts';
import { sweepCandidates } from './sweep-candidates.ts';
import { compareDistances, distanceOf, lineOf } from './compatibility.ts';
import { sumTenths, type FactsOf } from './target.ts';
import type { Distance } from '../../vocabulary/remediation.ts';

/** Entries times candidates. Below this, matching candidates one by one until one is clean is not slower. */
const SWEEP_FROM = 2_000;

function judgeCandidates(judged: JudgedPackage): CandidateJudge {
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

type FindCandidate = (isWanted: (candidate: JudgedCandidate) => boolean) => number | undefined;

/** A view of the candidates: in order, judged lazily, and weighed by risk. */
export interface CandidateView {
  readonly findFirst: FindCandidate;
  readonly findLast: FindCandidate;
  /**
   * Returns the candidate with the least remaining risk, then the nearest; undefined: none has less risk than the installed
   * version.
   */
  readonly findLeastRisk: FindCandidate;
}

export function createCandidateView(
  judged: JudgedPackage,
  affecting: readonly string[],
  factsOf: FactsOf,
): CandidateView {
  const {
    package: { identity },
    axis,
    candidates,
  } = judged;
  const judge = judgeCandidates(judged);
  const line = lineOf(identity, axis.installed);
  const isOnLine = ({ version }: Candidate): boolean => line !== undefined && lineOf(identity, version) === line;
  const seen = candidates.map((candidate, index) => new JudgedCandidate(index, isOnLine(candidate), judge));
  const distanceAt = (index: number): Distance =>
    distanceOf(identity, axis.installed, candidates[index]?.version ?? '');
  return {
    findFirst: (isWanted) => seen.find(isWanted)?.index,
    findLast: (isWanted) => seen.findLast(isWanted)?.index,
    findLeastRisk: (isWanted) => {
      let least: { readonly index: number; readonly risk: number } | undefined;
      const installedRisk = riskOf(affecting, factsOf);
      for (const each of seen) {
        if (!isWanted(each)) continue;
        const { index } = each;
        const risk = riskOf(each.affecting, factsOf);
        if (risk >= installedRisk) continue;
        const isBetter =
          least === undefined ||
          risk < least.risk ||
          (risk === least.risk && compareDistances(distanceAt(index), distanceAt(least.index)) < 0);
        if (isBetter) least = { index, risk };
      }
      return least?.index;
    },
  };
}

/** Judging costs far more than finding the line, so it is done lazily. */
class JudgedCandidate {
  readonly index: number;
  readonly isOnLine: boolean;
  readonly #judge: CandidateJudge;

  constructor(index: number, isOnLine: boolean, judge: CandidateJudge) {
    this.index = index;
    this.isOnLine = isOnLine;
    this.#judge = judge;
  }

  get affecting(): readonly string[] {
    return this.#judge(this.index);
  }
}

export function riskOf(groupIds: readonly string[], factsOf: FactsOf): number {
  return sumTenths(groupIds.map(factsOf)) / 10;
}
