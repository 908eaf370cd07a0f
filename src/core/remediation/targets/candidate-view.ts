/** A view of the candidates: in order, judged lazily, and weighed by risk. */
import type { Candidate } from './candidate.ts';
import { compareDistances, distanceOf } from './compatibility/distance.ts';
import { lineOf } from './compatibility/compatibility-line.ts';
import type { JudgedPackage, CandidateJudge } from './judged-package.ts';
import type { FactsOf } from './target.ts';
import type { Distance } from '../../vocabulary/remediation.ts';

export interface ViewedCandidate {
  readonly index: number;
  readonly isOnLine: boolean;
  readonly affecting: readonly string[];
}

export interface CandidateView {
  readonly findFirst: (isWanted: (candidate: ViewedCandidate) => boolean) => number | undefined;
  readonly findLast: (isWanted: (candidate: ViewedCandidate) => boolean) => number | undefined;
  /**
   * Returns the candidate with the least remaining risk, then the nearest; undefined: none has less risk than the installed
   * version.
   */
  readonly findLeastRisk: (isWanted: (candidate: ViewedCandidate) => boolean) => number | undefined;
}

export function createCandidateView(
  { package: { identity }, axis, candidates }: JudgedPackage,
  judge: CandidateJudge,
  { factsOf, affecting: own }: { readonly factsOf: FactsOf; readonly affecting: readonly string[] },
): CandidateView {
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
      const installedRisk = riskOf(own, factsOf);
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
class JudgedCandidate implements ViewedCandidate {
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

/** Sums in tenths, as risks are stored: a sum of doubles would depend on the order. */
export function riskOf(groupIds: readonly string[], factsOf: FactsOf): number {
  let tenths = 0;
  for (const groupId of groupIds) tenths += Math.round(factsOf(groupId).risk * 10);
  return tenths / 10;
}
