import { describe, expect, it } from 'vitest';
import { describeHistory, describeSeverities, toDayPoints, toVersionPoints } from './history-points.ts';

const NONE = { critical: 0, high: 0, medium: 0, low: 0, none: 0, unknown: 0 };
const at = '2026-11-15T02:10:00.000Z';
const version = (name: string, critical: number, analyzedAt: string | null = at) => ({
  id: name,
  name,
  createdAt: at,
  branch: null,
  analyzedAt,
  introduced: null,
  resolved: null,
  introducedBy: {},
  components: 10,
  checked: 9,
  total: critical,
  bySeverity: { ...NONE, critical },
});

describe('chart points', () => {
  it('skip versions without a result and days before the first one', () => {
    const history = {
      versions: [version('1.0', 3), version('1.1', 0, null), version('1.2', 1)],
      days: [
        { day: '2026-11-13', version: null, total: 0, bySeverity: NONE },
        { day: '2026-11-14', version: { id: 'x', name: '1.0' }, total: 3, bySeverity: { ...NONE, critical: 3 } },
      ],
    };

    expect(toVersionPoints(history).map(({ label }) => label)).toEqual(['1.0', '1.2']);
    expect(toDayPoints(history)).toMatchObject([{ label: '2026-11-14', version: '1.0', total: 3 }]);
  });
});

describe('chart description', () => {
  it('names the first and the last point', () => {
    const points = toVersionPoints({ versions: [version('1.0', 1_204), version('1.2', 1)] });

    expect(describeHistory(points, 'version')).toBe(
      'Open findings over 2 versions: 1,204 in 1.0, 1 in 1.2: 1 critical.',
    );
    expect(describeHistory([], 'time')).toBe('No analyses yet.');
  });

  it.each([
    [0, NONE, '0 open findings.'],
    [3, { ...NONE, critical: 1, low: 2 }, '3 open findings: 1 critical, 2 low.'],
  ])('lists the severities of %i findings', (total, counts, expected) => {
    expect(describeSeverities(total, counts)).toBe(expected);
  });
});
