import { describe, expect, it } from 'vitest';
import { describeChange, describeDelta } from './analysis-text.ts';

describe('describeDelta', () => {
  it.each([
    [{ introduced: 4, resolved: 2, changed: 0, unchanged: 9 }, '4 new findings, 2 fixed.'],
    [{ introduced: 1, resolved: 0, changed: 1_200, unchanged: 9 }, '1 new finding, 1,200 changed.'],
    [{ introduced: 0, resolved: 0, changed: 0, unchanged: 9 }, 'No changes.'],
  ])('describes %j as "%s"', (delta, text) => {
    expect(describeDelta(delta)).toBe(text);
  });
});

describe('describeChange', () => {
  it.each([
    [3, 6, '3 fewer than 1.12.0'],
    [9, 1, '8 more than 1.12.0'],
    [2, 2, 'same as 1.12.0'],
  ])('describes %i compared with %i as "%s"', (count, before, text) => {
    expect(describeChange(count, before, '1.12.0')).toBe(text);
  });
});
