import { describe, expect, it } from 'vitest';
import { describeRemediationTimes } from './remediation-time-words.ts';

describe('describeRemediationTimes', () => {
  it('says the mean of every severity, with how many findings it is of', () => {
    const times = [
      { severity: 'critical', count: 12, medianDays: 2, meanDays: 3.2 },
      { severity: 'high', count: 1, medianDays: 10, meanDays: 10 },
      { severity: 'low', count: 2, medianDays: 0, meanDays: 0 },
    ] as const;

    expect(describeRemediationTimes(times)).toBe(
      'Mean time to remediate: critical 3.2 days (12 findings), high 10 days (1), low less than an hour (2).',
    );
  });

  it('says nothing where nothing was remedied', () => {
    expect(describeRemediationTimes([])).toBeUndefined();
  });
});
