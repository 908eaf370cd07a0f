import { describe, expect, it } from 'vitest';
import { describeRange } from './range-text.ts';

describe('describeRange', () => {
  it.each([
    ['>= 2.13.0, < 2.15.0', 'from 2.13.0 before 2.15.0'],
    ['>=2.13.0, <=2.15.0', 'from 2.13.0 through 2.15.0'],
    ['< 1.2.4', 'before 1.2.4'],
    ['<= 1.2.4', '1.2.4 and earlier'],
    ['>= 1.0', '1.0 and later'],
    ['= 1.0', 'only 1.0'],
    ['< 1.0 || >= 2.0, < 2.1', 'before 1.0, or from 2.0 before 2.1'],
    ['before 1.2.4', 'before 1.2.4'],
    ['', ''],
    ['>= 1, < 2, < 3', '>= 1, < 2, < 3'],
  ])('describes %s as "%s"', (range, text) => {
    expect(describeRange(range)).toBe(text);
  });
});
