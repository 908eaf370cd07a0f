import { describe, expect, it } from 'vitest';
import { describeRange } from './range-text.ts';

describe('describeRange', () => {
  it.each([
    ['>= 2.13.0, < 2.15.0', '2.13.0 up to before 2.15.0'],
    ['>=2.13.0, <=2.15.0', '2.13.0 up to 2.15.0'],
    ['< 1.2.4', 'all before 1.2.4'],
    ['<= 1.2.4', 'all up to 1.2.4'],
    ['>= 1.0', '1.0 and all after it'],
    ['= 1.0', '1.0 alone'],
    ['< 1.0 || >= 2.0, < 2.1', 'all before 1.0, or 2.0 up to before 2.1'],
    ['before 1.2.4', 'before 1.2.4'],
    ['', ''],
    ['>= 1, < 2, < 3', '>= 1, < 2, < 3'],
  ])('describes %s as "%s"', (range, words) => {
    expect(describeRange(range)).toBe(words);
  });
});
