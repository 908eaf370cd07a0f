import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LIMITS } from '../../limits.ts';
import { type FindPackagesOptions, type PackageClaims, findPackages } from './find-packages.ts';
import type { CannotAssessReason } from '../../vocabulary/package.ts';

function someClaims(claims: Partial<PackageClaims>): PackageClaims {
  return { purls: [], group: undefined, version: undefined, source: undefined, ...claims };
}

function find(purl: string, claims: Partial<PackageClaims> = {}, options: FindPackagesOptions = {}) {
  return findPackages(someClaims({ purls: [purl], ...claims }), options);
}

/** Returns family, release, name and version in one text. */
function summaryOf(purl: string, claims: Partial<PackageClaims> = {}, options: FindPackagesOptions = {}): string {
  const { packages, reason } = find(purl, claims, options);
  return (
    packages
      .map(({ identity, version }) => [identity.family, identity.release, identity.name, version].join(' '))
      .join() || String(reason)
  );
}

describe('a language package', () => {
  it.each([
    ['pkg:npm/lodash@4.17.20', 'npm  lodash 4.17.20'],
    ['pkg:npm/%40types/node@18.0.0', 'npm  @types/node 18.0.0'],
    ['pkg:npm/acme/component@1', 'npm  @acme/component 1'],
    ['pkg:npm/JSONStream@1.3.5', 'npm  JSONStream 1.3.5'],
    ['pkg:npm/my-babel@npm%3A%40babel%2Fcore%407.0.0', 'npm  @babel/core 7.0.0'],
    ['pkg:npm/my-lodash@npm%3Alodash%404.0.0', 'npm  lodash 4.0.0'],
    ['pkg:pypi/Zope.Interface@5.0', 'PyPI  zope-interface 5.0'],
    ['pkg:pypi/twisted%5Btls%5D@22.1.0', 'PyPI  twisted 22.1.0'],
    ['pkg:pypi/Twisted[conch,tls]@22.1.0', 'PyPI  twisted 22.1.0'],
    ['pkg:maven/log4j-core@2.14.1', 'Maven  log4j-core 2.14.1'],
    ['pkg:maven/org.slf4j/slf4j-api-1.7.32@1.7.32', 'Maven  org.slf4j:slf4j-api 1.7.32'],
    ['pkg:maven/a/acme-api-2@2', 'Maven  a:acme-api-2 2'],
    ['pkg:maven/a/log4j-1.2-api@2.17.1', 'Maven  a:log4j-1.2-api 2.17.1'],
    [
      'pkg:maven/org.apache.logging.log4j/log4j-core@2.14.1?type=jar',
      'Maven  org.apache.logging.log4j:log4j-core 2.14.1',
    ],
    ['pkg:golang/github.com/BurntSushi/toml@v1.2.0', 'Go  github.com/burntsushi/toml v1.2.0'],
    ['pkg:golang/github.com/%21burnt%21sushi/toml@v1.2.0', 'Go  github.com/burntsushi/toml v1.2.0'],
    ['pkg:golang/gopkg.in/yaml.v2@v2.4.0', 'Go  gopkg.in/yaml.v2 v2.4.0'],
    ['pkg:golang/github.com/godbus/dbus@v5.1.0#v5', 'Go  github.com/godbus/dbus/v5 v5.1.0'],
    ['pkg:golang/stdlib@1.20', 'Go  stdlib 1.20'],
    ['pkg:golang/std@go1.22.1', 'Go  stdlib go1.22.1'],
    ['pkg:golang/net/http@go1.22.1', 'Go  net/http go1.22.1'],
    ['pkg:golang/stdlib@1.22.1', 'Go  stdlib 1.22.1'],
    ['pkg:golang/x.example/y@v0.0.0-20180130184737-2c6c146eadee', 'Go  x.example/y v0.0.0-20180130184737-2c6c146eadee'],
    ['pkg:cargo/Serde_JSON@1.0.0', 'crates.io  serde_json 1.0.0'],
    ['pkg:gem/RedCloth@4.3.2', 'RubyGems  RedCloth 4.3.2'],
    ['pkg:gem/nokogiri@1.15.0-x86_64-linux', 'RubyGems  nokogiri 1.15.0'],
    ['pkg:gem/nokogiri@1.15.0-arm64-darwin', 'RubyGems  nokogiri 1.15.0'],
    ['pkg:gem/jruby-jars@9.4.0-java', 'RubyGems  jruby-jars 9.4.0'],
    ['pkg:gem/a@1.0-1', 'RubyGems  a 1.0-1'],
    ['pkg:nuget/Newtonsoft.Json@13.0.1', 'NuGet  newtonsoft.json 13.0.1'],
    ['pkg:dotnet-core/System.Memory@4.5.4', 'NuGet  system.memory 4.5.4'],
    ['pkg:composer/Drupal/Core@9.5.0', 'Packagist  drupal/core 9.5.0'],
    ['pkg:composer/a/b@1.2.0-dev', 'Packagist  a/b 1.2.0-dev'],
    ['pkg:hex/Phoenix@1.7.0', 'Hex  phoenix 1.7.0'],
    ['pkg:conan/bincrafters/zlib@1.2.11?channel=stable', 'ConanCenter  zlib 1.2.11'],
    ['pkg:pub/http@0.13.5', 'Pub  http 0.13.5'],
    ['pkg:julia/HTTP@1.0.0?uuid=cd3eb016', 'Julia  HTTP 1.0.0'],
    ['pkg:swift/github.com/Apple/Swift-NIO.git@2.0.0', 'SwiftURL  github.com/apple/swift-nio 2.0.0'],
    [
      'pkg:cocoapods/AFNetworking@4.0.1?vcs_url=https://github.com/AFNetworking/AFNetworking.git',
      'SwiftURL  github.com/afnetworking/afnetworking 4.0.1',
    ],
    ['pkg:github/Actions/Checkout@v4.1.1', 'GitHub Actions  actions/checkout v4.1.1'],
    [
      'pkg:github/actions/toolkit/packages/cache@2235d5d7f7fe46ce1e0d54b7831c5681633b25cc',
      'GitHub Actions  actions/toolkit 2235d5d7f7fe46ce1e0d54b7831c5681633b25cc',
    ],
    ['pkg:cran/readxl@1.4.0', 'CRAN  readxl 1.4.0'],
    ['pkg:bioconductor/Biobase@2.60.0', 'Bioconductor  Biobase 2.60.0'],
    ['pkg:hackage/aeson@2.0.0.0', 'Hackage  aeson 2.0.0.0'],
    ['pkg:bitnami/Elasticsearch@8.9.1-3?arch=arm64', 'Bitnami  elasticsearch 8.9.1-3'],
    ['pkg:vscode-extension/ms-python/Python@2023.1.0', 'VSCode  ms-python.python 2023.1.0'],
    ['pkg:vscode/ms-python.python@2023.1.0', 'VSCode  ms-python.python 2023.1.0'],
    ['pkg:generic/linux@6.1.2', 'Linux  Kernel 6.1.2'],
    ['pkg:generic/linux-kernel@v6.2-rc1', 'Linux  Kernel v6.2-rc1'],
  ])('with the purl %s is %s', (purl, summary) => {
    expect(summaryOf(purl)).toBe(summary);
  });

  it('takes missing parts of the purl from the component', () => {
    expect(summaryOf('pkg:npm/jose', { version: '4.0.0' })).toBe('npm  jose 4.0.0');
    expect(summaryOf('pkg:npm/jose@4.0.0', { group: '@types' })).toBe('npm  @types/jose 4.0.0');
    expect(summaryOf('pkg:npm/jose@4.0.0', { group: 'types' })).toBe('npm  @types/jose 4.0.0');
    expect(summaryOf('pkg:maven/log4j@1.2.17', { group: 'log4j' })).toBe('Maven  log4j:log4j 1.2.17');
  });

  it('prefers the purl to the fields of the component', () => {
    expect(summaryOf('pkg:npm/%40a/b@1', { version: '2', group: '@c' })).toBe('npm  @a/b 1');
    expect(summaryOf('pkg:maven/a/b@1', { version: '2', group: 'c' })).toBe('Maven  a:b 1');
  });

  it('has neither a release nor a source', () => {
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
    ['pkg:deb/ubuntu/bash@5', 'unknown-release'],
    ['pkg:deb/a@1', 'unknown-release'],
    ['pkg:deb/kali/bash@5', 'no-feed-for-release'],
    ['pkg:rpm/google/chrome@1', 'no-feed-for-release'],
    ['pkg:rpm/debian/bash@5', 'invalid-purl'],
    ['pkg:rpm/redhat/bash@5', 'unknown-release'],
    ['pkg:rpm/redhat/a@1.0-1.el8sat', 'no-feed-for-release'],
    ['pkg:rpm/redhat/a@1.0-1.el8?repository_id=epel-8-x86_64', 'no-feed-for-release'],
    ['pkg:rpm/redhat/gpg-pubkey@5a6340b3-6229229e?distro=rhel-9', 'not-a-package'],
    ['pkg:rpm/redhat/openssl-debuginfo@3.0.7-18.el9', 'not-a-package'],
    ['pkg:rpm/redhat/openssl-debugsource@3.0.7-18.el9', 'not-a-package'],
    ['pkg:deb/debian/postgresql-15@15.3-1.pgdg110%2B1?distro=debian-11', 'no-feed-for-release'],
    ['pkg:golang/./staging/src@v1', 'no-identity'],
    ['pkg:golang/x.example/y@%28devel%29', 'devel-build'],
    ['pkg:golang/k8s.io/api@v0.0.0', 'devel-build'],
    ['pkg:golang/stdlib@1.22', 'floating-ref'],
    ['pkg:golang/toolchain@go1.23', 'floating-ref'],
    ['pkg:golang/std@go1.23', 'floating-ref'],
    ['pkg:golang/net/http@go1.23', 'floating-ref'],
    ['pkg:pypi/%5Btls%5D@1', 'invalid-purl'],
    ['pkg:npm/%22lodash%22@4.17.20', 'invalid-purl'],
    ['pkg:nuget/%22a%22@1.0', 'invalid-purl'],
    ['pkg:golang/x.example/y', 'no-version'],
    ['pkg:golang/x.example/y@UNKNOWN', 'no-version'],
    ['pkg:golang/x.example/a%20b@v1', 'invalid-purl'],
    ['pkg:golang/net/http@go1.22', 'floating-ref'],
    ['pkg:cargo/a%20b@1', 'invalid-purl'],
    ['pkg:nuget/a@1.%2A', 'floating-ref'],
    ['pkg:nuget/a@%24%28Version%29', 'unresolved-placeholder'],
    ['pkg:composer/php@8.1', 'incomplete-name'],
    ['pkg:composer/a/b@dev-main', 'floating-ref'],
    ['pkg:composer/a/b@1.x-dev', 'floating-ref'],
    ['pkg:composer/a/b@9999999-dev', 'floating-ref'],
    ['pkg:composer/a/b@1.2.9999999.9999999-dev', 'floating-ref'],
    ['pkg:swift/a@1', 'incomplete-name'],
    ['pkg:cocoapods/AFNetworking@4.0.1', 'unsupported-type'],
    ['pkg:github/checkout@v4.1.1', 'incomplete-name'],
    ['pkg:github/actions/checkout@v4', 'floating-ref'],
    ['pkg:github/actions/checkout@main', 'floating-ref'],
    ['pkg:github/actions/checkout@2235d5d', 'floating-ref'],
    ['pkg:vscode/python@2023.1.0', 'incomplete-name'],
    ['pkg:generic/linux@5.10.0-8-amd64', 'unsupported-type'],
    ['pkg:generic/openssl@3.0.7', 'unsupported-type'],
    ['pkg:generic/linux-headers@6.1.2', 'unsupported-type'],
    ['pkg:oci/debian@sha256:1', 'unsupported-type'],
    ['pkg:docker/debian@12', 'unsupported-type'],
    ['pkg:k8s/k8s.io%2Fapiserver@1.27.0', 'unsupported-type'],
    ['pkg:huggingface/distilbert@1', 'unsupported-type'],
    ['pkg:swid/a@1?tag_id=1', 'unsupported-type'],
    ['pkg:alpm/arch/pacman@6.0.1-1', 'unsupported-type'],
    ['pkg:npm/a@%5E1.2.0', 'floating-ref'],
    ['pkg:npm/a@latest', 'floating-ref'],
    ['pkg:pypi/a@%3E%3D1.0', 'floating-ref'],
    ['pkg:maven/a/b@latest', 'floating-ref'],
    ['pkg:maven/a/b@unspecified', 'no-version'],
    ['pkg:npm/a@%40project.version%40', 'unresolved-placeholder'],
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
  ])('with the purl %s has the reason %s', (purl, reason) => {
    expect(find(purl)).toEqual({ packages: [], reason });
  });

  it('has no identity without a purl, whatever its name', () => {
    const claims = someClaims({ name: 'lodash', version: '1', type: 'library' });

    expect(findPackages(claims)).toEqual({ packages: [], reason: 'no-identity' });
  });

  it('is an untagged Go application, but not a dependency with such a version', () => {
    const purl = 'pkg:golang/x.example/y@v0.0.0-20180130184737-2c6c146eadee';

    expect(find(purl, { type: 'application' }).reason).toBe('devel-build');
    expect(find(purl, { type: 'library' }).reason).toBeUndefined();
  });
});

describe('a Debian package', () => {
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
  ])('with the purl %s is %s', (purl, summary, options) => {
    expect(summaryOf(purl, {}, options)).toBe(summary);
  });

  it('takes the release from its version if nothing else names one, and reports the assumption', () => {
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
  ])('with the purl %s and the property %j has the source %j', (purl, property, source, assumptions) => {
    const [found] = find(purl, { source: property }).packages;

    expect(found?.identity.source).toEqual(source);
    expect(found?.assumptions).toEqual(assumptions);
  });

  it.each([
    ['linux-image-5.15.0-91-generic', '', 'linux'],
    ['linux-image-5.15.0-91-generic', 'linux-signed', 'linux'],
    ['linux-image-unsigned-5.15.0-91-generic-64k', '', 'linux'],
    ['linux-image-5.15.0-1050-aws', '', 'linux-aws'],
    ['linux-image-5.15.0-1050-aws', 'linux-signed-aws', 'linux-aws'],
    ['linux-image-5.15.0-1050-aws', 'linux-signed-aws-5.15', 'linux-aws-5.15'],
    ['linux-image-generic', '', 'linux'],
  ])('has the right source for the Ubuntu kernel %s signed as "%s": %s', (name, signed, source) => {
    const upstream = signed === '' ? '' : `&upstream=${signed}`;
    const [found] = find(`pkg:deb/ubuntu/${name}@5.15.0-91.101?distro=22.04${upstream}`).packages;

    expect(found?.identity.source).toEqual({ name: source, version: undefined });
    expect(found?.assumptions).toEqual(signed === '' ? ['source-from-name'] : []);
  });
});

describe('a distribution package', () => {
  it.each<[string, string, FindPackagesOptions]>([
    ['pkg:deb/ubuntu/bash@5.1?distro=ubuntu-22.04', 'Ubuntu 22.04 bash 5.1', {}],
    ['pkg:deb/ubuntu/bash@5.1?distro=jammy', 'Ubuntu 22.04 bash 5.1', {}],
    ['pkg:deb/ubuntu/bash@5.1', 'Ubuntu 20.04 bash 5.1', { distro: 'ubuntu-20.04.3' }],
    ['pkg:deb/ubuntu/bash@5.1-6ubuntu1~22.04.1', 'Ubuntu 22.04 bash 5.1-6ubuntu1~22.04.1', {}],
    ['pkg:deb/raspbian/bash@5.1?distro=11', 'Debian 11 bash 5.1', {}],
    ['pkg:deb/bash@5.1?distro=ubuntu-22.04', 'Ubuntu 22.04 bash 5.1', {}],
    ['pkg:deb/bash@5.1', 'Debian 12 bash 5.1', { distro: 'debian-12' }],
    ['pkg:deb/bash@5.1', 'unknown-release', { distro: 'alpine-3.19' }],
    ['pkg:apk/alpine/busybox@1.36.1-r5?distro=3.19.1', 'Alpine v3.19 busybox 1.36.1-r5', {}],
    ['pkg:alpine/busybox@1.36.1-r5?distro=alpine-3.19.1', 'Alpine v3.19 busybox 1.36.1-r5', {}],
    ['pkg:apk/busybox@1.36.1-r5', 'Alpine v3.18 busybox 1.36.1-r5', { imageDistro: 'alpine-3.18' }],
    ['pkg:apk/wolfi/busybox@1.36.1-r5', 'Wolfi  busybox 1.36.1-r5', {}],
    ['pkg:apk/chainguard/busybox@1.36.1-r5?distro=20230201', 'Chainguard  busybox 1.36.1-r5', {}],
    ['pkg:apk/wolfi/busybox@1.36.1-r5?distro=alpine-3.19', 'unknown-release', {}],
    ['pkg:rpm/redhat/bash@5.1.8-6.el9_1', 'Red Hat 9 bash 5.1.8-6.el9_1', {}],
    ['pkg:rpm/rhel/bash@5.1.8-6.el9_1?distro=rhel-9.4', 'Red Hat 9 bash 5.1.8-6.el9_1', {}],
    ['pkg:rpm/redhat/bash@5.1?epoch=1&distro=rhel-9.4', 'Red Hat 9 bash 1:5.1', {}],
    ['pkg:rpm/redhat/bash@2:5.1?distro=rhel-9.4', 'Red Hat 9 bash 2:5.1', {}],
    ['pkg:rpm/redhat/bash@2:5.1?epoch=1&distro=rhel-9.4', 'Red Hat 9 bash 1:5.1', {}],
    ['pkg:rpm/redhat/bash@0:5.1?distro=rhel-9.4', 'Red Hat 9 bash 5.1', {}],
    ['pkg:rpm/redhat/bash@5.1?distro=rocky-9', 'unknown-release', {}],
    ['pkg:rpm/centos/bash@4.2?distro=centos-7.9.2009', 'Red Hat 7 bash 4.2', {}],
    ['pkg:rpm/rocky/bash@4.4?distro=rocky-8.7', 'Rocky Linux 8 bash 4.4', {}],
    ['pkg:rpm/rockylinux/bash@4.4-1.el8', 'Rocky Linux 8 bash 4.4-1.el8', {}],
    ['pkg:rpm/alma/bash@4.4?distro=alma-8.7', 'AlmaLinux 8 bash 4.4', {}],
    ['pkg:rpm/almalinux/bash@4.4-1.el9', 'AlmaLinux 9 bash 4.4-1.el9', {}],
    ['pkg:rpm/ol/bash@4.4?distro=ol-8.5', 'Oracle Linux 8 bash 4.4', {}],
    ['pkg:rpm/amazon/bash@4.2-1.amzn2', 'Amazon Linux 2 bash 4.2-1.amzn2', {}],
    ['pkg:rpm/amzn/bash@4.2?distro=amazon-2%20%28Karoo%29', 'Amazon Linux 2 bash 4.2', {}],
    ['pkg:rpm/fedora/bash@5.1-2.fc36', 'Fedora 36 bash 5.1-2.fc36', {}],
    ['pkg:rpm/sles/pam@1.3.0-1?distro=sles-15.3', 'SUSE 15.3 pam 1.3.0-1', {}],
    ['pkg:rpm/opensuse/pam@1.3.0-1?distro=opensuse-leap-15.5', 'openSUSE 15.5 pam 1.3.0-1', {}],
    ['pkg:rpm/photon/curl@8.1-1.ph4', 'Photon OS 4.0 curl 8.1-1.ph4', {}],
    ['pkg:rpm/mariner/curl@8.1-1.cm2', 'Azure Linux 2 curl 8.1-1.cm2', {}],
    ['pkg:rpm/azurelinux/curl@8.1-1.azl3', 'Azure Linux 3 curl 8.1-1.azl3', {}],
    ['pkg:rpm/openeuler/curl@8.1-1.oe2203sp3', 'openEuler 22.03-LTS-SP3 curl 8.1-1.oe2203sp3', {}],
    ['pkg:rpm/mageia/curl@8.1-1.mga9', 'Mageia 9 curl 8.1-1.mga9', {}],
    ['pkg:rpm/bash@5.1-2.fc36?distro=fedora-36', 'Fedora 36 bash 5.1-2.fc36', {}],
    ['pkg:rpm/bash@5.1-2.el9', 'unknown-release', {}],
  ])('with the purl %s is %s', (purl, summary, options) => {
    expect(summaryOf(purl, {}, options)).toBe(summary);
  });

  it.each<[string, FindPackagesOptions, string[]]>([
    ['pkg:rpm/centos/bash@4.2?distro=centos-7.9.2009', {}, ['distro-alias']],
    ['pkg:rpm/centos/bash@4.2-1.el7', {}, ['release-from-version', 'distro-alias']],
    ['pkg:rpm/centos/bash@5.1-1.el9', {}, ['release-from-version', 'distro-alias', 'distro-ahead']],
    ['pkg:rpm/redhat/bash@5.1', { distro: 'centos stream-9' }, ['distro-alias', 'distro-ahead']],
    ['pkg:deb/raspbian/bash@5.1?distro=debian-11', {}, ['distro-alias']],
    ['pkg:deb/debian/bash@5.1', { imageDistro: 'debian-bookworm' }, ['release-from-image']],
    ['pkg:deb/debian/bash@5.1', { imageDistro: 'debian-11', distro: 'debian-12' }, []],
    ['pkg:deb/debian/bash@5.1-1%2Bdeb11u1', { imageDistro: 'debian-bookworm' }, ['release-from-image']],
    ['pkg:maven/a/b@1?classifier=sources', {}, ['not-runtime']],
    ['pkg:maven/a/b@1?classifier=linux-x86_64', {}, []],
  ])('with the purl %s and the options %j has the assumptions %j', (purl, options, assumptions) => {
    expect(find(purl, {}, options).packages[0]?.assumptions).toEqual(assumptions);
  });
});

describe('an rpm package', () => {
  const identityOf = (purl: string, claims: Partial<PackageClaims> = {}, options: FindPackagesOptions = {}) =>
    find(`${purl}${purl.includes('?') ? '&' : '?'}distro=rhel-8`, claims, { rpmEpochsStated: true, ...options })
      .packages[0]?.identity;

  it('has an unknown epoch if no package of the document states one', () => {
    expect(identityOf('pkg:rpm/redhat/a@1')).not.toHaveProperty('epochUnknown');
    expect(identityOf('pkg:rpm/redhat/a@1', {}, { rpmEpochsStated: false })).toHaveProperty('epochUnknown', true);
    expect(identityOf('pkg:rpm/redhat/a@0:1', {}, { rpmEpochsStated: false })).not.toHaveProperty('epochUnknown');
  });

  it('uses the epoch of the component if the purl has none', () => {
    const [found] = find('pkg:rpm/redhat/a@1-1.el8', { epoch: '2' }).packages;

    expect(found?.version).toBe('2:1-1.el8');
  });

  it.each<[string, Partial<PackageClaims>, string | undefined]>([
    ['pkg:rpm/redhat/a@1?modularitylabel=nodejs:12:8030020201124152102:229f0a1c', {}, 'nodejs:12'],
    ['pkg:rpm/redhat/a@1?rpmmod=nodejs:12:8030020201124152102:229f0a1c', {}, 'nodejs:12'],
    ['pkg:rpm/redhat/a@1', { module: 'nodejs:12:8030020201124152102:229f0a1c' }, 'nodejs:12'],
    ['pkg:rpm/redhat/a@1?modularitylabel=nodejs:14:1:2', { module: 'nodejs:12:1:2' }, 'nodejs:14'],
    ['pkg:rpm/redhat/a@1-1.module%2Bel8.5.0%2B12207', {}, ''],
    ['pkg:rpm/redhat/a@1-1.module%2Bel8.5.0%2B12207', { module: '(none)' }, ''],
    ['pkg:rpm/redhat/a@1-1.el8', {}, undefined],
  ])('with the purl %s and %j belongs to the module %j', (purl, claims, module) => {
    expect(identityOf(purl, claims)?.module).toBe(module);
  });

  it.each<[string, string | undefined]>([
    ['pkg:rpm/redhat/a@1?repository_id=rhel-8-for-x86_64-baseos-eus-rpms__8_DOT_6', 'eus:8.6'],
    ['pkg:rpm/redhat/a@1?repository_id=rhel-8-for-x86_64-baseos-rpms__8_DOT_6', undefined],
    ['pkg:rpm/redhat/a@1?repository_id=rhel-8-for-x86_64-baseos-eus-rpms', undefined],
    ['pkg:rpm/redhat/a@1?repository_id=rhel-7-server-els-rpms', 'els:7'],
  ])('with the purl %s belongs to the channel %s', (purl, channel) => {
    expect(identityOf(purl)?.channel).toBe(channel);
  });

  it.each<
    [string, Partial<PackageClaims>, { readonly name: string; readonly version: string | undefined } | undefined]
  >([
    ['pkg:rpm/redhat/a@1?upstream=b-1.0-2.el8.src.rpm', {}, { name: 'b', version: '1.0-2.el8' }],
    ['pkg:rpm/redhat/a@1?sourcerpm=b-1.0-2.el8.src.rpm', {}, { name: 'b', version: '1.0-2.el8' }],
    ['pkg:rpm/redhat/a@1', { source: { name: 'b', version: '1' } }, { name: 'b', version: '1' }],
    ['pkg:rpm/redhat/a@1', {}, undefined],
  ])('with the purl %s and %j has the source %j', (purl, claims, source) => {
    expect(identityOf(purl, claims)?.source).toEqual(source);
  });
});

describe('a component without a purl', () => {
  const withTool = (claims: Partial<PackageClaims>, options: FindPackagesOptions = {}) => {
    const { packages, reason } = findPackages(someClaims({ version: '1.0', ...claims }), options);
    const [found] = packages;
    return found === undefined
      ? reason
      : [found.identity.family, found.identity.release, found.identity.name, ...found.assumptions].join(' ');
  };

  it.each<[Partial<PackageClaims>, string, FindPackagesOptions]>([
    [{ packageType: 'npm', name: '@types/node' }, 'npm  @types/node identity-from-tool', {}],
    [{ packageType: 'node-pkg', name: 'node', group: '@types' }, 'npm  @types/node identity-from-tool', {}],
    [{ packageType: 'python', name: 'Zope.Interface' }, 'PyPI  zope-interface identity-from-tool', {}],
    [{ packageType: 'java-archive', name: 'b', group: 'a' }, 'Maven  a:b identity-from-tool', {}],
    [{ packageType: 'jar', name: 'a:b' }, 'Maven  a:b identity-from-tool', {}],
    [{ packageType: 'java-archive', name: 'b' }, 'Maven  b identity-from-tool', {}],
    [{ packageType: 'gobinary', name: 'github.com/A/b' }, 'Go  github.com/a/b identity-from-tool', {}],
    [{ packageType: 'bundler', name: 'rails' }, 'RubyGems  rails identity-from-tool', {}],
    [{ packageType: 'rust-crate', name: 'serde' }, 'crates.io  serde identity-from-tool', {}],
    [{ packageType: 'php-composer', name: 'a/b' }, 'Packagist  a/b identity-from-tool', {}],
    [{ packageType: 'dotnet', name: 'A.B' }, 'NuGet  a.b identity-from-tool', {}],
    [{ packageType: 'deb', name: 'bash' }, 'Debian 12 bash identity-from-tool', { distro: 'debian-12' }],
    [{ packageType: 'deb', name: 'bash' }, 'unknown-release', {}],
    [{ packageType: 'debian', name: 'bash' }, 'Debian 12 bash identity-from-tool', { distro: 'debian-12' }],
    [{ packageType: 'alpine', name: 'musl' }, 'Alpine v3.19 musl identity-from-tool', { distro: 'alpine-3.19' }],
    [
      { packageType: 'redhat', name: 'bash', version: '5-1.el9' },
      'Red Hat 9 bash release-from-version identity-from-tool',
      {},
    ],
    [{ packageType: 'binary', name: 'node' }, 'no-identity', {}],
    [{ packageType: 'constructor', name: 'node' }, 'no-identity', {}],
    [{ packageType: 'npm', name: '' }, 'no-identity', {}],
    [{ packageType: 'npm', name: 'a b' }, 'invalid-purl', {}],
    [{ packageType: 'npm', name: 'a', version: undefined }, 'no-version', {}],
    [{ packageType: 'npm', name: 'a', purls: ['pkg:generic/a@1'] }, 'unsupported-type', {}],
  ])('with %j is %s', (claims, summary, options) => {
    expect(withTool(claims, options)).toBe(summary);
  });
});

describe('a component with several purls', () => {
  it('has one package if all purls name the same one', () => {
    const purls = ['pkg:maven/a/b@1?repository_url=x', 'pkg:maven/a/b@1?repository_url=y', 'PKG:maven/a/b@1'];

    expect(findPackages(someClaims({ purls })).packages).toHaveLength(1);
  });

  it('keeps the identification with the fewest assumptions', () => {
    const purls = ['pkg:deb/debian/a@1-1%2Bdeb12u1', 'pkg:deb/debian/a@1-1%2Bdeb12u1?distro=debian-12'];

    for (const each of [purls, purls.toReversed()]) {
      expect(findPackages(someClaims({ purls: each })).packages).toMatchObject([{ assumptions: [] }]);
    }
  });

  it('is assessed if one of the purls can be', () => {
    const purls = ['pkg:generic/b@1', 'pkg:npm/b@1', 'nonsense'];

    expect(findPackages(someClaims({ purls }))).toMatchObject({ packages: [{ version: '1' }], reason: undefined });
  });

  it('has the same packages and the same reason in any order', () => {
    const purl = fc.constantFrom(
      'pkg:npm/a@1',
      'pkg:npm/b@1',
      'pkg:npm/a',
      'pkg:x/a@1',
      'x',
      'pkg:deb/debian/a@1',
      'pkg:maven/a@1',
      'pkg:rpm/redhat/a@1-1.el9',
      'pkg:rpm/redhat/a@1-1.el9?distro=rhel-9.4',
      'pkg:rpm/redhat/a@1-1.el9?repository_id=rhel-9-baseos-eus-rpms__9_DOT_4',
      'pkg:golang/a.example/b@v1#c',
      'pkg:deb/debian/a@1%2Bdeb12u1',
      'pkg:deb/debian/a@1%2Bdeb12u1?distro=debian-12',
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

  it('never throws, whatever the text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (text, version) => {
        const types = [
          'npm',
          'deb/debian',
          'maven',
          'golang',
          'gem',
          'nuget',
          'composer',
          'swift',
          'github',
          'rpm/redhat',
        ];
        const purls = [text, ...types.map((type) => `pkg:${type}/${text}/${text}?distro=12`)];
        const claims = { version, group: text, epoch: text, module: text, packageType: text, name: text };
        const { packages, reason } = findPackages(someClaims({ purls, ...claims }), { distro: text });

        expect(packages.length > 0).toBe(reason === undefined);
      }),
    );
  });
});

describe('the Maven group of a jar', () => {
  it.each([
    [
      '/root/.m2/repository/org/apache/logging/log4j/log4j-core/2.14.1/log4j-core-2.14.1.jar',
      'org.apache.logging.log4j',
    ],
    [
      '/opt/galleon-m2-repository/org/apache/logging/log4j/log4j-core/2.14.1/log4j-core-2.14.1.jar',
      'org.apache.logging.log4j',
    ],
    [
      '/caches/modules-2/files-2.1/org.apache.logging.log4j/log4j-core/2.14.1/c476bd/log4j-core-2.14.1.jar',
      'org.apache.logging.log4j',
    ],
    ['/app/app.jar:org.apache.logging.log4j:log4j-core', 'org.apache.logging.log4j'],
    ['/app/app.jar:BOOT-INF/lib/log4j-core-2.14.1.jar', 'log4j-core'],
    ['/usr/share/java/log4j-core/2.14.1/log4j-core.jar', 'log4j-core'],
    ['/m2/repository/log4j-core/2.14.1/log4j-core-2.14.1.jar', 'log4j-core'],
    ['/m2/repository/org/apache/log4j-core/2.17.1/log4j-core-2.17.1.jar', 'log4j-core'],
  ])('found in %s is %s', (path, group) => {
    const claims = { purls: ['pkg:maven/log4j-core/log4j-core@2.14.1'] };
    const expected = `${group}:log4j-core`;

    for (const found of [{ archivePath: path }, { details: { locations: [{ path }] } }]) {
      expect(findPackages(someClaims({ ...claims, ...found })).packages[0]?.identity.name).toBe(expected);
    }
  });
});
