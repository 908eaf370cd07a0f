/** How much of what a document lists was checked. Part of every result: zero findings mean nothing without it. */

export interface Coverage {
  readonly components: number;
  readonly checked: number;
  readonly notChecked: readonly { readonly reason: string; readonly count: number }[];
}

/** From how many components have each reason; null counts those that were checked. The most frequent reason comes first. */
export function toCoverage(counts: ReadonlyMap<string | null, number>): Coverage {
  const notChecked = [...counts].flatMap(([reason, count]) => (reason === null ? [] : [{ reason, count }]));
  const checked = counts.get(null) ?? 0;
  return {
    components: notChecked.reduce((sum, { count }) => sum + count, checked),
    checked,
    notChecked: notChecked.toSorted((a, b) => b.count - a.count || (a.reason < b.reason ? -1 : 1)),
  };
}
