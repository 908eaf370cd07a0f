import { describe, expect, it } from 'vitest';
import { toGoArch, toGoOs, toKnownNames, platformOfPurl } from './platform-names.ts';

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

describe('platformOfPurl', () => {
  it.each([
    ['pkg:deb/debian/bash@5.2?arch=amd64&distro=debian-12', [], ['amd64']],
    ['pkg:rpm/redhat/bash@5.1-6.el9?arch=x86_64', [], ['amd64']],
    ['pkg:apk/alpine/busybox@1.36?ARCH=aarch64', [], ['arm64']],
    ['pkg:golang/example.com/app@v1.0.0?type=module&goos=linux&goarch=amd64', ['linux'], ['amd64']],
    ['pkg:oci/app@sha256%3Aab?arch=amd64&repository_url=registry.example.com', [], ['amd64']],
  ])('returns the platform of %s', (purl, os, arch) => {
    expect(platformOfPurl(purl)).toEqual({ os, arch });
  });

  it.each([
    null,
    'pkg:deb/debian/adduser@3.134?arch=all',
    'pkg:rpm/redhat/tzdata@2024a?arch=noarch',
    'pkg:rpm/redhat/bash@5.1?arch=src',
    'pkg:npm/left-pad@1.3.0',
    'pkg:npm/arch=amd64@1.0.0',
    'no purl?arch=amd64',
  ])('returns nothing for %s', (purl) => {
    expect(platformOfPurl(purl)).toEqual({ os: [], arch: [] });
  });
});
