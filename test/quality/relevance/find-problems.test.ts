import { describe, expect, it } from 'vitest';
import type { ReadingReport } from './advisories/score-readings.ts';
import { findProblems } from './find-problems.ts';

const GOOD_ITEMS = {
  items: 10,
  wrongDismissals: { good: 0, all: 4, bound: 0.6, items: [] },
  yieldWithSuggestions: { good: 4, all: 5 },
  calls: { answered: 19, abstained: 0, failed: 1 },
};
const GOOD_READINGS: ReadingReport = {
  advisories: 20,
  failed: 1,
  recall: { good: 3, all: 9 },
  precision: { good: 3, all: 5 },
  silent: { good: 4, all: 8 },
  wrongDismissals: { good: 0, all: 2, bound: 0.8, ids: [] },
  yield: { good: 2, all: 3 },
};

describe('findProblems', () => {
  it('finds none in good figures, and none in what was not evaluated', () => {
    expect(findProblems(GOOD_ITEMS, GOOD_READINGS)).toEqual([]);
    expect(findProblems(null, null)).toEqual([]);
    expect(findProblems({ ...GOOD_ITEMS, items: 0, yieldWithSuggestions: { good: 0, all: 0 } }, null)).toEqual([]);
  });

  it.each([
    [
      'wrong dismissals of items',
      { ...GOOD_ITEMS, wrongDismissals: { good: 1, all: 4, bound: 1, items: ['a'] } },
      null,
    ],
    ['a model that dismisses nothing', { ...GOOD_ITEMS, yieldWithSuggestions: { good: 0, all: 5 } }, null],
    ['calls that failed', { ...GOOD_ITEMS, calls: { answered: 18, abstained: 0, failed: 2 } }, null],
    ['calls that were refused', { ...GOOD_ITEMS, calls: { answered: 18, abstained: 2, failed: 0 } }, null],
    [
      'wrong dismissals of advisories',
      null,
      { ...GOOD_READINGS, wrongDismissals: { good: 1, all: 2, bound: 1, ids: ['a'] } },
    ],
    ['a model that finds nothing', null, { ...GOOD_READINGS, recall: { good: 0, all: 9 } }],
    ['readings that failed', null, { ...GOOD_READINGS, failed: 2 }],
  ])('finds %s', (_, items, readings) => {
    expect(findProblems(items, readings)).toHaveLength(1);
  });
});
