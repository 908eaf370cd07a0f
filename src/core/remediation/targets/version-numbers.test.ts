import { describe, expect, it } from 'vitest';
import { isGoCommit, isPrerelease, isSameRelease, parseVersionNumbers } from './version-numbers.ts';
import type { SchemeId } from '../../vocabulary/package.ts';

describe('parseVersionNumbers', () => {
  it.each([
    ['1.2.3', '', ['1', '2', '3'], ''],
    ['v01.2', '', ['1', '2'], ''],
    ['go1.22rc1', '', ['1', '22'], 'rc1'],
    ['1!2.0', '1', ['2', '0'], ''],
    ['0:2.0-1', '', ['2', '0'], '-1'],
    ['1:2.0-1', '1', ['2', '0'], '-1'],
    ['2.0.RELEASE', '', ['2', '0'], '.RELEASE'],
  ])('parses %s', (text, epoch, numbers, rest) => {
    expect(parseVersionNumbers(text)).toEqual({ epoch, numbers, rest });
  });

  it.each(['', 'latest', 'Finchley.SR2', '${version}'])('returns undefined for %j', (text) => {
    expect(parseVersionNumbers(text)).toBeUndefined();
  });
});

describe('isPrerelease', () => {
  it.each<[SchemeId, readonly string[], readonly string[]]>([
    ['semver', ['1.0.0-rc.1', '1.0.0-0', '1.0.0beta'], ['1.0.0', '1.0.0+build', '1.0']],
    [
      'go',
      ['1.0.0-rc.1', 'go1.22rc1'],
      ['1.0.0+incompatible', '0.0.0-20190301021747-ccb9e902956d', '1.2.4-0.20190301021747-ccb9e902956d'],
    ],
    [
      'pep440',
      ['1.0a1', '1.0rc1', '1.0.dev3', '1.0.post1.dev2', '1.0-beta'],
      ['1.0', '1.0.post1', '1.0+cpu', '1.0+dev'],
    ],
    [
      'maven',
      ['1.0-alpha-1', '1.0.M2', '1.0-SNAPSHOT', '1.0.CR1', '1.0-rc1', '1.0-b03'],
      ['1.0', '1.0.Final', '1.0.RELEASE', '1.0-jre', '1.0-sp1', '31.1-android'],
    ],
    ['rubygems', ['1.0.pre', '1.0.0.rc1'], ['1.0', '1.0.0.1']],
    ['packagist', ['1.0-beta1', '1.0.0RC2', '1.0-dev'], ['1.0', 'v1.0.0', '1.0-p1', '1.0-stable']],
    ['nuget', ['1.0.0-preview.1'], ['1.0.0', '1.0.0.1']],
    ['pub', ['1.0.0-dev.1'], ['1.0.0', '1.0.0+1']],
    ['bitnami', ['1.0.0-rc1'], ['1.0.0-4', '1.0.0-r4']],
    ['debian', [], ['1.0~rc1-1', '1.0-1~deb12u1']],
    ['rpm', [], ['1.0~rc1-1.el9']],
    ['apk', [], ['1.0_rc1-r0']],
  ])('detects prereleases of %s', (scheme, before, after) => {
    expect(before.filter((version) => !isPrerelease(scheme, version))).toEqual([]);
    expect(after.filter((version) => isPrerelease(scheme, version))).toEqual([]);
  });
});

describe('isSameRelease', () => {
  it.each([
    ['2.0.0-rc.1', '2.0', true],
    ['2.0.0-rc.1', '2.0.1-rc.1', false],
    ['1!2.0', '2.0', false],
    ['latest', 'latest', false],
  ])('compares %s and %s: %s', (a, b, expected) => {
    expect(isSameRelease(a, b)).toBe(expected);
  });
});

describe('isGoCommit', () => {
  it.each([
    ['0.0.0-20190301021747-ccb9e902956d', true],
    ['v1.3.1-rc.1.0.20190301021747-ccb9e902956d', true],
    ['1.3.1-rc.1', false],
    ['1.3.1', false],
  ])('classifies %s: %s', (version, expected) => {
    expect(isGoCommit(version)).toBe(expected);
  });
});
