import { describe, expect, it } from 'vitest';
import { toGoArch, toGoOs, toKnownWords } from './platform-words.ts';

describe('toGoOs', () => {
  it.each([
    ['linux', 'linux'],
    ['Windows', 'windows'],
    ['win32', 'windows'],
    ['macOS', 'darwin'],
    [' darwin ', 'darwin'],
    ['sunos', 'solaris'],
  ])('reads %j as %s', (word, os) => {
    expect(toGoOs(word)).toBe(os);
  });

  it.each(['unix', '', '!win32', 'any', '__proto__'])('does not guess what %j is', (word) => {
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
  ])('reads %j as %s', (word, arch) => {
    expect(toGoArch(word)).toBe(arch);
  });

  it.each(['all', 'noarch', 'any', 'src', 'source', ''])('knows no processor %j', (word) => {
    expect(toGoArch(word)).toBeUndefined();
  });
});

describe('toKnownWords', () => {
  it('gives each word once, in order', () => {
    expect(toKnownWords(['win32', 'linux', 'windows'], toGoOs)).toEqual(['linux', 'windows']);
  });

  it('knows nothing when it does not know one of the words', () => {
    expect(toKnownWords(['linux', 'unix'], toGoOs)).toEqual([]);
  });
});
