/** How many findings a change of a profile would move, and where to. Which finding is which is the caller's business. */

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
  /** Would become `deprioritized`, and were relevant. */
  readonly lowered: number;
  /** Would become `not_relevant`. */
  readonly filtered: number;
  /** Would become more relevant than they are. */
  readonly raised: number;
  /** Only the band would change. */
  readonly rebanded: number;
  readonly total: number;
}

/** In the order of `before`. What is missing on one side was not looked at. */
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
