import { describe, expect, it } from 'vitest';
import { newestRecordOf, stateOf } from './data-state.ts';

const NOW = Date.parse('2026-01-02T00:00:00Z');
const FRESH = '2026-01-01T12:00:00Z';
const OLD = '2025-12-31T00:00:00Z';

type Source = Parameters<typeof stateOf>[0][number];

function aSource(name: string, state: Source['state'], lastGoodAt: string | null = null, enabled = true): Source {
  return { name, state, lastGoodAt, enabled };
}

describe('toFixState', () => {
  it.each<[string, readonly Source[], string]>([
    ['nothing was ever read', [], 'none'],
    ['a source waits for its first turn', [aSource('osv', 'never')], 'none'],
    ['only the starter set is there', [aSource('starter', 'ready', OLD), aSource('osv', 'never')], 'starter'],
    ['the first import runs', [aSource('starter', 'ready', OLD), aSource('osv', 'syncing')], 'syncing'],
    ['every source was read once', [aSource('osv', 'ready', FRESH), aSource('kev', 'ready', FRESH)], 'ready'],
    ['a later refresh runs', [aSource('osv', 'syncing', FRESH)], 'ready'],
    ['a later refresh has failed', [aSource('osv', 'failed', FRESH)], 'ready'],
    ['the last good refresh was long ago', [aSource('osv', 'failed', OLD), aSource('kev', 'ready', FRESH)], 'stale'],
    ['one source is still to come', [aSource('osv', 'ready', FRESH), aSource('kev', 'never')], 'syncing'],
    ['one source could never be had', [aSource('osv', 'ready', FRESH), aSource('kev', 'failed')], 'stale'],
    ['what is old is switched off', [aSource('osv', 'ready', FRESH), aSource('kev', 'ready', OLD, false)], 'ready'],
  ])('returns the state when %s', (_what, sources, state) => {
    expect(stateOf(sources, NOW)).toBe(state);
  });
});

describe('newestRecordOf', () => {
  it('returns the date of the newest advisory, not of a list of scores', () => {
    const sources = [
      { name: 'osv', newestRecordAt: OLD },
      { name: 'epss', newestRecordAt: FRESH },
    ];

    expect(newestRecordOf(sources)).toBe(OLD);
    expect(newestRecordOf([])).toBeNull();
  });
});
