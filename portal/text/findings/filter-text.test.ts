import { describe, expect, it } from 'vitest';
import { toPercent } from './filter-text.ts';

describe('toPercent', () => {
  it.each([
    [0, '0 %'],
    [0.00042, '< 0.1 %'],
    [0.004, '0.4 %'],
    [0.05, '5 %'],
    [0.975, '98 %'],
  ])('formats %d as %s', (share, text) => {
    expect(toPercent(share)).toBe(text);
  });
});
