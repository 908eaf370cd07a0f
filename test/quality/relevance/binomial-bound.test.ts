import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { boundShare } from './binomial-bound.ts';

describe('upper bound of a share', () => {
  // From the quantiles of the beta distribution with one and n, two and n - 1, ...
  it.each([
    [0, 1, 0.95],
    [0, 10, 0.2589],
    [0, 100, 0.0295],
    [0, 300, 0.0099],
    [1, 10, 0.3942],
    [1, 100, 0.0466],
    [5, 50, 0.1988],
  ])('for %i of %i is %f', (seen, tries, bound) => {
    expect(boundShare(seen, tries)).toBeCloseTo(bound, 4);
  });

  it.each([
    [0, 0],
    [3, 3],
  ])('is one without evidence to the contrary: %i of %i', (seen, tries) => {
    expect(boundShare(seen, tries)).toBe(1);
  });

  it('follows the rule of three when nothing was observed', () => {
    fc.assert(
      fc.property(fc.integer({ min: 30, max: 20_000 }), (tries) => {
        const bound = boundShare(0, tries);

        expect(bound).toBeLessThan(3 / tries);
        expect(bound).toBeGreaterThan(2.8 / tries);
      }),
    );
  });

  it('is above the observed share and falls with every further success', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 50 }), fc.integer({ min: 1, max: 500 }), (seen, good) => {
        const tries = seen + good;

        expect(boundShare(seen, tries)).toBeGreaterThan(seen / tries);
        expect(boundShare(seen, tries + 1)).toBeLessThanOrEqual(boundShare(seen, tries));
      }),
    );
  });
});
