import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LIMITS } from '../limits.ts';
import { findPackages, type FindPackagesOptions, type PackageClaims } from './find-packages.ts';
import type { CannotAssessReason } from './package-identity.ts';

function someClaims(claims: Partial<PackageClaims>): PackageClaims {
  return { purls: [], group: undefined, version: undefined, source: undefined, ...claims };
}

function find(purl: string, claims: Partial<PackageClaims> = {}, options: FindPackagesOptions = {}) {
  return findPackages(someClaims({ purls: [purl], ...claims }), options);
}

/** Family, release, name and version in one text. */
function summaryOf(purl: string, claims: Partial<PackageClaims> = {}, options: FindPackagesOptions = {}): string {
  const { packages, reason } = find(purl, claims, options);
  return (
    packages
      .map(({ identity, version }) => [identity.family, identity.release, identity.name, version].join(' '))
      .join() || String(reason)
  );
}

describe('a package of a language', () => {
  it.each([
    ['pkg:npm/lodash@4.17.20', 'npm  lodash 4.17.20'],
    ['pkg:npm/%40types/node@18.0.0', 'npm  @types/node 18.0.0'],
    ['pkg:npm/acme/component@1', 'npm  @acme/component 1'],
    ['pkg:npm/JSONStream@1.3.5', 'npm  JSONStream 1.3.5'],
    ['pkg:npm/my-babel@npm%3A%40babel%2Fcore%407.0.0', 'npm  @babel/core 7.0.0'],
    ['pkg:npm/my-lodash@npm%3Alodash%404.0.0', 'npm  lodash 4.0.0'],
    ['pkg:pypi/Zope.Interface@5.0', 'PyPI  zope-interface 5.0'],
    [
      'pkg:maven/org.apache.logging.log4j/log4j-core@2.14.1?type=jar',
      'Maven  org.apache.logging.log4j:log4j-core 2.14.1',
    ],
  ])('%s is %s', (purl, summary) => {
    expect(summaryOf(purl)).toBe(summary);
  });

  it('takes from the component what the purl leaves out', () => {
    expect(summaryOf('pkg:npm/jose', { version: '4.0.0' })).toBe('npm  jose 4.0.0');
    expect(summaryOf('pkg:npm/jose@4.0.0', { group: '@types' })).toBe('npm  @types/jose 4.0.0');
    expect(summaryOf('pkg:npm/jose@4.0.0', { group: 'types' })).toBe('npm  @types/jose 4.0.0');
    expect(summaryOf('pkg:maven/log4j@1.2.17', { group: 'log4j' })).toBe('Maven  log4j:log4j 1.2.17');
  });

  it('lets the purl win', () => {
    expect(summaryOf('pkg:npm/%40a/b@1', { version: '2', group: '@c' })).toBe('npm  @a/b 1');
    expect(summaryOf('pkg:maven/a/b@1', { version: '2', group: 'c' })).toBe('Maven  a:b 1');
  });

  it('has neither release nor source', () => {
    const [found] = find('pkg:npm/a@1?distro=debian-12&upstream=x', {}, { distro: 'debian-12' }).packages;

    expect(found).toEqual({
      identity: { family: 'npm', release: '', name: 'a', source: undefined },
      version: '1',
      assumptions: [],
    });
  });
});

describe('a component that cannot be assessed', () => {
  it.each<[string, CannotAssessReason]>([
    ['pkg:npm/%00@1', 'invalid-purl'],
    ['nonsense', 'invalid-purl'],
    ['pkg:npm/a%20b@1', 'invalid-purl'],
    ['pkg:npm/a/b/c@1', 'invalid-purl'],
    ['pkg:npm/foo@npm:@bar/baz@1.0', 'invalid-purl'],
    ['pkg:pypi/:sys-platform@1', 'invalid-purl'],
    ['pkg:pypi/a/b@1', 'invalid-purl'],
    ['pkg:pypi/-@1', 'invalid-purl'],
    ['pkg:maven/a/b%20c@1', 'invalid-purl'],
    ['pkg:deb/debian/a%20b@1?distro=debian-12', 'invalid-purl'],
    ['pkg:deb/ubuntu/bash@5', 'unsupported-type'],
    ['pkg:golang/x@v1', 'unsupported-type'],
    ['pkg:maven/log4j@1.2.17', 'incomplete-name'],
    ['pkg:maven/a/b@%24%7Bversion%7D', 'unresolved-placeholder'],
    ['pkg:maven/%24%7Bproject.groupId%7D/b@1', 'unresolved-placeholder'],
    ['pkg:maven/a/b-%24%7Bscala.version%7D@1', 'unresolved-placeholder'],
    ['pkg:maven/a/b@%5B1.0%2C2.0%29', 'floating-ref'],
    ['pkg:maven/a/b@LATEST', 'floating-ref'],
    ['pkg:npm/a@git%2Bssh%3A%2F%2Fgit%40example.com%2Fa.git', 'floating-ref'],
    ['pkg:npm/a@file%3A..%2Fa', 'floating-ref'],
    ['pkg:npm/a@link%3A..%2Fa', 'floating-ref'],
    ['pkg:npm/a@workspace%3A%2A', 'floating-ref'],
    ['pkg:npm/a@owner%2Frepository%23main', 'floating-ref'],
    ['pkg:npm/a@https%3A%2F%2Fexample.com%2Fa.tgz', 'floating-ref'],
    ['pkg:pypi/a@git%2Bhttps%3A%2F%2Fexample.com%2Fa', 'floating-ref'],
    ['pkg:npm/a', 'no-version'],
    ['pkg:npm/a@npm%3Ab', 'no-version'],
    [`pkg:npm/a@${'1'.repeat(LIMITS.componentVersionCharactersMax + 1)}`, 'unparsable-version'],
    ['pkg:deb/debian/a', 'no-version'],
    ['pkg:deb/debian/a@1', 'unknown-release'],
    ['pkg:deb/debian/a@1?distro=sid', 'unknown-release'],
  ])('%s has the reason %s', (purl, reason) => {
    expect(find(purl)).toEqual({ packages: [], reason });
  });

  it('without a purl has no identity, whatever its name', () => {
    expect(findPackages(someClaims({ version: '1' }))).toEqual({ packages: [], reason: 'no-identity' });
  });
});

describe('a package of Debian', () => {
  it.each<[string, string, FindPackagesOptions]>([
    ['pkg:deb/debian/bash@5.1?distro=debian-11', 'Debian 11 bash 5.1', {}],
    ['pkg:deb/debian/bash@5.1?distro=bookworm', 'Debian 12 bash 5.1', {}],
    ['pkg:deb/debian/bash@5.1?distro=debian-11', 'Debian 11 bash 5.1', { distro: 'debian-12' }],
    ['pkg:deb/debian/bash@5.1?distro=debian-11', 'Debian 12 bash 5.1', { distroOverride: 'debian-12' }],
    ['pkg:deb/debian/bash@5.1', 'Debian 12 bash 5.1', { distro: 'debian-12.4' }],
    ['pkg:deb/debian/bash@5.1', 'unknown-release', { distro: 'ubuntu-22.04' }],
    ['pkg:deb/debian/bash@5.1%2Bdeb11u1', 'Debian 12 bash 5.1+deb11u1', { distro: 'debian-12' }],
    ['pkg:deb/debian/bash@5.1%2Bdeb11u1', 'unknown-release', { distro: 'ubuntu-22.04' }],
    ['pkg:deb/debian/bash@2:5.1?distro=12', 'Debian 12 bash 2:5.1', {}],
    ['pkg:deb/debian/bash@5.1?distro=12&epoch=1', 'Debian 12 bash 1:5.1', {}],
    ['pkg:deb/debian/bash@2:5.1?distro=12&epoch=1', 'Debian 12 bash 1:5.1', {}],
    ['pkg:deb/debian/bash@5.1?distro=12&epoch=x', 'Debian 12 bash 5.1', {}],
    ['pkg:deb/debian/libstdc++6@10?distro=12', 'Debian 12 libstdc++6 10', {}],
  ])('%s is %s', (purl, summary, options) => {
    expect(summaryOf(purl, {}, options)).toBe(summary);
  });

  it('takes the release from its version when nothing else names one, and says so', () => {
    const [found] = find('pkg:deb/debian/openssl@1.1.1n-0+deb11u3').packages;

    expect(found?.identity.release).toBe('11');
    expect(found?.assumptions).toEqual(['release-from-version']);
  });

  it.each([
    ['pkg:deb/debian/libc6@2.31?distro=11&upstream=glibc', undefined, { name: 'glibc', version: undefined }, []],
    [
      'pkg:deb/debian/libc6@2.31?distro=11&upstream=glibc%402.31-13',
      undefined,
      { name: 'glibc', version: '2.31-13' },
      [],
    ],
    [
      'pkg:deb/debian/libc6@2.31?distro=11',
      { name: 'glibc', version: '2.31-13' },
      { name: 'glibc', version: '2.31-13' },
      [],
    ],
    [
      'pkg:deb/debian/libc6@2.31?distro=11&upstream=glibc',
      { name: 'other', version: '1' },
      { name: 'glibc', version: undefined },
      [],
    ],
    ['pkg:deb/debian/bash@5.1?distro=11', undefined, undefined, []],
    [
      'pkg:deb/debian/linux-image-6.1.0-18-amd64@6.1?distro=12',
      undefined,
      { name: 'linux', version: undefined },
      ['source-from-name'],
    ],
    [
      'pkg:deb/debian/linux-image-6.1.0-18-amd64@6.1.76-1?distro=12&upstream=linux-signed-amd64%406.1.76%2B1',
      undefined,
      { name: 'linux', version: undefined },
      [],
    ],
  ])('%s with the property %j is from %j', (purl, property, source, assumptions) => {
    const [found] = find(purl, { source: property }).packages;

    expect(found?.identity.source).toEqual(source);
    expect(found?.assumptions).toEqual(assumptions);
  });
});

describe('several purls', () => {
  it('of one package are one package', () => {
    const purls = ['pkg:maven/a/b@1?repository_url=x', 'pkg:maven/a/b@1?repository_url=y', 'PKG:maven/a/b@1'];

    expect(findPackages(someClaims({ purls })).packages).toHaveLength(1);
  });

  it('of which one can be assessed are enough', () => {
    const purls = ['pkg:generic/b@1', 'pkg:npm/b@1', 'nonsense'];

    expect(findPackages(someClaims({ purls }))).toMatchObject({ packages: [{ version: '1' }], reason: undefined });
  });

  it('are the same packages, and give the same reason, in any order', () => {
    const purl = fc.constantFrom(
      'pkg:npm/a@1',
      'pkg:npm/b@1',
      'pkg:npm/a',
      'pkg:x/a@1',
      'x',
      'pkg:deb/debian/a@1',
      'pkg:maven/a@1',
    );
    const shuffled = fc
      .array(purl)
      .chain((purls) => fc.tuple(fc.constant(purls), fc.shuffledSubarray(purls, { minLength: purls.length })));
    fc.assert(
      fc.property(shuffled, ([purls, others]) => {
        expect(findPackages(someClaims({ purls: others }))).toEqual(findPackages(someClaims({ purls })));
      }),
    );
  });

  it('of any text never throw', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (text, version) => {
        const purls = [text, `pkg:npm/${text}`, `pkg:deb/debian/${text}?distro=12`, `pkg:maven/${text}/${text}`];
        const { packages, reason } = findPackages(someClaims({ purls, version, group: text }), { distro: text });

        expect(packages.length > 0).toBe(reason === undefined);
      }),
    );
  });
});
