import { describe, expect, it } from 'vitest';
import { findStaleness, isDirectoryOld, type DatedSource } from './source-freshness.ts';

const NOW = Date.parse('2026-11-17T00:00:00Z');

function ago({ days = 0, hours = 0 }: { readonly days?: number; readonly hours?: number }): string {
  return new Date(NOW - (days * 24 + hours) * 3_600_000).toISOString();
}

function aSource(name: string, values: Partial<DatedSource> = {}): DatedSource {
  const fresh = ago({ hours: 1 });
  const url = 'https://example.org/data';
  return {
    name,
    url,
    enabled: true,
    records: 50_000,
    lastSuccessAt: fresh,
    newestRecordAt: fresh,
    oldestDirectoryAt: fresh,
    ...values,
  };
}

describe('findStaleness', () => {
  it.each<[string, DatedSource, string | undefined]>([
    ['KEV after 447 days without a new catalog', aSource('kev', { newestRecordAt: ago({ days: 447 }) }), 'content'],
    ['KEV during its longest pause', aSource('kev', { newestRecordAt: ago({ days: 26 }) }), undefined],
    ['EPSS of five days ago', aSource('epss', { newestRecordAt: ago({ days: 5 }) }), 'content'],
    ['EPSS of yesterday', aSource('epss', { newestRecordAt: ago({ days: 1 }) }), undefined],
    ['OSV whose newest record is 15 days old', aSource('osv', { newestRecordAt: ago({ days: 15 }) }), 'content'],
    [
      'a mirror of small ecosystems without changes',
      aSource('osv', { records: 400, newestRecordAt: ago({ days: 200 }), oldestDirectoryAt: null }),
      undefined,
    ],
    ['OSV with one old ecosystem', aSource('osv', { oldestDirectoryAt: ago({ days: 91 }) }), 'content'],
    ['OSV with an ecosystem during its pause', aSource('osv', { oldestDirectoryAt: ago({ days: 79 }) }), undefined],
    ['OSV without a sync for a day', aSource('osv', { lastSuccessAt: ago({ hours: 24 }) }), 'sync'],
    ['KEV without a sync for a day', aSource('kev', { lastSuccessAt: ago({ hours: 24 }) }), undefined],
    ['KEV without a sync for two days', aSource('kev', { lastSuccessAt: ago({ days: 2 }) }), 'sync'],
    [
      'package indexes without a sync for two days',
      aSource('packages', { lastSuccessAt: ago({ days: 2 }) }),
      undefined,
    ],
    ['SSVC without a date', aSource('ssvc', { newestRecordAt: null }), undefined],
    ['a bundle of six days ago', aSource('osv', { enabled: false, lastSuccessAt: ago({ days: 6 }) }), undefined],
    ['a bundle of seven days ago', aSource('osv', { enabled: false, lastSuccessAt: ago({ days: 7 }) }), 'sync'],
    ['a source that was never synced', aSource('osv', { lastSuccessAt: null, newestRecordAt: null }), undefined],
    ['the starter set', aSource('starter', { lastSuccessAt: ago({ days: 900 }) }), undefined],
  ])('judges %s', (_what, source, reason) => {
    expect(findStaleness(source, NOW)?.reason).toBe(reason);
  });

  it.each<[string, Partial<DatedSource>, string]>([
    [
      'a URL',
      { newestRecordAt: ago({ days: 447 }) },
      'The newest record is 447 days old. Check that the URL is the current address, or update the mirror.',
    ],
    [
      'a file',
      { newestRecordAt: ago({ days: 447 }), url: 'file:///data/kev.json' },
      'The newest record is 447 days old. Replace the files at the URL of the source.',
    ],
    [
      'an imported bundle',
      { enabled: false, lastSuccessAt: ago({ days: 12 }) },
      'The data was exported 12 days ago. Import a newer bundle.',
    ],
    [
      'a failing sync',
      { lastSuccessAt: ago({ hours: 50 }) },
      'No successful sync for 50 hours. Check the last error and the access to the URL, then sync again.',
    ],
  ])('says what to do about old data from %s', (_what, values, text) => {
    expect(findStaleness(aSource('kev', values), NOW)?.text).toBe(text);
  });

  it('names the time since which nothing changed', () => {
    const newestRecordAt = ago({ days: 40 });

    expect(findStaleness(aSource('kev', { newestRecordAt }), NOW)?.since).toBe(newestRecordAt);
  });
});

describe('isDirectoryOld', () => {
  it.each([
    [5_760, 90, true],
    [5_760, 89, false],
    [999, 400, false],
  ])('judges an ecosystem with %i records of which the newest is %i days old', (records, days, isOld) => {
    expect(isDirectoryOld({ records, newest: ago({ days }) }, NOW)).toBe(isOld);
  });

  it('does not judge an ecosystem without a date', () => {
    expect(isDirectoryOld({ records: 5_000, newest: null }, NOW)).toBe(false);
  });
});
