/** A page of a list: the requested range, and the total number of items. */

export interface PageRequest {
  readonly limit: number;
  readonly offset: number;
}

export interface Page<Item> {
  readonly items: readonly Item[];
  readonly total: number;
}

/** A page of rows that all contain the total. */
export function toPage<Row extends { readonly total: number }, Item>(
  rows: readonly Row[],
  toItem: (row: Omit<Row, 'total'>) => Item,
): Page<Item> {
  const items = rows.map((each) => {
    const { total: _, ...row } = each;
    return toItem(row);
  });
  return { total: rows[0]?.total ?? 0, items };
}
