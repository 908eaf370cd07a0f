import { describe, expect, it } from 'vitest';
import { FIRST_ROWS, listPages, pageOf, rowsOf, startOf } from './list-pages.ts';

describe('pages of a list', () => {
  it.each([
    { row: 0, page: 0 },
    { row: 49, page: 0 },
    { row: 50, page: 1 },
    { row: 149, page: 1 },
    { row: 150, page: 2 },
    { row: 9_999, page: 100 },
  ])('puts row $row on page $page', ({ row, page }) => {
    expect(pageOf(row)).toBe(page);
  });

  it('puts every row of a page between its first row and the first row of the next page', () => {
    for (const page of [0, 1, 2, 57]) {
      expect([pageOf(startOf(page)), pageOf(startOf(page + 1) - 1)]).toEqual([page, page]);
      expect(startOf(page) + rowsOf(page)).toBe(startOf(page + 1));
    }
  });

  it('loads only the short first page until the list is scrolled, and then pages ahead', () => {
    expect(listPages(FIRST_ROWS)).toEqual([0]);
    expect(listPages({ first: 0, last: 20 })).toEqual([0]);
    expect(listPages({ first: 1, last: 21 })).toEqual([0, 1]);
    expect(listPages({ first: 60, last: 80 })).toEqual([1]);
    expect(listPages({ first: 70, last: 90 })).toEqual([1, 2]);
    expect(listPages({ first: 300, last: 320 })).toEqual([3, 4]);
  });
});
