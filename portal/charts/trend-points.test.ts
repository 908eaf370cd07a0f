import { describe, expect, it } from 'vitest';
import { describeTrend, toAreas, topOf, toPlaces, trimTrend, type TrendPoint } from './trend-points.ts';

function aPoint(critical: number, low: number, risk = 0): TrendPoint {
  const bySeverity = { critical, high: 0, medium: 0, low, unknown: 0, none: 0 };
  return { day: '2026-11-17', total: critical + low, bySeverity, risk };
}

describe('describeTrend', () => {
  it.each([
    [[aPoint(4, 2), aPoint(1, 2)], 'findings', '3 open findings, 3 fewer than 1 day ago.'],
    [[aPoint(0, 0), aPoint(0, 0), aPoint(1, 0)], 'findings', '1 open finding, 1 more than 2 days ago.'],
    [[aPoint(1, 0), aPoint(1, 0)], 'findings', '1 open finding, as many as 1 day ago.'],
    [[aPoint(1, 0, 10.4), aPoint(1, 0, 1_234.5)], 'risk', 'Risk 1,235, 1,225 higher than 1 day ago.'],
    [[aPoint(1, 0, 10), aPoint(1, 0, 10)], 'risk', 'Risk 10, the same as 1 day ago.'],
    [[], 'findings', 'No results yet.'],
  ] as const)('compares the last day with the first (%#)', (points, of, text) => {
    expect(describeTrend(points, of)).toBe(text);
  });
});

describe('topOf', () => {
  it.each([
    [[], 1],
    [[0], 1],
    [[7], 10],
    [[120], 200],
    [[201], 500],
    [[1_000], 1_000],
  ])('rounds %j up to %i', (values, top) => {
    expect(topOf(values)).toBe(top);
  });
});

describe('toAreas', () => {
  it('stacks the severities that occur, the most severe at the bottom', () => {
    expect(toAreas([aPoint(1, 1), aPoint(2, 0)], 2)).toEqual([
      { severity: 'critical', path: 'M0.0 80.0L600.0 0.0L600.0 160.0L0.0 160.0Z' },
      { severity: 'low', path: 'M0.0 0.0L600.0 0.0L600.0 0.0L0.0 80.0Z' },
    ]);
  });

  it('draws a single value', () => {
    expect(toPlaces([1], 1, [10, 10])).toEqual(['0.0 0.0']);
  });
});

describe('trimTrend', () => {
  it.each([
    [[0, 0, 0, 4, 0], 3],
    [[1, 0, 4], 3],
    [[0, 0], 2],
  ])('leaves out days before the first result of %j', (totals, count) => {
    expect(trimTrend(totals.map((total) => aPoint(total, 0)))).toHaveLength(count);
  });
});
