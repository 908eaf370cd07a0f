import { describe, expect, it } from 'vitest';
import type { WireAdvisorySource } from '../../src/api/contract/findings/advisory.ts';
import { describeProgress, describeSource, describeSourceState } from './source-text.ts';

const aSource = (changes: Partial<WireAdvisorySource> = {}): WireAdvisorySource => ({
  name: 'osv',
  url: 'https://example.com',
  enabled: true,
  state: 'ready',
  records: 41_000,
  stale: false,
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

  it('counts ready sources, and records including those being loaded', () => {
    const progress = {
      directory: 'npm',
      records: 200,
      recordsTotal: 900,
      bytes: 1,
      startedAt: '',
      ratePerSecond: 1,
      estimateSeconds: null,
    };
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
    expect(describeSource('nvd')).toMatchObject({ name: 'nvd' });
  });
});
