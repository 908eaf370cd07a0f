import { describe, expect, it } from 'vitest';
import { describeVulnerabilityCounts } from './found-words.ts';

describe('describeFound', () => {
  it.each([
    [{ findings: 3, fixable: 0 }, 'None'],
    [{ findings: 3, fixable: 3 }, 'Available'],
    [{ findings: 1_200, fixable: 2 }, 'For 2 of 1,200'],
  ])('describes the fix for %j', (counts, fix) => {
    const found = describeVulnerabilityCounts({ ...counts, packages: ['a', 'b', 'c'], packageCount: 4 });

    expect(found).toEqual({ fix, more: 'and 1 more package' });
  });
});
