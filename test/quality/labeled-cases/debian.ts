/** Debian: source and binary packages with their versions, and the statements of the distribution. */
import {
  affected,
  cannotAssess,
  casesOf,
  check,
  checkVersions,
  component,
  notAffected,
  spdxPackage,
} from '../build-case.ts';
import { ALWAYS, NEVER, entry, fixedIn, record, upTo } from '../build-record.ts';
import type { Json, PublishedRecord } from '../labeled-case.ts';

function about(name: string, fixed: string, release = '12'): PublishedRecord {
  return record('CVE-2099-0300', entry(`Debian:${release}`, name, fixedIn(fixed)));
}

const OPENSSH = record(
  'CVE-2024-6387',
  entry('Debian:12', 'openssh', fixedIn('1:9.2p1-2+deb12u3')),
  entry('Debian:11', 'openssh', NEVER),
);

const versions = [
  checkVersions('pkg:deb/debian/openssh-client@{}?upstream=openssh&distro=debian-12', OPENSSH, [
    [
      '1:9.2p1-2+deb12u2',
      'an older update inside of the release is affected',
      affected({ confidence: 'high', via: 'source', fixedVersions: ['1:9.2p1-2+deb12u3'], fixState: 'fixed' }),
    ],
    ['1:9.2p1-2+deb12u3', 'the fix of the release is not affected, and that is said', notAffected({ isSaid: true })],
    ['9.9p1-1', 'a missing epoch is zero', affected()],
    ['2:1.0-1', 'a higher epoch is newer', notAffected()],
  ]),
  check(
    'what a release never had is not affected, and that is said',
    'pkg:deb/debian/openssh-client@1:8.4p1-5?upstream=openssh&distro=debian-11',
    OPENSSH,
    notAffected({ isSaid: true }),
  ),
  checkVersions('pkg:deb/debian/acme@{}?distro=debian-12', about('acme', '1.0-1'), [
    ['1.0~rc1-1', 'a tilde is older than nothing', affected()],
    ['1.0-1', 'the fix is not affected', notAffected()],
    ['1.0-1+b1', 'a rebuild of the fix is not affected', notAffected()],
    ['1.0-1~bpo12+1', 'a backport is older than what it was made from', affected()],
    ['1.0', 'a missing revision is zero', affected()],
    ['0~20200101-1', 'zero as a beginning is below everything, tildes included', affected()],
    ['1.0+dfsg-1', 'a plus is newer than nothing', notAffected()],
    ['1.0a-1', 'a letter is newer than nothing', notAffected()],
    ['1.0.1-1', 'a further number is newer', notAffected()],
    ['0:1.0-1', 'an epoch of zero may be written', notAffected()],
  ]),
  checkVersions('pkg:deb/debian/acme@{}?distro=debian-12', about('acme', '1.0-1+deb12u1'), [
    ['1.0-1+b1', 'a rebuild of what came before the fix is affected', affected({ testedVersion: '1.0-1' })],
    ['1.0-1+deb12u1', 'the update of the release is the fix', notAffected()],
    ['1.0-1+deb12u10', 'ten is more than one', notAffected()],
  ]),
  check(
    'the epoch may stand in a qualifier',
    'pkg:deb/debian/acme@1.0-1?epoch=2&distro=debian-12',
    about('acme', '2:0.9-1'),
    notAffected(),
  ),
  check(
    'an epoch may be said twice',
    'pkg:deb/debian/acme@2:1.0-1?epoch=2&distro=debian-12.5',
    about('acme', '2:1.0-2'),
    affected({ testedVersion: '2:1.0-1' }),
  ),
  check(
    'a text that is no version cannot be assessed',
    'pkg:deb/debian/acme@bookworm?distro=debian-12',
    about('acme', '1.0-1'),
    cannotAssess('unparsable-version'),
  ),
  check(
    'the last affected version is affected',
    'pkg:deb/debian/acme@1.0-1?distro=debian-12',
    record('CVE-2099-0301', entry('Debian:12', 'acme', upTo('1.0-1'))),
    affected({ fixedVersions: [] }),
  ),
  check(
    'a component without a version cannot be assessed',
    'pkg:deb/debian/acme?distro=debian-12',
    about('acme', '1.0-1'),
    cannotAssess('no-version'),
  ),
];

const UTIL_LINUX = about('util-linux', '2.36.1-9');
const BSDUTILS = 'pkg:deb/debian/bsdutils@1:2.36.1-8?distro=debian-12';

const names = [
  check(
    'the source package and its version stand in the purl',
    `${BSDUTILS}&upstream=util-linux%402.36.1-8`,
    UTIL_LINUX,
    affected({ confidence: 'high', via: 'source', testedVersion: '2.36.1-8' }),
  ),
  check(
    'the epoch of a binary package is not that of its source',
    `${BSDUTILS}&upstream=util-linux%402.36.1-9`,
    UTIL_LINUX,
    notAffected({ isSaid: true }),
  ),
  check(
    'the source of gcc has its own version',
    'pkg:deb/debian/libgcc-s1@12.2.0-14?distro=debian-12&upstream=gcc-12%4012.2.0-14',
    about('gcc-12', '12.2.0-15'),
    affected({ via: 'source' }),
  ),
  check(
    'a record about the binary package is tested with its own version',
    `${BSDUTILS}&upstream=util-linux%402.36.1-8`,
    about('bsdutils', '1:2.36.1-9'),
    affected({ via: 'direct', testedVersion: '1:2.36.1-8' }),
  ),
  check(
    'libc6 is built from glibc',
    'pkg:deb/debian/libc6@2.36-9+deb12u1?distro=debian-12&upstream=glibc',
    record('CVE-2023-4911', entry('Debian:12', 'glibc', fixedIn('2.36-9+deb12u3'))),
    affected({ via: 'source', fixedVersions: ['2.36-9+deb12u3'] }),
  ),
  // Debian's advisories name only source packages: finding nothing for `libssl3` is no answer.
  check(
    'a package whose source the document does not state is not checked',
    'pkg:deb/debian/libssl3@3.0.9-1?distro=debian-12',
    record('CVE-2023-5678', entry('Debian:12', 'openssl', fixedIn('3.0.13-1~deb12u1'))),
    cannotAssess('source-package-unknown'),
    { statesSources: false },
  ),
  check(
    'a package of a document that states sources is its own source when it states none',
    'pkg:deb/debian/bash@5.2.15-2?distro=debian-12',
    record('CVE-2023-4911', entry('Debian:12', 'glibc', fixedIn('2.36-9+deb12u3'))),
    notAffected(),
  ),
  check(
    'a package without a stated source is checked by its own name when advisories have it',
    'pkg:deb/debian/openssl@3.0.9-1?distro=debian-12',
    record('CVE-2023-5678', entry('Debian:12', 'openssl', fixedIn('3.0.13-1~deb12u1'))),
    affected({ fixedVersions: ['3.0.13-1~deb12u1'] }),
    { statesSources: false },
  ),
  check(
    'Syft writes the source in properties',
    component(BSDUTILS, {
      properties: { 'syft:metadata:source': 'util-linux', 'syft:metadata:sourceVersion': '2.36.1-8' },
    }),
    UTIL_LINUX,
    affected({ via: 'source', testedVersion: '2.36.1-8' }),
  ),
  check(
    'Trivy writes the source in properties of its own',
    component(BSDUTILS, {
      properties: {
        'aquasecurity:trivy:SrcName': 'util-linux',
        'aquasecurity:trivy:SrcVersion': '2.36.1',
        'aquasecurity:trivy:SrcRelease': '8',
      },
    }),
    UTIL_LINUX,
    affected({ via: 'source', testedVersion: '2.36.1-8' }),
  ),
  check(
    'Trivy writes the epoch of a source apart',
    component('pkg:deb/debian/libacme@1.0-1?distro=debian-12', {
      properties: {
        'aquasecurity:trivy:SrcName': 'acme',
        'aquasecurity:trivy:SrcVersion': '1.0',
        'aquasecurity:trivy:SrcRelease': '1',
        'aquasecurity:trivy:SrcEpoch': '2',
      },
    }),
    about('acme', '2:1.0-2'),
    affected({ testedVersion: '2:1.0-1' }),
  ),
  check(
    'in SPDX the source is a sentence',
    spdxPackage(BSDUTILS, { sourceInfo: 'built package from: util-linux 2.36.1-8' }),
    UTIL_LINUX,
    affected({ via: 'source' }),
    { format: 'spdx' },
  ),
  check(
    'a blank sentence about the source says nothing',
    spdxPackage(BSDUTILS, { sourceInfo: 'built package from:  ' }),
    about('bsdutils', '1:2.36.1-9'),
    affected({ via: 'direct' }),
    { format: 'spdx' },
  ),
  check('names have letter case', 'pkg:deb/debian/Acme@0.9-1?distro=debian-12', about('acme', '1.0-1'), notAffected()),
  check(
    'the kernel is known by the name of its image',
    'pkg:deb/debian/linux-image-6.1.0-18-amd64@6.1.76-1?distro=debian-12',
    about('linux', '6.1.85-1'),
    affected({ confidence: 'medium', assumptions: ['source-from-name'] }),
  ),
  check(
    'the signed kernel is the kernel',
    'pkg:deb/debian/linux-image-6.1.0-18-amd64@6.1.76-1?distro=debian-12&upstream=linux-signed-amd64%406.1.76%2B1',
    about('linux', '6.1.85-1'),
    affected({ via: 'source' }),
  ),
  check(
    'headers of the kernel are hardly the kernel',
    'pkg:deb/debian/linux-libc-dev@6.1.76-1?distro=debian-12&upstream=linux',
    about('linux', '6.1.85-1'),
    affected({ confidence: 'medium', assumptions: ['kernel-headers'] }),
  ),
  check(
    'of a record about both names, the package itself is asked',
    'pkg:deb/debian/libacme1@1.0-1?distro=debian-12&upstream=acme%401.0-1',
    record(
      'CVE-2099-0302',
      entry('Debian:12', 'libacme1', fixedIn('1.0-1')),
      entry('Debian:12', 'acme', fixedIn('2.0-1')),
    ),
    notAffected({ via: 'direct' }),
  ),
];

const ACME = 'pkg:deb/debian/acme@1.0-1';

function stated(urgency: string, events: Parameters<typeof entry>[2] = ALWAYS): PublishedRecord {
  return record(
    'CVE-2099-0303',
    entry('Debian:12', 'acme', events, { ecosystem_specific: { urgency } } satisfies Json),
  );
}

const states = [
  check(
    'a notice may know the fix that the record of the vulnerability lacks',
    `${ACME}?distro=debian-12`,
    [
      stated('not yet assigned'),
      record('DSA-9998-1', entry('Debian:12', 'acme', fixedIn('1.0-2')), { upstream: ['CVE-2099-0303'] }),
    ],
    affected({ fixedVersions: ['1.0-2'], fixState: 'fixed' }),
  ),
  check(
    'what Debian calls unimportant is affected, and that is kept',
    `${ACME}?distro=debian-12`,
    stated('unimportant'),
    affected({ urgency: 'unimportant', fixState: 'not_fixed' }),
  ),
  check(
    'what Debian no longer looks after will not be fixed',
    `${ACME}?distro=debian-12`,
    stated('end-of-life'),
    affected({ urgency: 'end-of-life', fixState: 'wont_fix' }),
  ),
  check(
    'what Debian has not looked at is affected without a fix',
    `${ACME}?distro=debian-12`,
    stated('not yet assigned'),
    affected({ fixState: 'not_fixed' }),
  ),
  check(
    'what Debian calls unimportant and has fixed is not affected',
    `${ACME}?distro=debian-12`,
    stated('unimportant', fixedIn('1.0-1')),
    notAffected({ isSaid: true }),
  ),
];

export const debianCases = casesOf('Debian', ...versions, names, states);
