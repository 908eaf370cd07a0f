import { describe, expect, it } from 'vitest';
import { aFinding, aReason } from '../../test/support/wire-answers.ts';
import { describeOrigin, describeStatus, toDueWords } from './finding-words.ts';

const NOW_MS = Date.parse('2026-11-15T12:00:00Z');

describe('toDueWords', () => {
  it.each([
    [null, undefined],
    ['nonsense', undefined],
    ['2026-12-15', undefined],
    ['2026-11-20', 'due in 5 days'],
    ['2026-11-16', 'due in 1 day'],
    ['2026-11-15', 'due today'],
    ['2026-01-01', 'overdue'],
  ])('of %s is %s', (date, words) => {
    expect(toDueWords(date, NOW_MS)).toBe(words);
  });
});

describe('describeOrigin', () => {
  it.each([
    [true, 'Direct'],
    [false, 'Transitive'],
    [null, 'Listed only'],
  ])('of direct %s is %s', (direct, words) => {
    expect(describeOrigin({ direct })).toBe(words);
  });
});

describe('describeStatus', () => {
  const reasons = [aReason({ text: 'Why.' })];

  it.each([
    ['open', 'relevant', 'Open', undefined],
    ['open', 'deprioritized', 'Lower priority', 'Why.'],
    ['open', 'not_relevant', 'Filtered', 'Why.'],
    ['resolved', 'relevant', 'Resolved', undefined],
    ['retracted', 'not_relevant', 'Retracted by the source', undefined],
  ] as const)('of %s and %s is %s', (state, status, text, why) => {
    expect(describeStatus(aFinding(1, { state, relevance: { status, reasons } }))).toEqual({ text, why });
  });
});
