import { describe, expect, it } from 'vitest';
import { describeRemediationTimes } from './remediation-time-text.ts';

describe('describeRemediationTimes', () => {
  it('lists the mean of each severity with its number of findings', () => {
    const times = [
      { severity: 'critical', count: 12, medianDays: 2, meanDays: 3.2 },
      { severity: 'high', count: 1, medianDays: 10, meanDays: 10 },
      { severity: 'low', count: 2, medianDays: 0, meanDays: 0 },
    ] as const;

    expect(describeRemediationTimes(times)).toBe(
      'Mean time to remediate: critical 3.2 days (12 findings), high 10 days (1), low less than an hour (2).',
    );
  });

  it('returns undefined if nothing was remediated', () => {
    expect(describeRemediationTimes([])).toBeUndefined();
  });
});
