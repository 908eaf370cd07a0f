import { describe, expect, it } from 'vitest';
import { findDebianRelease, findDebianReleaseInVersion } from './distro.ts';

describe('findDebianRelease', () => {
  it.each([
    ['debian-12', '12'],
    ['debian-11.6', '11'],
    ['Debian-10.2', '10'],
    ['debian:13', '13'],
    ['debian 9', '9'],
    ['debian-bookworm', '12'],
    ['distro=debian-12', '12'],
    ['distro=bookworm', '12'],
    ['jessie', '8'],
    ['stretch', '9'],
    ['buster', '10'],
    ['bullseye', '11'],
    ['bookworm', '12'],
    ['TRIXIE', '13'],
    ['12.5', '12'],
    ['12', '12'],
    [' 12 ', '12'],
  ])('reads %j as %s', (text, release) => {
    expect(findDebianRelease(text)).toBe(release);
  });

  it.each(['', 'debian', 'debian-', 'sid', 'testing', 'debian-unstable', 'debian-7', 'debian-99', '22.04', '3.19.1'])(
    'finds no release in %j',
    (text) => {
      expect(findDebianRelease(text)).toBeUndefined();
    },
  );

  it.each([
    'ubuntu-22.04',
    'ubuntu-12',
    'alpine-3.12',
    'rhel-9.4',
    'amazon-2 (Karoo)',
    '12x',
    '012',
    '12-debian',
    '1２',
  ])('does not take %j for Debian', (text) => {
    expect(findDebianRelease(text)).toBeUndefined();
  });
});

describe('findDebianReleaseInVersion', () => {
  it.each([
    ['1.1.1n-0+deb11u3', '11'],
    ['2.40-1~deb12u1', '12'],
    ['1:9.16.50-1~deb11u2', '11'],
  ])('sees in %s that it was built for %s', (version, release) => {
    expect(findDebianReleaseInVersion(version)).toBe(release);
  });

  it.each(['1.1.1n-0', '1.0+deb99u1', '1.0deb11u1', '3.1-1+b2', ''])('sees nothing in %j', (version) => {
    expect(findDebianReleaseInVersion(version)).toBeUndefined();
  });
});
