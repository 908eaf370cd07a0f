/** Rows of a list of groups, some of which are open: an open group is followed by a row for each of its findings. */

export interface OpenGroup {
  /** Position among the groups. */
  readonly index: number;
  /** Number of its findings. */
  readonly count: number;
}

interface RowPlace {
  readonly group: number;
  /** Position of the finding in its group; undefined for the row of the group. */
  readonly member: number | undefined;
}

/** `open` is sorted by position. */
export function placeOf(row: number, open: readonly OpenGroup[]): RowPlace {
  let above = 0;
  for (const { index, count } of open) {
    const head = index + above;
    if (row <= head) break;
    if (row <= head + count) return { group: index, member: row - head - 1 };
    above += count;
  }
  return { group: row - above, member: undefined };
}

export function rowOf({ group, member }: RowPlace, open: readonly OpenGroup[]): number {
  const above = open.filter(({ index }) => index < group).reduce((sum, { count }) => sum + count, 0);
  return group + above + (member === undefined ? 0 : member + 1);
}

/** The same for stepping from finding to finding: an open group has no row of its own, a closed one stands for its first finding. */
export function findingPlaceOf(step: number, open: readonly OpenGroup[]): RowPlace {
  const { group, member } = placeOf(step, withoutHeads(open));
  const isOpen = open.some(({ index }) => index === group);
  return { group, member: isOpen ? (member ?? -1) + 1 : undefined };
}

export function stepOf({ group, member }: RowPlace, open: readonly OpenGroup[]): number {
  const first = rowOf({ group, member: undefined }, withoutHeads(open));
  return first + (member ?? 0);
}

function withoutHeads(open: readonly OpenGroup[]): readonly OpenGroup[] {
  return open.map(({ index, count }) => ({ index, count: Math.max(0, count - 1) }));
}
