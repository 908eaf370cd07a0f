import { describe, expect, it } from 'vitest';
import { countMovedFindings, listMovedFindings, type FindingRating } from './moved-findings.ts';

const RELEVANT: FindingRating = { status: 'relevant', band: 'P1' };
const LOWERED: FindingRating = { status: 'deprioritized', band: 'P2' };
const FILTERED: FindingRating = { status: 'not_relevant', band: 'P4' };

describe('listMovedFindings and countMoved', () => {
  it.each([
    ['lowered', RELEVANT, LOWERED],
    ['filtered', RELEVANT, FILTERED],
    ['filtered', LOWERED, FILTERED],
    ['raised', FILTERED, LOWERED],
    ['raised', LOWERED, RELEVANT],
    ['bandChanged', RELEVANT, { ...RELEVANT, band: 'P0' }],
  ] as const)('counts a change as %s', (kind, from, to) => {
    const counts = countMovedFindings(listMovedFindings(new Map([['a', from]]), new Map([['a', to]])));

    expect(counts).toMatchObject({ [kind]: 1, total: 1 });
  });

  it('ignores findings that do not change or are missing on one side', () => {
    const before = new Map([['a', RELEVANT] as const, ['b', LOWERED] as const]);

    expect(listMovedFindings(before, new Map([['a', RELEVANT]]))).toEqual([]);
  });
});
