import { describe, expect, it } from 'vitest';
import { toShare, toSigned } from './count-change.ts';

describe('toSigned', () => {
  it.each([
    [0, 'same'],
    [8, '+8'],
    [-1_204, '−1,204'],
  ])('formats %i as %s', (difference, expected) => {
    expect(toSigned(difference)).toBe(expected);
  });
});

describe('toShare', () => {
  it.each([
    [10, 16, '63 %'],
    [4, 4, '100 %'],
    [9_999, 10_000, '99 %'],
    [0, 0, '–'],
  ])('formats %i of %i as %s', (part, whole, expected) => {
    expect(toShare(part, whole)).toBe(expected);
  });
});
