import { describe, expect, it } from 'vitest';
import type { PackageClaims } from '../identity/packages/find-packages.ts';
import { canonicalPackage, identifyPackage } from './identify-package.ts';
import type { PackageVersion } from './match.ts';

describe('identifyPackage', () => {
  it.each([
    ['pkg:npm/left-pad@1.3.0', ['npm..left-pad']],
    ['pkg:npm/%40types/node@1.3.0', ['npm..@types/node']],
    ['pkg:npm/JSONStream@1.3.0', ['npm..JSONStream', 'npm..jsonstream']],
    ['pkg:pypi/Zope.Interface@1.0', ['PyPI..zope-interface']],
    ['pkg:maven/org.x/Y@1.0', ['Maven..org.x:Y', 'Maven..:y']],
    [
      'pkg:maven/org.x-catalina/catalina@1.0',
      ['Maven..org.x-catalina:catalina', 'Maven..:catalina', 'Maven..:x-catalina'],
    ],
    ['pkg:maven/left-pad@1.0', ['Maven..left-pad', 'Maven..:left-pad']],
    ['pkg:maven/org.x/core@1.0', ['Maven..org.x:core']],
    ['pkg:deb/debian/openssl@1.0-1?distro=debian-12', ['Debian.12.openssl']],
    ['pkg:deb/debian/libssl3@1.0-1?distro=debian-12&upstream=openssl', ['Debian.12.libssl3', 'Debian.12.openssl']],
    ['pkg:deb/debian/openssl@1.0-1?distro=debian-12&upstream=openssl', ['Debian.12.openssl']],
    ['pkg:golang/github.com/godbus/dbus@v5.1.0#v5', ['Go..github.com/godbus/dbus/v5', 'Go..github.com/godbus/dbus']],
    [
      'pkg:rpm/redhat/openssl-libs@1-1.el9?upstream=openssl-1-1.el9.src.rpm',
      ['Red Hat.9.openssl-libs', 'Red Hat.9.openssl'],
    ],
    ['pkg:apk/wolfi/libcrypto3@3.1?upstream=openssl', ['Wolfi..libcrypto3', 'Wolfi..openssl']],
  ])('looks up %s under %j', (purl, keys) => {
    expect(keysOf(identify({ purls: [purl] }))).toEqual(keys);
  });

  it.each([
    [[], 'no-identity'],
    [['left-pad'], 'invalid-purl'],
    [['pkg:generic/left-pad@1.0'], 'unsupported-type'],
    [['pkg:npm/left-pad'], 'no-version'],
    [['pkg:npm/left-pad@git%2Bssh://git.example.com/x'], 'floating-ref'],
    [['pkg:swift/left-pad@1.0'], 'incomplete-name'],
    [['pkg:maven/org.x/y@%24%7Bversion%7D'], 'unresolved-placeholder'],
    [['pkg:deb/debian/openssl@1.0-1'], 'unknown-release'],
  ])('returns for %j the reason %s', (purls, reason) => {
    expect(identify({ purls })).toEqual({ keys: [], reason });
  });

  it.each([
    ['the sender before the purl', { distroOverride: 'debian-11', distro: 'debian-13' }, '?distro=debian-12', '11'],
    ['the purl before the document', { distro: 'debian-13' }, '?distro=debian-12', '12'],
    ['the document before the version', { distro: 'debian-13' }, '', '13'],
    ['the version if nothing else states it', {}, '', '12'],
  ])('takes the release from %s', (_case, options, qualifiers, release) => {
    const purl = `pkg:deb/debian/openssl@3.0.11-1~deb12u2${qualifiers}`;

    expect(identify({ purls: [purl] }, options)).toMatchObject({ package: { identity: { release } } });
  });

  it.each([
    'pkg:golang/x.example/y@v1.0.0',
    'pkg:deb/ubuntu/bash@5.1?distro=jammy',
    'pkg:rpm/fedora/bash@5.1-1.fc36',
    'pkg:rpm/amazon/bash@4.2-1.amzn2',
    'pkg:npm/left-pad@1.3.0',
  ])('identifies %s', (purl) => {
    const identified = identify({ purls: [purl] });

    expect(identified.package).toBeDefined();
    expect(identified.keys).not.toEqual([]);
    expect(identified.reason).toBeUndefined();
  });

  it.each([
    ['pkg:rpm/amzn/kernel@4.14.336-1.amzn2', undefined],
    ['pkg:rpm/amzn/kernel@5.15.43-20.123.amzn2', 'kernel-5.15'],
    ['pkg:rpm/amzn/kernel-headers@5.10.1-1.amzn2.0.1', 'kernel-5.10'],
    ['pkg:rpm/amzn/kernel@6.1.12-19.43.amzn2023', undefined],
    ['pkg:rpm/amzn/docker@20.10.25-1.amzn2?repository_id=amzn2extra-docker', 'docker'],
    ['pkg:rpm/amzn/docker@20.10.25-1.amzn2?repository_id=amzn2-core', undefined],
    ['pkg:rpm/ol/openssl@1.1.1g-15.ksplice1.el8_3?epoch=2', 'ksplice'],
    ['pkg:rpm/ol/gnutls@3.6.16-6.el8_7_fips?epoch=10', 'fips'],
    ['pkg:rpm/ol/openssl@1.1.1k-9.el8_7?epoch=1', undefined],
  ])('finds for %s the channel %s', (purl, channel) => {
    expect(identify({ purls: [purl] }).package?.identity.channel).toBe(channel);
  });

  it('prefers a package for all users to one of a channel', () => {
    const of = (repository: string) =>
      `pkg:rpm/redhat/bash@5.1-1.el9?repository_id=rhel-9-baseos${repository}__9_DOT_4`;
    const channelOf = (...repositories: string[]) =>
      identify({ purls: repositories.map(of) }).package?.identity.channel;

    expect(channelOf('-aus-rpms', '-eus-rpms')).toBe('eus:9.4');
    expect(channelOf('-eus-rpms', '-rpms', '-aus-rpms')).toBeUndefined();
  });

  it('uses the source of a tool if the purl has none', () => {
    const source = { name: 'openssl', version: '3.0.11-1' };
    const identified = identify({ purls: ['pkg:deb/debian/libssl3@3.0.11-1%2Bb1?distro=debian-12'], source });

    expect(keysOf(identified)).toEqual(['Debian.12.libssl3', 'Debian.12.openssl']);
    expect(identified).toMatchObject({ package: { identity: { source } } });
  });

  it('finds one package for several purls of it', () => {
    const purls = ['pkg:npm/left-pad@1.3.0?repository_url=a', 'pkg:npm/left-pad@1.3.0?repository_url=b'];

    expect(identify({ purls })).toMatchObject({ package: { assumptions: [] } });
  });

  it('prefers the purl with more details, without an assumption', () => {
    const short = 'pkg:deb/debian/libssl3@3.0.11-1~deb12u2';
    const full = `${short}?distro=debian-12&upstream=openssl`;

    for (const purls of [
      [short, full],
      [full, short],
    ]) {
      expect(identify({ purls })).toMatchObject({
        package: { assumptions: [], identity: { source: { name: 'openssl' } } },
      });
    }
  });

  it('reports an assumption if purls name different packages, and chooses the same one in any order', () => {
    const purls = ['pkg:npm/left-pad@1.3.0', 'pkg:npm/right-pad@1.3.0'];

    expect(identify({ purls })).toMatchObject({ package: { assumptions: ['several-packages'] } });
    expect(identify({ purls: purls.toReversed() })).toEqual(identify({ purls }));
  });
});

describe('canonicalPackage', () => {
  const base: PackageVersion = {
    identity: { family: 'Debian', release: '12', name: 'libssl3', source: { name: 'openssl', version: undefined } },
    version: '1.0-1',
    assumptions: ['a', 'b'],
  };

  it('is equal for equal package versions', () => {
    expect(canonicalPackage({ ...base, assumptions: ['b', 'a'] })).toBe(canonicalPackage(base));
    expect(canonicalPackage(JSON.parse(JSON.stringify(base)) as PackageVersion)).toBe(canonicalPackage(base));
  });

  it('is short for a package without optional fields', () => {
    const identity = { family: 'npm', release: '', name: 'a', source: undefined } as const;

    expect(canonicalPackage({ identity, version: '1', assumptions: [] })).toBe('["npm","","a",null,"1",[]]');
  });

  it.each<Partial<PackageVersion>>([
    { version: '1.0-2' },
    { assumptions: [] },
    { identity: { ...base.identity, release: '11' } },
    { identity: { ...base.identity, source: undefined } },
    { identity: { ...base.identity, source: { name: 'openssl', version: '1.0-1' } } },
    { identity: { ...base.identity, alsoNamed: ['x'] } },
    { identity: { ...base.identity, channel: 'pro' } },
    { identity: { ...base.identity, module: '' } },
    { identity: { ...base.identity, epochUnknown: true } },
  ])('differs with %j', (changes) => {
    expect(canonicalPackage({ ...base, ...changes })).not.toBe(canonicalPackage(base));
  });
});

function identify(
  component: Partial<PackageClaims>,
  options: Parameters<typeof identifyPackage>[1] = {},
): ReturnType<typeof identifyPackage> {
  return identifyPackage({ purls: [], group: undefined, version: undefined, source: undefined, ...component }, options);
}

function keysOf(identified: ReturnType<typeof identifyPackage>): string[] {
  return identified.keys.map((key) => key.replaceAll('\u001F', '.'));
}
