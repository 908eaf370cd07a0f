import { describe, expect, it } from 'vitest';
import type { WireFindingSummary } from '../../../src/api/contract/findings/finding.ts';
import { aCoverage, aSummary } from '../../../test/support/wire-answers.ts';
import { describeEmptyResult } from './empty-result.ts';

describe('describeEmptyResult', () => {
  it.each<[string, Partial<WireFindingSummary>, boolean, string, string | undefined]>([
    ['nothing found', {}, false, 'No known vulnerabilities in 400 checked components.', undefined],
    [
      'gaps',
      { coverage: aCoverage(368, 400) },
      false,
      'No known vulnerabilities in 368 checked components. 32 could not be checked.',
      undefined,
    ],
    [
      'nothing found where feeds list fixed issues only',
      { coverage: aCoverage(400, 400, { 9: 187 }) },
      false,
      'No known vulnerabilities in 400 checked components. Checked for fixed issues only: 187 (Red Hat 9). Vulnerabilities without a fix are not reported for these.',
      undefined,
    ],
    [
      'nothing found before the first sync',
      { data: { snapshot: 1, state: 'syncing', newestRecordAt: '2026-11-01T00:00:00.000Z' } },
      false,
      'No known vulnerabilities in 400 checked components. Results are preliminary until the first sync is complete. More findings may appear.',
      undefined,
    ],
    [
      'nothing checked',
      { coverage: aCoverage(0, 12) },
      false,
      'None of 12 components could be checked. The result is unknown.',
      undefined,
    ],
    ['no components', { coverage: aCoverage(0, 0) }, false, 'The SBOM lists no components.', undefined],
    ['all not relevant', { hidden: 38 }, false, '38 findings, all not relevant.', 'show-filtered'],
    ['one not relevant', { hidden: 1 }, false, '1 finding, not relevant.', 'show-filtered'],
    ['no analysis', { coverage: null }, false, 'No result yet. No analysis of this version has completed.', undefined],
    ['a filter', { total: 1_145 }, true, 'No findings match. 1,145 without filters.', 'clear'],
  ])('describes the case: %s', (_name, changes, isFiltered, text, action) => {
    expect(describeEmptyResult(aSummary(changes), isFiltered)).toEqual({ text, action });
  });
});
