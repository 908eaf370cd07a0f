import { describe, expect, it } from 'vitest';
import type { SourceOverview } from '../../../pipeline/advisories/data-state.ts';
import { describeEnrichment, describeImport, describeSources } from './describe-sources.ts';

const NOW = Date.parse('2025-01-02T03:00:00.000Z');

const NPM = {
  directory: 'npm',
  state: 'ready',
  stale: false,
  records: 3,
  highWater: '2025-01-01T00:00:00.000000Z',
  etag: null,
  lastModified: null,
  checkedAt: null,
  pending: [],
  lastSuccessAt: '2025-01-02T02:59:30.000Z',
  lastError: null,
  readerVersion: 1,
  refused: 0,
  refusedRecords: [],
} as const;

function aSource(changes: Partial<SourceOverview> = {}): SourceOverview {
  return {
    name: 'osv',
    url: 'https://osv.example.org/',
    enabled: true,
    state: 'ready',
    records: 3,
    newestRecordAt: '2025-01-01T00:00:00.000Z',
    lastSuccessAt: '2025-01-02T00:00:00.000Z',
    lastError: null,
    ageSeconds: 10_800,
    staleness: null,
    progress: null,
    directories: [NPM],
    ...changes,
  };
}

describe('describeSources', () => {
  it('prints one line for each source and each of its directories', () => {
    const off = aSource({
      name: 'kev',
      enabled: false,
      records: 0,
      newestRecordAt: null,
      lastSuccessAt: null,
      directories: [],
    });

    expect(describeSources([aSource(), off], NOW).split('\n')).toEqual([
      'SOURCE  STATE     RECORDS  NEWEST      LAST SYNC',
      'osv     ready     3        2025-01-01  3 h ago',
      '  npm   ready     3        2025-01-01  30 s ago',
      'kev     disabled  0        -           never',
      '',
    ]);
  });

  it('names listed records that could not be read', () => {
    const pending = Array.from({ length: 7 }, (_, n) => `GHSA-aaaa-bbbb-000${n}`);

    const text = describeSources([aSource({ directories: [{ ...NPM, pending }] })], NOW);

    expect(text).toContain('osv: npm: 7 listed records missing, too large or older than listed, requested again');
    expect(text).toContain('GHSA-aaaa-bbbb-0004, ...\n');
    expect(text).not.toContain(pending[5]);
  });

  it('lists rejected records below the table', () => {
    const refusedRecords = [{ id: 'OSV-2024-1', problem: 'The record has more than 250 aliases.' }];
    const source = aSource({ directories: [{ ...NPM, refused: 1, refusedRecords }] });

    expect(describeSources([source], NOW).split('\n').slice(3)).toEqual([
      'osv: npm: 1 record rejected',
      'osv:   OSV-2024-1: The record has more than 250 aliases.',
      '',
    ]);
  });

  it('keeps errors with line breaks and escapes on one line', () => {
    const failed = aSource({
      state: 'failed',
      staleness: { reason: 'sync', since: '2024-12-31T00:00:00.000Z', text: 'No successful sync for 51 hours.' },
      lastError: 'a\nb\u001B[2J',
      directories: [
        { ...NPM, state: 'failed', lastError: 'c\nd' },
        { ...NPM, directory: 'PyPI', lastError: 'a\nb\u001B[2J' },
      ],
    });

    expect(describeSources([failed], NOW)).toMatch(/^osv +failed, stale /m);
    expect(describeSources([failed], NOW).split('\n').slice(-4)).toEqual([
      'osv: No successful sync for 51 hours.',
      'osv: last error: a b [2J',
      'osv: npm: c d',
      '',
    ]);
  });

  it('shows the progress of a run', () => {
    const progress = {
      directory: 'npm',
      records: 500,
      recordsTotal: 1_500,
      bytes: 2_100_000,
      startedAt: '2025-01-02T02:59:50.000Z',
      ratePerSecond: 50,
      estimateSeconds: 20,
      directoryNumber: 2,
      directoryCount: 22,
    };

    expect(describeSources([aSource({ state: 'syncing', progress })], NOW)).toContain(
      'osv: npm (2 of 22): 500 of 1500 records, 2.1 MB, 50/s, about 20 s left\n',
    );
  });
});

describe('describeImport', () => {
  it.each([
    [0, 'Imported 10 records in 2 s: 4 changed.\n'],
    [1, 'Imported 10 records in 2 s: 4 changed, 1 rejected.\n'],
  ])('counts records read and changed, with %i bad records', (bad, line) => {
    expect(describeImport({ records: 10, changed: 4, bad, directories: [] }, 1_600)).toContain(line);
  });
});

describe('describeEnrichment', () => {
  it('counts records read, changed and removed', () => {
    const report = { kind: 'read', rows: 10, changed: 2, removed: 1, snapshot: 3 } as const;

    expect(describeEnrichment(report)).toBe('Imported 10 records: 2 changed, 1 removed.\n');
    expect(describeEnrichment({ kind: 'unchanged' })).toBe('No changes since the last sync.\n');
  });
});
