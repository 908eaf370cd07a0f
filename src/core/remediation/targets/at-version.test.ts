import { describe, expect, it } from 'vitest';
import type { PackageVersion } from '../../match/match.ts';
import { atVersion } from './at-version.ts';

function aPackage(version: string, source?: string): PackageVersion {
  return {
    identity: {
      family: 'Debian',
      release: '12',
      name: 'bsdutils',
      source: source === undefined ? undefined : { name: 'util-linux', version: source },
    },
    version,
    assumptions: [],
  };
}

describe('atVersion', () => {
  it.each([
    ['without a source', aPackage('1.0-1'), '1.0-1', '1.1-1', aPackage('1.1-1')],
    ['with the same version', aPackage('1.0-1', '1.0-1'), '1.0-1', '1.1-1', aPackage('1.1-1', '1.1-1')],
    ['with an epoch of its own', aPackage('1:2.36-8', '2.36-8'), '2.36-8', '2.36-9', aPackage('1:2.36-9', '2.36-9')],
    ['by its own version', aPackage('4:5.26-1', '5.26-1'), '4:5.26-1', '4:5.26-2', aPackage('4:5.26-2', '5.26-2')],
    ['with a rebuild', aPackage('1.0-1+b2', '1.0-1'), '1.0-1', '1.1-1', aPackage('1.1-1', '1.1-1')],
    ['with a version of its own', aPackage('0:1.28-4', '5.26-1'), '5.26-1', '5.26-2', aPackage('0:1.28-4', '5.26-2')],
  ])('replaces the versions of a package %s', (_, packageVersion, axis, version, expected) => {
    expect(atVersion(packageVersion, axis, version)).toEqual(expected);
  });
});
