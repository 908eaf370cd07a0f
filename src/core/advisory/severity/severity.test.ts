import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { CvssRating } from '../advisory.ts';
import { chooseSeverity } from './severity.ts';

describe('chooseSeverity', () => {
  it.each([
    ['3.1', 0, 'none'],
    ['3.1', 0.1, 'low'],
    ['3.1', 3.9, 'low'],
    ['3.1', 4, 'medium'],
    ['3.1', 6.9, 'medium'],
    ['3.1', 7, 'high'],
    ['3.1', 8.9, 'high'],
    ['3.1', 9, 'critical'],
    ['4.0', 10, 'critical'],
    ['2.0', 10, 'high'],
  ] as const)('maps CVSS %s score %s to %s', (version, score, severity) => {
    expect(chooseSeverity([aRating(version, score)], [])).toBe(severity);
  });

  it('uses the newest CVSS version, not the highest score', () => {
    expect(chooseSeverity([aRating('2.0', 10), aRating('3.1', 9.8), aRating('4.0', 5.1)], ['CRITICAL'])).toBe('medium');
  });

  it.each([
    ['CRITICAL', 'critical'],
    ['HIGH', 'high'],
    ['MODERATE', 'medium'],
    ['Low', 'low'],
    ['Important', 'high'],
    ['low**', 'low'],
    ['not yet assigned', 'unknown'],
    ['unimportant', 'unknown'],
    ['', 'unknown'],
  ])('maps the label %j to %s if there is no rating', (label, severity) => {
    expect(chooseSeverity([], [label])).toBe(severity);
  });

  it('uses the first known label', () => {
    expect(chooseSeverity([], ['UNKNOWN', 'LOW', 'HIGH'])).toBe('low');
  });

  it('returns unknown, not none, without ratings and labels', () => {
    expect(chooseSeverity([], [])).toBe('unknown');
  });

  it('does not depend on the order of the ratings', () => {
    const rating = fc
      .tuple(fc.constantFrom('2.0', '3.0', '3.1', '4.0'), fc.integer({ min: 0, max: 100 }))
      .map(([version, tenths]) => aRating(version, tenths / 10));
    fc.assert(
      fc.property(fc.array(rating), (ratings) => {
        expect(chooseSeverity(ratings.toReversed(), [])).toBe(chooseSeverity(ratings, []));
      }),
    );
  });
});

function aRating(version: CvssRating['version'], score: number): CvssRating {
  return { version, score, vector: '' };
}
