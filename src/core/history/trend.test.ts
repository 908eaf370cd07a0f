import { describe, expect, it } from 'vitest';
import { toTrend, type OpenTotals } from './trend.ts';

function totals(critical: number, low: number, risk: number): OpenTotals {
  return { bySeverity: { critical, high: 0, medium: 0, low, unknown: 0, none: 0 }, risk };
}

describe('toTrend', () => {
  it('ends with the current numbers, and goes back by the changes of each day', () => {
    const changes = [
      { day: '2026-11-16', ...totals(2, -1, 150.04) },
      { day: '2026-11-17', ...totals(-1, 4, -60) },
    ];

    const trend = toTrend(totals(3, 5, 300), changes, { today: '2026-11-17', count: 4 });

    expect(trend.map(({ day, total, bySeverity, risk }) => [day, total, bySeverity.critical, risk])).toEqual([
      ['2026-11-14', 4, 2, 210],
      ['2026-11-15', 4, 2, 210],
      ['2026-11-16', 5, 4, 360],
      ['2026-11-17', 8, 3, 300],
    ]);
  });

  it('crosses the end of a month', () => {
    expect(toTrend(totals(0, 0, 0), [], { today: '2026-03-01', count: 2 }).map(({ day }) => day)).toEqual([
      '2026-02-28',
      '2026-03-01',
    ]);
  });

  it('is never negative, and has no risk without findings', () => {
    const [before] = toTrend(totals(1, 0, 5), [{ day: '2026-11-17', ...totals(2, 0, 4.9) }], {
      today: '2026-11-17',
      count: 2,
    });

    expect(before).toMatchObject({ total: 0, risk: 0, bySeverity: { critical: 0 } });
  });
});
