/** Pages of a long list. The first one is short, because the time until it is shown is the time that a user waits for a filter. */

const FIRST_PAGE_ROWS = 50;
const PAGE_ROWS = 100;

/** As `cursorPageOffsetMax` of the API. */
export const OFFSET_MAX = 10_000;

/**
 * Rows below the visible ones that are loaded with them: few at the top, for fast first rows, and as soon as the list is scrolled so
 * many that a page arrives before it is visible.
 */
const AHEAD_AT_TOP = 15;
const AHEAD = 0.6 * PAGE_ROWS;

export interface RowRange {
  readonly first: number;
  readonly last: number;
}

/** Before the table has reported which rows are visible. */
export const FIRST_ROWS: RowRange = { first: 0, last: 30 };

export function pageOf(row: number): number {
  return row < FIRST_PAGE_ROWS ? 0 : 1 + Math.floor((row - FIRST_PAGE_ROWS) / PAGE_ROWS);
}

/** The first row of a page. */
export function startOf(page: number): number {
  return page === 0 ? 0 : FIRST_PAGE_ROWS + (page - 1) * PAGE_ROWS;
}

export function rowsOf(page: number): number {
  return startOf(page + 1) - startOf(page);
}

/** The pages to load for the visible rows. */
export function listPages(range: RowRange): number[] {
  const from = pageOf(range.first);
  const to = pageOf(lastToLoad(range));
  return Array.from({ length: to - from + 1 }, (_, index) => from + index);
}

export function lastToLoad({ first, last }: RowRange): number {
  return last + (first === 0 ? AHEAD_AT_TOP : AHEAD);
}
