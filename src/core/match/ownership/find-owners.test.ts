import { describe, expect, it } from 'vitest';
import { aComponent } from '../../../../test/support/inventories.ts';
import { LIMITS } from '../../limits.ts';
import type { Component } from '../../sbom/inventory.ts';
import { identifyComponents } from '../components/component-set.ts';
import { findOwners, upstreamVersions } from './find-owners.ts';
import type { SchemeId } from '../../vocabulary/package.ts';

const NO_CONTEXT = { distroOverride: undefined, image: undefined };
const DIST = '/usr/lib/python3/dist-packages';

function aPackage(purl: string, ...paths: readonly string[]): Component {
  return aComponent({ purls: [purl], version: undefined, details: { locations: paths.map((path) => ({ path })) } });
}

function aDeb(name: string, version: string, upstream = ''): Component {
  return aPackage(`pkg:deb/debian/${name}@${version}?distro=debian-12${upstream}`, '/var/lib/dpkg/status');
}

/** Returns `owned <- owners`, by index, with the certainty. */
function ownersIn(components: readonly Component[], pairs: readonly number[] = []): string[] {
  const ownerships = Int32Array.from(pairs);
  const identified = identifyComponents({ components, distro: undefined, tool: undefined }, NO_CONTEXT);
  const found = [...findOwners({ components, ownerships }, identified)];
  return found.map(([owned, { ownership, owners }]) => `${owned} <- ${owners.join(' ')} ${ownership}`);
}

describe('findOwners', () => {
  it('uses the owners stated in the document', () => {
    expect(ownersIn([aDeb('npm', '9.2.0-1'), aPackage('pkg:npm/ini@1.0.0')], [0, 1])).toEqual(['1 <- 0 certain']);
  });

  it('prefers stated owners to probable ones', () => {
    const components = [
      aDeb('python3-six', '1.16.0-4'),
      aDeb('x', '1'),
      aPackage('pkg:pypi/six@1.16.0', `${DIST}/six`),
    ];

    expect(ownersIn(components, [1, 2])).toEqual(['2 <- 1 certain']);
  });

  it('keeps only as many owners as needed to detect that there are too many', () => {
    const many = Array.from({ length: LIMITS.ownersPerComponentMax + 10 }, (_, n) => [n + 1, 0]).flat();

    const [first = ''] = ownersIn([aPackage('pkg:npm/ini@1.0.0')], many);

    expect(first.split(' ')).toHaveLength(LIMITS.ownersPerComponentMax + 1 + 3);
  });

  it.each<[string, Component, Component]>([
    [
      'Debian',
      aDeb('python3-six', '1.16.0-4'),
      aPackage('pkg:pypi/six@1.16.0', `${DIST}/six.egg-info/PKG-INFO`, `${DIST}/six`),
    ],
    [
      'Debian, after repacking',
      aDeb('node-semver', '7.3.5+dfsg-2'),
      aPackage('pkg:npm/semver@7.3.5', '/usr/share/nodejs/semver/package.json'),
    ],
    [
      'Debian, by its source',
      aDeb('python3-gi', '3.42.2-3', '&upstream=pygobject'),
      aPackage('pkg:pypi/PyGObject@3.42.2', `${DIST}/PyGObject.egg-info`),
    ],
    [
      'Ubuntu',
      aPackage('pkg:deb/ubuntu/python3-six@1.16.0-3ubuntu1?distro=ubuntu-22.04'),
      aPackage('pkg:pypi/six@1.16.0', `${DIST}/six`),
    ],
    [
      'Red Hat',
      aPackage('pkg:rpm/redhat/python3-dateutil@2.8.1-7.el9?epoch=1'),
      aPackage('pkg:pypi/python-dateutil@2.8.1', '/usr/lib/python3.9/site-packages/x'),
    ],
    [
      'Fedora, which has no advisories',
      aPackage('pkg:rpm/fedora/python3-six@1.16.0-8.fc37'),
      aPackage('pkg:pypi/six@1.16.0', '/usr/lib/python3.11/site-packages/x'),
    ],
    [
      'Alpine',
      aPackage('pkg:apk/alpine/py3-pip@22.3.1-r1?distro=3.17'),
      aPackage('pkg:pypi/pip@22.3.1', 'usr/lib/python3.10/site-packages/x'),
    ],
    [
      'any, in another spelling of the version',
      aDeb('python3-six', '1.16-4'),
      aPackage('pkg:pypi/six@1.16.0', `${DIST}/six`),
    ],
    [
      'any, with Java',
      aDeb('libcommons-io-java', '2.11.0-2'),
      aPackage('pkg:maven/commons-io/commons-io@2.11.0', '/usr/share/java/commons-io.jar'),
    ],
    [
      'any, with Ruby',
      aDeb('ruby-rack', '2.2.6.4-1+deb12u1'),
      aPackage('pkg:gem/rack@2.2.6.4', '/usr/share/rubygems-integration/all/specifications/rack.gemspec'),
    ],
  ])('finds the probable owner in %s by name, upstream version and location', (_, system, language) => {
    expect(ownersIn([system, language])).toEqual(['1 <- 0 probable']);
    expect(ownersIn([language, system])).toEqual(['0 <- 1 probable']);
  });

  it.each<[string, Component, Component]>([
    ['the version is another', aDeb('python3-six', '1.16.0-4'), aPackage('pkg:pypi/six@1.17.0', `${DIST}/six`)],
    ['the name is another', aDeb('python3-sixth', '1.16.0-4'), aPackage('pkg:pypi/six@1.16.0', `${DIST}/six`)],
    [
      'it is in /usr/local',
      aDeb('python3-six', '1.16.0-4'),
      aPackage('pkg:pypi/six@1.16.0', '/usr/local/lib/python3.11/dist-packages/six'),
    ],
    [
      'it is in a second place',
      aDeb('python3-six', '1.16.0-4'),
      aPackage('pkg:pypi/six@1.16.0', `${DIST}/six`, '/app/six'),
    ],
    ['its location is unknown', aDeb('python3-six', '1.16.0-4'), aPackage('pkg:pypi/six@1.16.0')],
    [
      'the place is that of another language',
      aDeb('python3-six', '1.16.0-4'),
      aPackage('pkg:pypi/six@1.16.0', '/usr/share/nodejs/six/package.json'),
    ],
    [
      'the name is that of a package in another language',
      aDeb('python3-semver', '7.3.5-1'),
      aPackage('pkg:npm/semver@7.3.5', '/usr/share/nodejs/semver/package.json'),
    ],
    [
      'the other is not an operating system package',
      aPackage('pkg:pypi/python3-six@1.16.0'),
      aPackage('pkg:pypi/six@1.16.0', `${DIST}/six`),
    ],
    [
      'it is one itself',
      aDeb('python3-six', '1.16.0-4'),
      aPackage('pkg:deb/debian/six@1.16.0-4?distro=debian-12', `${DIST}/six`),
    ],
    ['it has no version', aDeb('python3-six', '1.16.0-4'), aPackage('pkg:pypi/six', `${DIST}/six`)],
  ])('finds no owner if %s', (_, system, language) => {
    expect(ownersIn([system, language])).toEqual([]);
  });

  it('prefers the package named after it, and returns all equally good ones', () => {
    const source = '&upstream=rpm';
    const components = [
      aDeb('rpm', '4.18.0-3', source),
      aDeb('python3-rpm', '4.18.0-3', source),
      aDeb('python-rpm', '4.18.0-3', source),
      aDeb('python3-rpm-tools', '4.18.0-3', source),
      aPackage('pkg:pypi/rpm@4.18.0', `${DIST}/rpm.egg-info`),
    ];

    expect(ownersIn(components)).toEqual(['4 <- 1 2 probable']);
  });
});

describe('upstreamVersions', () => {
  it.each<[string, SchemeId, string]>([
    ['1.16.0-4', 'debian', '1.16.0'],
    ['1:2.0.1-2+deb12u1', 'debian', '2.0.1'],
    ['2.0.1+dfsg-2', 'debian', '2.0.1'],
    ['2.0.1+dfsg1.1-2', 'debian', '2.0.1'],
    ['2.0.1~ds1-1', 'debian', '2.0.1'],
    ['2.0.1.dfsg-1', 'debian', '2.0.1'],
    ['5.2+really4.3-1', 'debian', '4.3'],
    ['2.6.0+bzr6595-6', 'debian', '2.6.0+bzr6595'],
    ['1.0+git20200101.abc-1', 'debian', '1.0'],
    ['1.0~rc1-1', 'debian', '1.0rc1'],
    ['1.0', 'debian', '1.0'],
    ['4.16.1.3-29.el9', 'rpm', '4.16.1.3'],
    ['1:10.7.0-1.20.14.0.1.module+el9.4.0+22015+c05247b8', 'rpm', '10.7.0'],
    ['1.0~beta2-1.fc36', 'rpm', '1.0beta2'],
    ['22.1.1-r0', 'apk', '22.1.1'],
    ['1.0_rc1-r2', 'apk', '1.0rc1'],
  ])('derives from %s (%s) the version %s', (version, scheme, upstream) => {
    expect(upstreamVersions(version, scheme)).toContain(upstream);
  });

  it.each(['', '-1', '1:', ':'])('returns no empty version for %j', (version) => {
    for (const each of upstreamVersions(version, 'debian')) expect(each).not.toBe('');
  });
});
