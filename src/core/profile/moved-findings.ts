/** Counts the findings that a change of a profile would move, by kind of change. The caller knows which findings they are. */
import { RELEVANCES, type Relevance } from '../vocabulary/relevance.ts';

export interface FindingRating {
  readonly status: Relevance;
  readonly band: string;
}

export interface MovedFinding {
  readonly key: string;
  readonly from: FindingRating;
  readonly to: FindingRating;
}

export interface ImpactCounts {
  /** Relevant findings that would become `deprioritized`. */
  readonly lowered: number;
  /** Findings that would become `not_relevant`. */
  readonly filtered: number;
  /** Findings that would become more relevant. */
  readonly raised: number;
  /** Findings for which only the band would change. */
  readonly bandChanged: number;
  readonly total: number;
}

/** In the order of `before`. Findings missing on one side were not evaluated and are skipped. */
export function listMovedFindings(
  before: ReadonlyMap<string, FindingRating>,
  after: ReadonlyMap<string, FindingRating>,
): readonly MovedFinding[] {
  const moved: MovedFinding[] = [];
  for (const [key, from] of before) {
    const to = after.get(key);
    if (to !== undefined && (to.status !== from.status || to.band !== from.band)) moved.push({ key, from, to });
  }
  return moved;
}

export function countMovedFindings(moved: readonly MovedFinding[]): ImpactCounts {
  const counts = { lowered: 0, filtered: 0, raised: 0, bandChanged: 0 };
  for (const { from, to } of moved) counts[kindOf(from, to)] += 1;
  return { ...counts, total: moved.length };
}

function kindOf(from: FindingRating, to: FindingRating): 'lowered' | 'filtered' | 'raised' | 'bandChanged' {
  if (from.status === to.status) return 'bandChanged';
  if (RELEVANCES.indexOf(to.status) < RELEVANCES.indexOf(from.status)) return 'raised';
  return to.status === 'not_relevant' ? 'filtered' : 'lowered';
}
