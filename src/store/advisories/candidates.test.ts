import { describe, expect, it } from 'vitest';
import { LIMITS } from '../../core/limits.ts';
import type { CandidateEntry } from '../../core/match/match.ts';
import { CandidateCache } from './candidates.ts';

const NONE: readonly CandidateEntry[] = [];

describe('CandidateCache', () => {
  it('finds a key only in the revision that it was stored with', () => {
    const cache = new CandidateCache();
    cache.keep('a', { revision: '7', candidates: NONE, size: 1 });

    expect(cache.find('a', '7')).toBe(NONE);
    expect(cache.find('a', '8')).toBeUndefined();
    expect(cache.find('b', '7')).toBeUndefined();
  });

  it('evicts the least recently used key when it is full', () => {
    const cache = new CandidateCache();
    const half = { revision: '1', candidates: NONE, size: LIMITS.candidateCacheCharactersMax / 2 };
    cache.keep('a', half);
    cache.keep('b', half);
    cache.find('a', '1');
    cache.keep('c', half);

    expect(['a', 'b', 'c'].filter((key) => cache.find(key, '1') !== undefined)).toEqual(['a', 'c']);
  });

  it('counts a key once when it is stored repeatedly', () => {
    const cache = new CandidateCache();
    const half = { candidates: NONE, size: LIMITS.candidateCacheCharactersMax / 2 };
    cache.keep('a', { ...half, revision: '1' });
    cache.keep('b', { ...half, revision: '1' });
    cache.keep('b', { ...half, revision: '2' });

    expect(cache.find('a', '1')).toBe(NONE);
    expect(cache.find('b', '2')).toBe(NONE);
  });

  it('does not store an entry that exceeds the whole cache', () => {
    const cache = new CandidateCache();
    cache.keep('a', { revision: '1', candidates: NONE, size: 1 });
    cache.keep('b', { revision: '1', candidates: NONE, size: LIMITS.candidateCacheCharactersMax + 1 });

    expect(cache.find('a', '1')).toBe(NONE);
    expect(cache.find('b', '1')).toBeUndefined();
  });
});
