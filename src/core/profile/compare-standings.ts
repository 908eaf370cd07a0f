/** Counts the findings that a change of a profile would move, by kind of change. The caller knows which findings they are. */

export interface Standing {
  readonly status: 'relevant' | 'deprioritized' | 'not_relevant';
  readonly band: string;
}

export interface Moved {
  readonly key: string;
  readonly from: Standing;
  readonly to: Standing;
}

export interface ImpactCounts {
  /** Relevant findings that would become `deprioritized`. */
  readonly lowered: number;
  /** Findings that would become `not_relevant`. */
  readonly filtered: number;
  /** Findings that would become more relevant. */
  readonly raised: number;
  /** Findings for which only the band would change. */
  readonly rebanded: number;
  readonly total: number;
}

/** In the order of `before`. Findings missing on one side were not evaluated and are skipped. */
export function listMoved(
  before: ReadonlyMap<string, Standing>,
  after: ReadonlyMap<string, Standing>,
): readonly Moved[] {
  const moved: Moved[] = [];
  for (const [key, from] of before) {
    const to = after.get(key);
    if (to !== undefined && (to.status !== from.status || to.band !== from.band)) moved.push({ key, from, to });
  }
  return moved;
}

export function countMoved(moved: readonly Moved[]): ImpactCounts {
  const counts = { lowered: 0, filtered: 0, raised: 0, rebanded: 0 };
  for (const { from, to } of moved) counts[kindOf(from, to)] += 1;
  return { ...counts, total: moved.length };
}

const WEIGHTS = { relevant: 2, deprioritized: 1, not_relevant: 0 } as const;

function kindOf(from: Standing, to: Standing): 'lowered' | 'filtered' | 'raised' | 'rebanded' {
  if (from.status === to.status) return 'rebanded';
  if (WEIGHTS[to.status] > WEIGHTS[from.status]) return 'raised';
  return to.status === 'not_relevant' ? 'filtered' : 'lowered';
}
