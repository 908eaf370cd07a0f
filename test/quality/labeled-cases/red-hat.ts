/** Red Hat: version order, epochs, and names of source and binary packages. */
import { affected, cannotAssess, casesOf, check, checkVersions, component, notAffected } from '../build-case.ts';
import { entry, fixedIn, record, upTo } from '../build-record.ts';
import type { PublishedRecord } from '../labeled-case.ts';

const EL8 = 'Red Hat:enterprise_linux:8::baseos';
const EL9 = 'Red Hat:enterprise_linux:9::baseos';

function update(ecosystem: string, name: string, fixed: string, id = 'RHSA-2099:0001'): PublishedRecord {
  return record(id, entry(ecosystem, name, fixedIn(fixed)), {
    upstream: ['CVE-2099-0360'],
    summary: `Red Hat Security Advisory: ${name} security update`,
  });
}

const CURL = update(EL9, 'curl', '0:7.76.1-26.el9_3.3');

const versions = [
  checkVersions('pkg:rpm/redhat/curl@{}?distro=rhel-9.3&epoch=0', CURL, [
    [
      '7.76.1-26.el9_3.2',
      'the build before the fix is affected',
      affected({ confidence: 'high', via: 'direct', fixedVersions: ['0:7.76.1-26.el9_3.3'], fixState: 'fixed' }),
    ],
    ['7.76.1-26.el9_3.3', 'the fix is not affected, and that is said', notAffected({ isSaid: true })],
    ['7.76.1-26.el9_3.10', 'ten is more than three', notAffected()],
    ['7.76.1~rc1-99.el9', 'a tilde is older than nothing', affected()],
    ['7.76.1^git1-1.el9', 'a caret is newer than nothing', notAffected()],
    ['7.76-99.el9', 'fewer numbers are older', affected()],
    ['7.76.1', 'without a release it is older than all of its releases', affected()],
    ['8.0.0-1.el9', 'a newer version is not affected', notAffected()],
  ]),
  checkVersions('pkg:rpm/redhat/acme@{}?distro=rhel-9.3&epoch=0', update(EL9, 'acme', '0:1.0.1-1.el9'), [
    ['1.0^20240101git1-1.el9', 'a caret is older than a further number', affected()],
    ['1_0_1-1.el9', 'separators are alike', notAffected()],
    ['1.0a-1.el9', 'letters are older than numbers', affected()],
    ['1.00.01-1.el9', 'leading zeros mean nothing', notAffected()],
    ['latest', 'a word is no version', cannotAssess('unparsable-version')],
  ]),
  check(
    'a fix without a release is older than all of its releases',
    'pkg:rpm/redhat/acme@1.0-1.el9?distro=rhel-9.3&epoch=0',
    update(EL9, 'acme', '0:1.0'),
    notAffected(),
  ),
  check(
    'the last affected version without a release has all of its releases',
    'pkg:rpm/redhat/acme@1.0-9.el9?distro=rhel-9.3&epoch=0',
    record('RHSA-2099:0003', entry(EL9, 'acme', upTo('1.0')), { upstream: ['CVE-2099-0361'] }),
    affected(),
  ),
];

const OPENSSL = update(EL8, 'openssl-libs', '1:1.1.1k-9.el8_7');
const OPENSSL_SOURCE = update(EL8, 'openssl', '1:1.1.1k-9.el8_7');

const epochs = [
  check(
    'the epoch stands in a qualifier',
    'pkg:rpm/redhat/openssl-libs@1.1.1k-8.el8?distro=rhel-8.6&epoch=1',
    OPENSSL,
    affected({ confidence: 'high', assumptions: [] }),
  ),
  check(
    'the epoch of a qualifier makes a fix a fix',
    'pkg:rpm/redhat/openssl-libs@1.1.1k-9.el8_7?distro=rhel-8.6&epoch=1',
    OPENSSL,
    notAffected(),
  ),
  check(
    'the epoch stands before the version',
    'pkg:rpm/redhat/openssl-libs@1:1.1.1k-9.el8_7?distro=rhel-8.6',
    OPENSSL,
    notAffected({ confidence: 'high' }),
  ),
  check(
    'the epoch stands in a property',
    component('pkg:rpm/redhat/openssl-libs@1.1.1k-9.el8_7?distro=rhel-8.6', {
      properties: { 'syft:metadata:epoch': '1' },
    }),
    OPENSSL,
    notAffected({ confidence: 'high' }),
  ),
  check(
    'of two epochs that of the qualifier counts',
    'pkg:rpm/redhat/openssl-libs@0:1.1.1k-9.el8_7?distro=rhel-8.6&epoch=1',
    OPENSSL,
    notAffected(),
  ),
  check(
    'without any epoch in the document that of the bound is taken',
    'pkg:rpm/redhat/openssl-libs@1.1.1k-8.el8?distro=rhel-8.6',
    OPENSSL,
    affected({ confidence: 'medium', assumptions: ['epoch-unknown'] }),
  ),
  check(
    'without any epoch in the document the fix is not affected',
    'pkg:rpm/redhat/openssl-libs@1.1.1k-9.el8_7?distro=rhel-8.6',
    OPENSSL,
    notAffected({ confidence: 'medium' }),
  ),
  check(
    'where others state their epoch, none is zero',
    [
      'pkg:rpm/redhat/openssl-libs@1.1.1k-9.el8_7?distro=rhel-8.6',
      'pkg:rpm/redhat/perl@5.26.3-420.el8?distro=rhel-8.6&epoch=4',
    ],
    OPENSSL,
    affected({ confidence: 'high', assumptions: [] }),
  ),
  check(
    'a source without an epoch is compared without one',
    'pkg:rpm/redhat/openssl-perl@1.1.1k-8.el8?distro=rhel-8.6&epoch=1&upstream=openssl-1.1.1k-8.el8.src.rpm',
    OPENSSL_SOURCE,
    affected({ confidence: 'high', via: 'source', testedVersion: '1.1.1k-8.el8' }),
  ),
  check(
    'the fixed source without an epoch is the fix',
    'pkg:rpm/redhat/openssl-perl@1.1.1k-9.el8_7?distro=rhel-8.6&epoch=1&upstream=openssl-1.1.1k-9.el8_7.src.rpm',
    OPENSSL_SOURCE,
    notAffected({ via: 'source' }),
  ),
  check(
    'perl-Errno has another epoch and version than perl',
    'pkg:rpm/redhat/perl-Errno@1.28-421.el8?distro=rhel-8.6&epoch=0&upstream=perl-5.26.3-421.el8.src.rpm',
    update(EL8, 'perl', '4:5.26.3-422.el8'),
    affected({ via: 'source', testedVersion: '5.26.3-421.el8' }),
  ),
  check(
    'perl-Errno from the fixed perl is not affected',
    'pkg:rpm/redhat/perl-Errno@1.28-422.el8?distro=rhel-8.6&epoch=0&upstream=perl-5.26.3-422.el8.src.rpm',
    update(EL8, 'perl', '4:5.26.3-422.el8'),
    notAffected(),
  ),
];

const names = [
  check(
    'Syft writes the source rpm in a property',
    component('pkg:rpm/redhat/openssl-perl@1.1.1k-8.el8?distro=rhel-8.6&epoch=1', {
      properties: { 'syft:metadata:sourceRpm': 'openssl-1.1.1k-8.el8.src.rpm' },
    }),
    OPENSSL_SOURCE,
    affected({ via: 'source' }),
  ),
  check(
    'Trivy writes the source in properties of its own',
    component('pkg:rpm/redhat/openssl-perl@1.1.1k-8.el8?distro=rhel-8.6&epoch=1', {
      properties: {
        'aquasecurity:trivy:SrcName': 'openssl',
        'aquasecurity:trivy:SrcVersion': '1.1.1k',
        'aquasecurity:trivy:SrcRelease': '8.el8',
        'aquasecurity:trivy:SrcEpoch': '1',
      },
    }),
    OPENSSL_SOURCE,
    affected({ via: 'source' }),
  ),
  check(
    'a source without sources is a source',
    'pkg:rpm/redhat/acme-fw@1.0-1.el9?distro=rhel-9.3&epoch=0&upstream=acme-1.0-1.el9.nosrc.rpm',
    update(EL9, 'acme', '0:1.0-2.el9'),
    affected({ via: 'source' }),
  ),
  check(
    'the qualifier may be called sourcerpm',
    'pkg:rpm/redhat/acme-libs@1.0-1.el9?distro=rhel-9.3&epoch=0&sourcerpm=acme-1.0-1.el9.src.rpm',
    update(EL9, 'acme', '0:1.0-2.el9'),
    affected({ via: 'source' }),
  ),
  check(
    'of a record about both names, the package itself is asked',
    'pkg:rpm/redhat/openssl-libs@1.1.1k-6.el8?distro=rhel-8.6&epoch=1&upstream=openssl-1.1.1k-6.el8.src.rpm',
    record(
      'RHSA-2099:0001',
      entry(EL8, 'openssl-libs', fixedIn('1:1.1.1k-5.el8')),
      entry(EL8, 'openssl', fixedIn('1:1.1.1k-9.el8')),
      { upstream: ['CVE-2099-0360'] },
    ),
    notAffected({ via: 'direct' }),
  ),
  check(
    'symbols for debuggers are never matched',
    'pkg:rpm/redhat/curl-debuginfo@7.76.1-26.el9_3.2?distro=rhel-9.3&upstream=curl-7.76.1-26.el9_3.2.src.rpm',
    CURL,
    cannotAssess('not-a-package'),
  ),
  check(
    'sources for debuggers are never matched',
    'pkg:rpm/redhat/curl-debugsource@7.76.1-26.el9_3.2?distro=rhel-9.3',
    CURL,
    cannotAssess('not-a-package'),
  ),
  check(
    'the keys of signatures are no packages',
    'pkg:rpm/redhat/gpg-pubkey@fd431d51-4ae0493b?distro=rhel-9.3',
    update(EL9, 'gpg-pubkey', '0:9-9'),
    cannotAssess('not-a-package'),
  ),
  check(
    'headers of the kernel are hardly the kernel',
    'pkg:rpm/redhat/kernel-headers@5.14.0-362.el9?distro=rhel-9.3&epoch=0&upstream=kernel-5.14.0-362.el9.src.rpm',
    update(EL9, 'kernel', '0:5.14.0-427.el9'),
    affected({ confidence: 'medium', assumptions: ['kernel-headers'] }),
  ),
  check(
    'headers of the kernel are known by their name where the source is not stated',
    'pkg:rpm/redhat/kernel-headers@5.14.0-427.26.1.el9_4?distro=rhel-9.4&epoch=0',
    update(EL9, 'kernel-headers', '0:5.14.0-427.28.1.el9_4'),
    affected({ confidence: 'medium', assumptions: ['kernel-headers'] }),
  ),
  check(
    'what is needed to build for the kernel is hardly the kernel',
    'pkg:rpm/redhat/kernel-devel@5.14.0-362.el9?distro=rhel-9.3&epoch=0&upstream=kernel-5.14.0-362.el9.src.rpm',
    update(EL9, 'kernel', '0:5.14.0-427.el9'),
    affected({ assumptions: ['kernel-headers'] }),
  ),
  check(
    'the kernel is the kernel',
    'pkg:rpm/redhat/kernel-core@5.14.0-362.el9?distro=rhel-9.3&epoch=0&upstream=kernel-5.14.0-362.el9.src.rpm',
    update(EL9, 'kernel', '0:5.14.0-427.el9'),
    affected({ confidence: 'high' }),
  ),
  check(
    'a package that is repeated for every repository is one',
    component(
      'pkg:rpm/redhat/curl@7.76.1-26.el9_3.2?distro=rhel-9.3&epoch=0&repository_id=rhel-9-for-x86_64-baseos-rpms',
      {
        evidence: {
          identity: [
            {
              field: 'purl',
              concludedValue:
                'pkg:rpm/redhat/curl@7.76.1-26.el9_3.2?distro=rhel-9.3&epoch=0&repository_id=rhel-9-for-aarch64-baseos-rpms',
            },
          ],
        },
      },
    ),
    CURL,
    affected({ confidence: 'high' }),
  ),
];

export const redHatCases = casesOf('Red Hat', ...versions, epochs, names);
