import { describe, expect, it } from 'vitest';
import { countOf, formatCount, formatShare, formatChange, formatBytes } from './counts.ts';

describe('countOf', () => {
  it.each([
    [0, '0 findings'],
    [1, '1 finding'],
    [2, '2 findings'],
    [1_204, '1,204 findings'],
  ])('formats %i as "%s"', (count, text) => {
    expect(countOf(count, 'finding')).toBe(text);
  });

  it('accepts an irregular plural', () => {
    expect(countOf(2, 'analysis', 'analyses')).toBe('2 analyses');
  });
});

describe('formatCount', () => {
  it('separates thousands', () => {
    expect(formatCount(1_234_567)).toBe('1,234,567');
  });
});

describe('formatChange', () => {
  it.each([
    [0, 'same'],
    [8, '+8'],
    [-1_204, '−1,204'],
  ])('formats %i as %s', (difference, expected) => {
    expect(formatChange(difference)).toBe(expected);
  });
});

describe('formatShare', () => {
  it.each([
    [10, 16, '63 %'],
    [4, 4, '100 %'],
    [9_999, 10_000, '99 %'],
    [0, 0, '–'],
  ])('formats %i of %i as %s', (part, whole, expected) => {
    expect(formatShare(part, whole)).toBe(expected);
  });
});

describe('formatBytes', () => {
  it.each([
    [0, '0 B'],
    [812, '812 B'],
    [1_400, '1.4 kB'],
    [250_000, '250 kB'],
    [1_400_000, '1.4 MB'],
    [2_000_000_000_000, '2000 GB'],
  ])('formats %i as %s', (bytes, text) => {
    expect(formatBytes(bytes)).toBe(text);
  });
});
