import { describe, expect, it } from 'vitest';
import type { WireServiceAges, WireServiceHistory } from '../../src/api/contract/history/history.ts';
import {
  describeAges,
  describeVersionChanges,
  hasAges,
  toChangePoints,
  toDays,
  toShortDays,
  describeRemediationTimes,
} from './change-points.ts';

const ages = (resolved: number): WireServiceAges => ({
  open: 2,
  resolved,
  bySeverity: [
    { severity: 'critical', open: 1, openDaysMedian: 3, resolved: 4, fixDaysMedian: 12.4 },
    { severity: 'low', open: 1, openDaysMedian: 3, resolved: 0, fixDaysMedian: null },
  ],
});

describe('changes by version', () => {
  it('skips a version without a predecessor and separates introduced findings by cause', () => {
    const versions = [
      { id: '1', name: '1.0', introduced: null, resolved: null, introducedBy: {} },
      { id: '2', name: '2.0', introduced: 5, resolved: 1, introducedBy: { code: 2, advisory: 2, engine: 1 } },
      { id: '3', name: '3.0', introduced: 0, resolved: 4, introducedBy: {} },
    ] as unknown as WireServiceHistory['versions'];

    const points = toChangePoints({ versions });

    expect(points.map(({ version, byAdvisory, byOther }) => [version, byAdvisory, byOther])).toEqual([
      ['2.0', 2, 1],
      ['3.0', 0, 0],
    ]);
    expect(describeVersionChanges(points)).toBe('Changes in 2 versions: 5 introduced (2 by advisories), 5 fixed.');
  });

  it('shows times only when at least five findings were resolved', () => {
    expect([4, 5].map((resolved) => hasAges(ages(resolved)))).toEqual([false, true]);
    expect(describeAges(ages(5))).toBe('5 findings fixed, median time to fix: critical 12 days. 2 open.');
  });

  it.each([
    [0.01, 'less than an hour'],
    [0.04, '1 hour'],
    [0.44, '11 hours'],
    [1.44, '1.4 days'],
    [1, '1 day'],
    [99.6, '100 days'],
  ])('formats %d days as "%s"', (days, expected) => {
    expect(toDays(days)).toBe(expected);
  });
});

describe('toShortDays', () => {
  it.each([
    [0, '< 1 h'],
    [0.2, '5 h'],
    [1.42, '1.4 days'],
    [12.3, '12 days'],
  ])('formats %d as %s', (days, text) => {
    expect(toShortDays(days)).toBe(text);
  });
});

describe('describeRemediationTimes', () => {
  it('lists the mean of each severity with its number of findings', () => {
    const times = [
      { severity: 'critical', count: 12, medianDays: 2, meanDays: 3.2 },
      { severity: 'high', count: 1, medianDays: 10, meanDays: 10 },
      { severity: 'low', count: 2, medianDays: 0, meanDays: 0 },
    ] as const;

    expect(describeRemediationTimes(times)).toBe(
      'Mean time to fix: critical 3.2 days (12 findings), high 10 days (1), low less than an hour (2).',
    );
  });

  it('returns undefined if nothing was remediated', () => {
    expect(describeRemediationTimes([])).toBeUndefined();
  });
});
