import { describe, expect, it } from 'vitest';
import type { WireAdvisorySource } from '../../src/api/contract/findings/advisory.ts';
import { describeDirectory, describeProgress, describeSource, describeSourceState } from './source-text.ts';

const aSource = (changes: Partial<WireAdvisorySource> = {}): WireAdvisorySource => ({
  name: 'osv',
  url: 'https://example.com',
  enabled: true,
  state: 'ready',
  records: 41_000,
  stale: false,
  staleReason: null,
  staleText: null,
  newestRecordAt: null,
  lastSuccessAt: null,
  ageSeconds: null,
  lastError: null,
  progress: null,
  directories: [],
  ...changes,
});

describe('texts for advisory sources', () => {
  it.each<[Partial<WireAdvisorySource>, string]>([
    [{}, 'Ready'],
    [{ stale: true }, 'Outdated'],
    [{ state: 'failed' }, 'Last sync failed'],
    [{ state: 'never' }, 'Not synced yet'],
    [{ state: 'syncing' }, 'Syncing'],
    [{ enabled: false }, 'Disabled, keeps its records'],
    [{ enabled: false, records: 0 }, 'Disabled'],
  ])('describes %j as "%s"', (changes, text) => {
    expect(describeSourceState(aSource(changes))).toBe(text);
  });

  const progress = {
    directory: 'npm',
    records: 200,
    recordsTotal: 12_900,
    bytes: 1,
    startedAt: '',
    ratePerSecond: 1,
    estimateSeconds: null,
    directoryNumber: 2,
    directoryCount: 22,
  };

  it.each<[Partial<NonNullable<WireAdvisorySource['progress']>>, string]>([
    [{}, 'npm (2 of 22): 200 of 12,900 records'],
    [{ estimateSeconds: 59 }, 'npm (2 of 22): 200 of 12,900 records, about 59 s left'],
    [{ estimateSeconds: 130 }, 'npm (2 of 22): 200 of 12,900 records, about 2 min left'],
    [{ estimateSeconds: 0, records: 12_900 }, 'npm (2 of 22): 12,900 of 12,900 records, finishing'],
    [{ directoryNumber: 1, directoryCount: 1, estimateSeconds: 3 }, 'npm: 200 of 12,900 records, about 3 s left'],
  ])('describes a running sync with %j as "%s"', (changes, text) => {
    expect(describeDirectory({ ...progress, ...changes })).toBe(text);
  });

  it('counts ready sources, and records including those being loaded', () => {
    const sources = [
      aSource(),
      aSource({ name: 'kev', state: 'syncing', records: 0, progress }),
      aSource({ name: 'epss', enabled: false, records: 0 }),
      aSource({ name: 'starter', records: 0 }),
    ];

    expect(describeProgress(sources)).toBe('1 of 2 sources ready, 41,200 records loaded');
    expect(describeProgress([aSource({ name: 'starter', records: 135 })])).toBe(
      'No source enabled, 135 records loaded',
    );
  });

  it('shows the name of an unknown source', () => {
    expect(describeSource('other')).toMatchObject({ name: 'other' });
  });
});
