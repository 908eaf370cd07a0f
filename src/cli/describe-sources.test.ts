import { describe, expect, it } from 'vitest';
import type { AdvisorySource } from '../store/advisories/sources.ts';
import { describeImport, describeSources } from './describe-sources.ts';

const OSV: AdvisorySource = {
  name: 'osv',
  url: 'https://osv.example.org/',
  enabled: true,
  state: 'ready',
  records: 3,
  newestRecordAt: '2025-01-01T00:00:00.000Z',
  lastGoodAt: '2025-01-02T00:00:00.000Z',
  lastError: null,
  progress: null,
};

describe('describeSources', () => {
  it('says in one line how a source is', () => {
    expect(describeSources([OSV])).toBe(
      'osv  ready, 3 records, newest record 2025-01-01T00:00:00.000Z, last good 2025-01-02T00:00:00.000Z, last error none\n',
    );
  });

  it('keeps an error with line breaks and escapes in its line', () => {
    const failed: AdvisorySource = {
      ...OSV,
      state: 'failed',
      records: 0,
      newestRecordAt: null,
      lastGoodAt: null,
      lastError: 'a\nb\u001B[2J',
    };

    expect(describeSources([failed])).toBe(
      'osv  failed, 0 records, newest record none, last good never, last error a b [2J\n',
    );
  });

  it('says what to do when nothing was read yet', () => {
    expect(describeSources([])).toContain('assay advisories sync');
  });
});

describe('describeImport', () => {
  it.each([
    [0, 'Read 10 records in 2 s: 4 changed.\n'],
    [1, 'Read 10 records in 2 s: 4 changed, 1 could not be read.\n'],
  ])('counts what was read and changed, with %i bad records', (bad, line) => {
    expect(describeImport({ records: 10, changed: 4, bad, directories: [] }, 1_600)).toContain(line);
  });
});
