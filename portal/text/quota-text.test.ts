import { describe, expect, it } from 'vitest';
import { describeQuota, warnOfQuotas } from './quota-text.ts';

describe('usage of a quota', () => {
  it.each([
    [{ quota: 'services', used: 0, limit: 10_000 }, 'Services', '0 of 10,000', 0, 'normal'],
    [{ quota: 'services', used: 7_999, limit: 10_000 }, 'Services', '7,999 of 10,000', 79, 'normal'],
    [{ quota: 'sboms', used: 8, limit: 10 }, 'SBOMs', '8 of 10', 80, 'high'],
    [{ quota: 'sboms', used: 999_999, limit: 1_000_000 }, 'SBOMs', '999,999 of 1,000,000', 99, 'high'],
    [{ quota: 'tokens', used: 12, limit: 10 }, 'Active tokens', '12 of 10', 120, 'full'],
    [{ quota: 'storedBytes', used: 1_400_000, limit: 50e9 }, 'Stored documents', '1.4 MB of 50.0 GB', 0, 'normal'],
    [{ quota: 'findings', used: 1_204, limit: null }, 'Findings', '1,204, no limit', null, 'normal'],
  ] as const)('describes %j as %s, %s', (quota, label, amount, percent, level) => {
    expect(describeQuota(quota)).toEqual({ label, amount, percent, level });
  });
});

describe('quota notice', () => {
  const half = { quota: 'services', used: 5, limit: 10 } as const;
  const high = { quota: 'versions', used: 80, limit: 100 } as const;
  const full = { quota: 'sboms', used: 10, limit: 10 } as const;

  it('is absent below 80 % and for unlimited quotas', () => {
    expect(warnOfQuotas([half, { ...high, limit: null }])).toBeUndefined();
  });

  it('shows the usage and how to make room', () => {
    expect(warnOfQuotas([half, high])).toEqual({
      kind: 'doubtful',
      text: '80 % of the quota for versions used: 80 of 100. To make room, delete versions, or ask the operator to raise the quota.',
    });
  });

  it('names the fullest quota and counts the others', () => {
    expect(warnOfQuotas([half, high, full])).toEqual({
      kind: 'bad',
      text: 'Quota for SBOMs reached: 10 of 10. 1 other quota is at 80 % or more. To add more, delete SBOMs or versions, turn on retention, or ask the operator to raise the quota.',
    });
  });
});
