import { describe, expect, it } from 'vitest';
import { countOf, formatCount } from './counts.ts';

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
