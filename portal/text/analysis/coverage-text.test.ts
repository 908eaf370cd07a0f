import { describe, expect, it } from 'vitest';
import { aCoverage } from '../../../test/support/wire-answers.ts';
import { describeFixedOnly, describeNothingFound, describeRelease, describeReason } from './coverage-text.ts';
import { CANNOT_ASSESS_REASONS } from '../../../src/core/vocabulary/package.ts';

describe('describeRelease', () => {
  it('names a distribution with its release, if it has one', () => {
    expect(describeRelease({ family: 'Red Hat', release: '9' })).toBe('Red Hat 9');
    expect(describeRelease({ family: 'Wolfi', release: '' })).toBe('Wolfi');
  });
});

describe('describeFixedOnly', () => {
  it.each([
    [{}, ''],
    [{ 9: 1_187 }, '1,187 for fixed issues only (Red Hat 9)'],
    [{ 7: 1, 8: 1, 9: 1, 10: 1 }, '4 for fixed issues only (Red Hat)'],
  ])('counts components by release: %j', (fixOnly, text) => {
    expect(describeFixedOnly(aCoverage(2_000, 2_000, fixOnly))).toBe(text);
  });
});

describe('describeNothingFound', () => {
  it.each([
    [aCoverage(400, 400), 'No known vulnerabilities in 400 checked components.'],
    [aCoverage(368, 400), 'No known vulnerabilities in 368 checked components. 32 could not be checked.'],
    [
      aCoverage(368, 400, { 9: 187 }),
      'No known vulnerabilities in 368 checked components. Checked for fixed issues only: 187 (Red Hat 9). Vulnerabilities without a fix are not reported for these. 32 could not be checked.',
    ],
  ])('describes an empty result with coverage %j', (coverage, text) => {
    expect(describeNothingFound(coverage)).toBe(text);
  });
});

describe('describeReason', () => {
  it('has a text for every reason of the matcher', () => {
    expect(CANNOT_ASSESS_REASONS.filter((code) => describeReason(code) === code)).toEqual([]);
  });

  it('returns an unknown reason unchanged', () => {
    expect(describeReason('too-new')).toBe('too-new');
    expect(describeReason('constructor')).toBe('constructor');
  });
});
