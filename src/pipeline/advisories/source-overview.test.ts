import { describe, expect, it } from 'vitest';
import { estimate } from './source-overview.ts';

const STARTED = '2026-01-01T00:00:00.000Z';

describe('estimate', () => {
  it.each([
    [500, 1_500, 10, 50, 20],
    [1_500, 1_500, 30, 50, 0],
    [0, 1_500, 10, 0, null],
    [7, 5, 1, 7, 0],
  ])(
    'computes rate and remaining time for %i of %i records after %i s',
    (records, recordsTotal, seconds, ratePerSecond, estimateSeconds) => {
      const progress = { directory: 'npm', records, recordsTotal, bytes: 1, startedAt: STARTED };

      expect(estimate(progress, Date.parse(STARTED) + seconds * 1_000)).toEqual({
        ...progress,
        ratePerSecond,
        estimateSeconds,
      });
    },
  );

  it('handles an elapsed time of zero or less', () => {
    const progress = { directory: 'npm', records: 1, recordsTotal: 2, bytes: 1, startedAt: STARTED };

    expect(estimate(progress, Date.parse(STARTED) - 60_000)).toMatchObject({ estimateSeconds: 0 });
  });
});
