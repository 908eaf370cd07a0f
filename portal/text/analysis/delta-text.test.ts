import { describe, expect, it } from 'vitest';
import { describeChange, describeDelta } from './delta-text.ts';

describe('describeDelta', () => {
  it.each([
    [{ introduced: 4, resolved: 2, changed: 0, unchanged: 9 }, '4 new findings, 2 resolved.'],
    [{ introduced: 1, resolved: 0, changed: 1_200, unchanged: 9 }, '1 new finding, 1,200 changed.'],
    [{ introduced: 0, resolved: 0, changed: 0, unchanged: 9 }, 'Nothing changed.'],
  ])('describes %j as "%s"', (delta, words) => {
    expect(describeDelta(delta)).toBe(words);
  });
});

describe('describeChange', () => {
  it.each([
    [3, 6, '3 fewer than 1.12.0'],
    [9, 1, '8 more than 1.12.0'],
    [2, 2, 'as in 1.12.0'],
  ])('describes %i compared with %i as "%s"', (count, before, words) => {
    expect(describeChange(count, before, '1.12.0')).toBe(words);
  });
});
