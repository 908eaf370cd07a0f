import { describe, expect, it } from 'vitest';
import { newestRecordOf, stateOf, estimate } from './data-state.ts';

const NOW = Date.parse('2026-01-02T00:00:00Z');
const FRESH = '2026-01-01T12:00:00Z';
const OLD = '2025-12-31T00:00:00Z';

type Source = Parameters<typeof stateOf>[0][number];

function aSource(name: string, state: Source['state'], lastSuccessAt: string | null = null, enabled = true): Source {
  const records = lastSuccessAt === null ? 0 : 5;
  return { name, state, lastSuccessAt, enabled, url: null, records, newestRecordAt: null, oldestDirectoryAt: null };
}

const STARTER = aSource('starter', 'ready', OLD);
const SCORES = aSource('kev', 'ready', FRESH);

describe('stateOf', () => {
  it.each<[string, readonly Source[], string]>([
    ['nothing was ever read', [], 'none'],
    ['a source waits for its first turn', [aSource('osv', 'never')], 'none'],
    ['only the starter set is there', [aSource('starter', 'ready', OLD), aSource('osv', 'never')], 'starter'],
    ['the first import runs', [aSource('starter', 'ready', OLD), aSource('osv', 'syncing')], 'syncing'],
    ['scores are loaded, and the first import runs', [STARTER, SCORES, aSource('osv', 'syncing')], 'syncing'],
    ['scores are loaded, and the first import failed', [STARTER, SCORES, aSource('osv', 'failed')], 'starter'],
    ['scores are loaded, and advisories are disabled', [STARTER, SCORES], 'starter'],
    ['only scores and lists of packages are loaded', [SCORES, aSource('packages', 'ready', FRESH)], 'none'],
    ['scores are synced, and advisories were imported', [SCORES, aSource('osv', 'ready', FRESH, false)], 'ready'],
    ['all sources are disabled', [STARTER, aSource('osv', 'never', null, false)], 'starter'],
    ['all sources are disabled, and advisories were imported', [aSource('osv', 'ready', FRESH, false)], 'ready'],
    ['part of a source was loaded before it failed', [STARTER, { ...aSource('osv', 'failed'), records: 5 }], 'stale'],
    ['every source was synced once', [aSource('osv', 'ready', FRESH), aSource('kev', 'ready', FRESH)], 'ready'],
    ['a later sync runs', [aSource('osv', 'syncing', FRESH)], 'ready'],
    ['a later sync has failed', [aSource('osv', 'failed', FRESH)], 'ready'],
    ['the last successful sync was long ago', [aSource('osv', 'failed', OLD), aSource('kev', 'ready', FRESH)], 'stale'],
    ['one source was never synced', [aSource('osv', 'ready', FRESH), aSource('kev', 'never')], 'syncing'],
    ['the first sync of one source failed', [aSource('osv', 'ready', FRESH), aSource('kev', 'failed')], 'stale'],
    [
      'a synced source has only old records',
      [{ ...aSource('kev', 'ready', FRESH), newestRecordAt: '2025-08-25T17:04:19Z' }, aSource('osv', 'ready', FRESH)],
      'stale',
    ],
    ['the stale source is disabled', [aSource('osv', 'ready', FRESH), aSource('kev', 'ready', OLD, false)], 'ready'],
  ])('returns the state when %s', (_what, sources, state) => {
    expect(stateOf(sources, NOW)).toBe(state);
  });
});

describe('newestRecordOf', () => {
  it('returns the date of the newest advisory, not of a list of scores', () => {
    const sources = [
      { name: 'osv', newestRecordAt: OLD },
      { name: 'epss', newestRecordAt: FRESH },
      { name: 'jars', newestRecordAt: FRESH },
    ];

    expect(newestRecordOf(sources)).toBe(OLD);
    expect(newestRecordOf([])).toBeNull();
  });
});

const STARTED = '2026-01-01T00:00:00.000Z';

describe('estimate', () => {
  it.each([
    [500, 1_500, 10, 50, 20],
    [1_500, 1_500, 30, 50, 0],
    [0, 1_500, 10, 0, null],
    [7, 5, 1, 7, 0],
  ])(
    'computes rate and remaining time for %i of %i records after %i s',
    (records, recordsTotal, seconds, ratePerSecond, estimateSeconds) => {
      const progress = { directory: 'npm', records, recordsTotal, bytes: 1, startedAt: STARTED };

      expect(estimate(progress, Date.parse(STARTED) + seconds * 1_000)).toEqual({
        ...progress,
        ratePerSecond,
        estimateSeconds,
      });
    },
  );

  it('counts an elapsed time of less than a second as one second', () => {
    const progress = { directory: 'npm', records: 1_000, recordsTotal: 3_000, bytes: 1, startedAt: STARTED };

    for (const elapsedMs of [-60_000, 0, 1])
      expect(estimate(progress, Date.parse(STARTED) + elapsedMs)).toMatchObject({
        ratePerSecond: 1_000,
        estimateSeconds: 2,
      });
  });
});
