import { describe, expect, it } from 'vitest';
import type { WireDiff } from '../../../src/api/contract/history/diff.ts';
import { countByCause, describeNewAdvisories, describeEvidence, describeMissingImages } from './evidence-text.ts';

const NOTHING = { component: null, records: [], engine: null };
const record = (id: string) => ({
  source: 'osv',
  id,
  change: 'published' as const,
  modified: '2026-11-14T10:00:00.000Z',
  snapshot: 7,
});
const findings = (...causes: string[]) => causes.map((cause) => ({ cause })) as WireDiff['findings']['introduced'];
const introduced = (count: number, ...causes: string[]): WireDiff['findings'] => ({
  introduced: findings(...causes),
  resolved: [],
  changed: [],
  notUploaded: [],
  unchanged: 0,
  counts: { introduced: count, resolved: 0, changed: 0, notUploaded: 0 },
});

describe('describeEvidence', () => {
  it.each([
    [{ ...NOTHING, component: { name: 'a', from: ['1'], to: ['2'] } }, 'a 1 → 2'],
    [{ ...NOTHING, component: { name: 'a', from: [], to: ['2'] } }, 'a 2 was added'],
    [{ ...NOTHING, component: { name: 'a', from: ['1', '2'], to: [] } }, 'a 1, 2 was removed'],
    [{ ...NOTHING, component: { name: 'a', from: ['1'], to: ['1'] } }, 'change related to a 1'],
    [{ ...NOTHING, component: { name: 'a, b', from: ['a 1', 'b 1'], to: ['a 2', 'b 2'] } }, 'a 1, b 1 → a 2, b 2'],
    [{ ...NOTHING, component: { name: 'a, b', from: [], to: ['a 2', 'b 2'] } }, 'a 2, b 2 were added'],
    [
      { ...NOTHING, records: [record('A'), record('B'), record('C')] },
      'A published on 2026-11-14, B published on 2026-11-14, 1 more record',
    ],
    [{ ...NOTHING, engine: { from: '1.0', to: '1.1' } }, '1.0 → 1.1'],
    [NOTHING, ''],
  ])('describes %j as "%s"', (evidence, text) => {
    expect(describeEvidence(evidence)).toBe(text);
  });
});

describe('describeNewAdvisories', () => {
  it.each([
    [introduced(0), undefined],
    [introduced(2, 'code', 'code'), undefined],
    [introduced(1, 'advisory'), 'The new finding comes from a new advisory, not from this version.'],
    [introduced(2, 'advisory', 'advisory'), 'All 2 new findings come from new advisories, not from this version.'],
    [
      introduced(3, 'advisory', 'code', 'advisory'),
      '2 of 3 new findings come from new advisories, not from this version.',
    ],
    [introduced(2, 'advisory', 'code'), '1 of 2 new findings comes from new advisories, not from this version.'],
    // The list is truncated, so nothing can be said about all findings.
    [introduced(2_000, 'advisory'), undefined],
  ])('describes new findings by their causes: %j', (diff, text) => {
    expect(describeNewAdvisories(diff)).toBe(text);
  });
});

describe('describeMissingImages', () => {
  const missing = (notUploaded: number, ...images: string[]) => ({
    notUploaded: images.map((image) => ({ slot: 'slot', image })),
    head: { name: '2' },
    findings: { counts: { notUploaded } },
  });

  it.each([
    [missing(0, 'a:1'), 'Not uploaded yet for 2: a:1. Its components are listed as removed.'],
    [
      missing(1, 'a:1'),
      'Not uploaded yet for 2: a:1. Its 1 finding may still be present. Its components are listed as removed.',
    ],
    [
      missing(12, 'a:1', 'b:1', 'c:1', 'd:1'),
      'Not uploaded yet for 2: a:1, b:1, c:1, 1 more. Their 12 findings may still be present. Their components are listed as removed.',
    ],
  ])('names the images that were not uploaded: %j', (diff, text) => {
    expect(describeMissingImages(diff)).toBe(text);
  });
});

describe('countByCause', () => {
  it('omits causes without findings', () => {
    expect(countByCause(findings('advisory', 'code', 'advisory'))).toEqual([
      ['code', 1],
      ['advisory', 2],
    ]);
  });
});
