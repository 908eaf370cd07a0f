import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toEpssStep } from './epss-step.ts';

const score = fc.double({ min: 0, max: 1, noNaN: true });

describe('toEpssStep', () => {
  it.each([
    [0, 0],
    [0.00004, 0],
    [0.0001, 0.0001],
    [0.00043, 0.0003],
    [0.0999, 0.07],
    [0.1, 0.1],
    [0.5, 0.5],
    [0.94358, 0.9],
    [1, 0.9],
  ])('maps %s to %s', (given, step) => {
    expect(toEpssStep(given)).toBe(step);
  });

  it('returns the same step for a score and its stored value', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 100_000 }), (n) => {
        expect(toEpssStep(Math.fround(n / 100_000))).toBe(toEpssStep(n / 100_000));
      }),
    );
  });

  it('is monotonic, never above the score, and idempotent', () => {
    fc.assert(
      fc.property(score, score, (a, b) => {
        const [low, high] = [Math.min(a, b), Math.max(a, b)];
        expect(toEpssStep(low)).toBeLessThanOrEqual(toEpssStep(high));
        expect(toEpssStep(a)).toBeLessThanOrEqual(a * (1 + 1e-5));
        expect(toEpssStep(toEpssStep(a))).toBe(toEpssStep(a));
      }),
    );
  });
});
