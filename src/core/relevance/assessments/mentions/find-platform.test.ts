import { describe, expect, it } from 'vitest';
import { toWords } from '../../../advisory/mentions/text-words.ts';
import { mentionsAnyPlatform } from './find-platform.ts';

describe('mentionsAnyPlatform', () => {
  it.each([
    ['os', 'linux', 'Also on Linux.'],
    ['os', 'linux', 'GNU/Linux hosts'],
    ['os', 'linux', 'linux-based images'],
    ['os', 'linux', 'on Red Hat systems'],
    ['os', 'linux', 'Unix-like systems'],
    ['os', 'linux', 'affects all platforms'],
    ['os', 'linux', 'cross-platform'],
    ['os', 'darwin', 'on Mac OS X'],
    ['os', 'windows', 'Windows-only'],
    ['os', 'plan9', 'on plan9'],
    ['arch', 'amd64', 'on x86_64'],
    ['arch', 'amd64', 'on 64-bit systems'],
    ['arch', 'arm64', 'AArch64 builds'],
    ['arch', '386', '32 bit builds'],
    ['arch', 'arm64', 'every architecture'],
  ] as const)('finds %s %s in %j', (kind, platform, text) => {
    expect(mentionsAnyPlatform(kind, [platform], ['Nothing here.', text].map(toWords))).toBe(true);
  });

  it.each([
    ['os', 'linux', 'On Windows only.'],
    ['os', 'linux', 'The linuxulator'],
    ['os', 'windows', 'On Linux. The window is closed.'],
    ['arch', 'amd64', 'on 32-bit ARM'],
    ['arch', 'arm64', 'on x86_64'],
  ] as const)('does not find %s %s in %j', (kind, platform, text) => {
    expect(mentionsAnyPlatform(kind, [platform], [toWords(text)])).toBe(false);
  });
});
