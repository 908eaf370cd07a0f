import { describe, expect, it } from 'vitest';
import { findPackages } from './find-packages.ts';
import { findSharedReleases } from './shared-releases.ts';

function debianPackage(version: string, qualifiers = '') {
  return {
    purls: [`pkg:deb/debian/a@${version}${qualifiers}`],
    group: undefined,
    version: undefined,
    source: undefined,
  };
}

describe('findSharedReleases', () => {
  it.each<[string, string[], string | undefined]>([
    ['one package that states it', ['1', '1+deb11u1'], '11'],
    ['packages that agree', ['1+deb11u1', '2+deb11u3', '1'], '11'],
    ['packages that disagree', ['1+deb11u1', '1+deb12u1', '1+deb11u2'], undefined],
    ['packages that do not state it', ['1', '2'], undefined],
  ])('finds the release for %s', (_, versions, release) => {
    expect(findSharedReleases(versions.map((version) => debianPackage(version))).get('Debian')).toBe(release);
  });

  it('ignores language packages', () => {
    expect(findSharedReleases([{ ...debianPackage('1'), purls: ['pkg:npm/a@1'] }]).size).toBe(0);
  });

  it('includes releases stated in purls', () => {
    const releases = findSharedReleases([debianPackage('1', '?distro=debian-12'), debianPackage('1+deb11u1')]);

    expect(releases.size).toBe(0);
  });

  it('is used for packages without other information, and reported as an assumption', () => {
    const sharedReleases = new Map([['Debian', '11']] as const);
    const found = (version: string, qualifiers?: string) =>
      findPackages(debianPackage(version, qualifiers), { sharedReleases }).packages.map(({ identity, assumptions }) => [
        identity.release,
        ...assumptions,
      ]);

    expect(found('1')).toEqual([['11', 'release-from-other-packages']]);
    expect(found('1+deb12u1')).toEqual([['12', 'release-from-version']]);
    expect(found('1', '?distro=debian-12')).toEqual([['12']]);
    expect(found('1', '?distro=sid')).toEqual([]);
  });
});
