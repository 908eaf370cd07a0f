import { describe, expect, it } from 'vitest';
import { toGoArch, toGoOs, toKnownNames } from './platform-names.ts';

describe('toGoOs', () => {
  it.each([
    ['linux', 'linux'],
    ['Windows', 'windows'],
    ['win32', 'windows'],
    ['macOS', 'darwin'],
    [' darwin ', 'darwin'],
    ['sunos', 'solaris'],
  ])('maps %j to %s', (word, os) => {
    expect(toGoOs(word)).toBe(os);
  });

  it.each(['unix', '', '!win32', 'any', '__proto__'])('rejects the unknown word %j', (word) => {
    expect(toGoOs(word)).toBeUndefined();
  });
});

describe('toGoArch', () => {
  it.each([
    ['amd64', 'amd64'],
    ['x86_64', 'amd64'],
    ['x64', 'amd64'],
    ['i686', '386'],
    ['x86', '386'],
    ['aarch64', 'arm64'],
    ['armhf', 'arm'],
    ['ppc64el', 'ppc64le'],
    ['s390x', 's390x'],
  ])('maps %j to %s', (word, arch) => {
    expect(toGoArch(word)).toBe(arch);
  });

  it.each(['all', 'noarch', 'any', 'src', 'source', ''])('rejects the unknown word %j', (word) => {
    expect(toGoArch(word)).toBeUndefined();
  });
});

describe('toKnownNames', () => {
  it('returns the words sorted and without duplicates', () => {
    expect(toKnownNames(['win32', 'linux', 'windows'], toGoOs)).toEqual(['linux', 'windows']);
  });

  it('returns nothing if one of the words is unknown', () => {
    expect(toKnownNames(['linux', 'unix'], toGoOs)).toEqual([]);
  });
});
