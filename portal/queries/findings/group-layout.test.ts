import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findingPlaceOf, placeOf, rowOf, stepOf, type OpenGroup } from './group-layout.ts';

const OPEN: readonly OpenGroup[] = [
  { index: 1, count: 2 },
  { index: 3, count: 1 },
];

describe('rows of groups', () => {
  it('places the findings of an open group below it', () => {
    expect([0, 1, 2, 3, 4, 5, 6, 7].map((row) => placeOf(row, OPEN))).toEqual([
      { group: 0, member: undefined },
      { group: 1, member: undefined },
      { group: 1, member: 0 },
      { group: 1, member: 1 },
      { group: 2, member: undefined },
      { group: 3, member: undefined },
      { group: 3, member: 0 },
      { group: 4, member: undefined },
    ]);
  });

  it('steps through each finding once', () => {
    expect([0, 1, 2, 3, 4, 5].map((step) => findingPlaceOf(step, OPEN))).toEqual([
      { group: 0, member: undefined },
      { group: 1, member: 0 },
      { group: 1, member: 1 },
      { group: 2, member: undefined },
      { group: 3, member: 0 },
      { group: 4, member: undefined },
    ]);
  });

  it('finds every row and step again', () => {
    const groups = fc.uniqueArray(fc.record({ index: fc.nat(30), count: fc.integer({ min: 1, max: 9 }) }), {
      selector: ({ index }) => index,
    });
    fc.assert(
      fc.property(groups, fc.nat(200), (given, row) => {
        const open = given.toSorted((a, b) => a.index - b.index);
        expect(rowOf(placeOf(row, open), open)).toBe(row);
        expect(stepOf(findingPlaceOf(row, open), open)).toBe(row);
      }),
    );
  });
});
