import { describe, expect, it } from 'vitest';
import { toAdvisoryText, type ToldByAdvisories } from './advisory-text.ts';

const TOLD: ToldByAdvisories = {
  title: 'It breaks',
  severity: 'high',
  cvss: [
    { version: '3.1', vector: 'CVSS:3.1/A', score: 7 },
    { version: '4.0', vector: 'CVSS:4.0/A', score: 8 },
  ],
  cwes: ['CWE-2', 'CWE-1'],
  withdrawnAt: null,
};

describe('toAdvisoryText', () => {
  it('is the same in whatever order lists and members are', () => {
    const shuffled = { ...TOLD, cvss: TOLD.cvss.toReversed(), cwes: TOLD.cwes.toReversed() };

    expect(toAdvisoryText(shuffled)).toBe(toAdvisoryText(TOLD));
  });

  it.each<Partial<ToldByAdvisories>>([
    { title: 'It burns' },
    { severity: 'low' },
    { cvss: [] },
    { cwes: ['CWE-1'] },
    { withdrawnAt: '2026-01-01T00:00:00.000Z' },
  ])('is another one with %j', (change) => {
    expect(toAdvisoryText({ ...TOLD, ...change })).not.toBe(toAdvisoryText(TOLD));
  });
});
