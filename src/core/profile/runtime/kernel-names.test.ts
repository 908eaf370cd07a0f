import { describe, expect, it } from 'vitest';
import { normalizePath, spellingsOf } from './kernel-names.ts';

describe('normalizePath and spellingsOf', () => {
  it.each([
    ['/a/b', '/a/b'],
    ['//a///b', '/a/b'],
    ['/a/./b', '/a/b'],
    ['/a/../b', '/b'],
    ['/..', undefined],
    ['/a/../../b', undefined],
    ['/', undefined],
    ['/a/', undefined],
    ['a', undefined],
    ['', undefined],
    [`/${'a'.repeat(5_000)}`, undefined],
  ])('normalizes %.20s to %s', (path, expected) => {
    expect(normalizePath(path)).toBe(expected);
  });

  it.each([
    ['/lib/a', ['/lib/a', '/usr/lib/a']],
    ['/usr/sbin/a', ['/usr/sbin/a', '/sbin/a']],
    ['/var/run/a', ['/var/run/a', '/run/a']],
    ['/library/a', ['/library/a']],
    ['/usr/local/lib/a', ['/usr/local/lib/a']],
  ])('lists the spellings of %s: %j', (path, expected) => {
    expect(spellingsOf(path)).toEqual(expected);
  });
});
