/** Debian: releases in all spellings, from the strongest source to the weakest. */
import { affected, cannotAssess, casesOf, check, component, notAffected, spdxPackage } from '../build-case.ts';
import { entry, fixedIn, record } from '../build-record.ts';
import type { PublishedRecord } from '../labeled-case.ts';

function about(name: string, fixed: string, release = '12'): PublishedRecord {
  return record('CVE-2099-0300', entry(`Debian:${release}`, name, fixedIn(fixed)));
}

const ACME_12 = about('acme', '1.0-2');
const ACME = 'pkg:deb/debian/acme@1.0-1';

const releases = [
  ...[
    'debian-12',
    'bookworm',
    'debian-12.5',
    '12.5',
    '12',
    'debian-bookworm',
    'Debian%20GNU/Linux%2012%20(bookworm)',
  ].map((distro) =>
    check(
      `the release may be spelled ${decodeURIComponent(distro)}`,
      `${ACME}?distro=${distro}`,
      ACME_12,
      affected({ confidence: 'high' }),
    ),
  ),
  ...['debian-11', 'bullseye', 'trixie'].map((distro) =>
    check(`a fix for Debian 12 says nothing about ${distro}`, `${ACME}?distro=${distro}`, ACME_12, notAffected()),
  ),
  ...['sid', 'debian-sid', 'debian', 'debian-testing', 'ubuntu-22.04'].map((distro) =>
    check(
      `no release of Debian is called ${distro}`,
      `${ACME}?distro=${distro}`,
      ACME_12,
      cannotAssess('unknown-release'),
    ),
  ),
  check('a package of no release is never one of all releases', ACME, ACME_12, cannotAssess('unknown-release')),
  check(
    'the operating system of the document is the release',
    ACME,
    ACME_12,
    affected({ confidence: 'high', assumptions: [] }),
    { system: 'debian 12' },
  ),
  check('the purl is believed before the operating system', `${ACME}?distro=debian-11`, ACME_12, notAffected(), {
    system: 'debian 12',
  }),
  check(
    'the sender is believed before the purl',
    `${ACME}?distro=debian-11`,
    ACME_12,
    affected({ confidence: 'high' }),
    { distro: 'debian-12' },
  ),
  check(
    'the image of a distribution names the release',
    ACME,
    ACME_12,
    affected({ confidence: 'medium', assumptions: ['release-from-image'] }),
    { image: 'debian:bookworm-slim' },
  ),
  check('an image that is built on a distribution says nothing', ACME, ACME_12, cannotAssess('unknown-release'), {
    image: 'postgres:15-bookworm',
  }),
  check(
    'an update inside of a release names it',
    'pkg:deb/debian/acme@1.0-1+deb12u1',
    about('acme', '1.0-2'),
    affected({ confidence: 'medium', assumptions: ['release-from-version'] }),
  ),
  check(
    'what all other packages agree on is the release',
    [ACME, 'pkg:deb/debian/other@1.0-1+deb12u1', 'pkg:deb/debian/third@1.0-1~deb12u2'],
    ACME_12,
    affected({ confidence: 'medium', assumptions: ['release-from-other-packages'] }),
  ),
  check(
    'neighbors that disagree name no release',
    [ACME, 'pkg:deb/debian/other@1.0-1+deb12u1', 'pkg:deb/debian/third@1.0-1+deb11u2'],
    ACME_12,
    cannotAssess('unknown-release'),
  ),
  check(
    'a purl without a distribution takes it from its release',
    'pkg:deb/acme@1.0-1?distro=debian-12',
    ACME_12,
    affected(),
  ),
  check('a purl without a distribution takes it from the document', 'pkg:deb/acme@1.0-1', ACME_12, affected(), {
    system: 'debian 12',
  }),
  check(
    'a purl without a distribution in a document without one is of no release',
    'pkg:deb/acme@1.0-1',
    ACME_12,
    cannotAssess('unknown-release'),
  ),
  check(
    'the operating system of another distribution is no release of Debian',
    ACME,
    ACME_12,
    cannotAssess('unknown-release'),
    { system: 'alpine 3.19.1' },
  ),
  check(
    'two operating systems in one document are none',
    [ACME, component(undefined, { type: 'operating-system', name: 'debian', version: '11' })],
    ACME_12,
    cannotAssess('unknown-release'),
    { system: 'debian 12' },
  ),
  check(
    'Syft writes the distribution in properties of the operating system',
    [
      ACME,
      component(undefined, {
        type: 'operating-system',
        name: 'Debian GNU/Linux',
        properties: { 'syft:distro:id': 'debian', 'syft:distro:versionID': '12' },
      }),
    ],
    ACME_12,
    affected({ confidence: 'high' }),
  ),
  check(
    'in SPDX the operating system is a package',
    [
      spdxPackage(ACME),
      { SPDXID: 'SPDXRef-OperatingSystem-1', name: 'debian', versionInfo: '12.5', downloadLocation: 'NONE' },
    ],
    ACME_12,
    affected({ confidence: 'high' }),
    { format: 'spdx' },
  ),
  check(
    'Raspbian uses the packages of Debian',
    'pkg:deb/raspbian/acme@1.0-1?distro=raspbian-12',
    ACME_12,
    affected({ confidence: 'medium', assumptions: ['distro-alias'] }),
  ),
  check(
    'a package of a third party is in no advisory of Debian',
    'pkg:deb/debian/nodejs@18.19.0-1nodesource1?distro=debian-12',
    about('nodejs', '18.20.0-1'),
    cannotAssess('no-feed-for-release'),
  ),
  check(
    'a vendor that is no distribution has no advisories here',
    'pkg:deb/acme-corp/acme@1.0-1?distro=acme-1',
    ACME_12,
    cannotAssess('no-feed-for-release'),
  ),
  check(
    'an installed package is known by the word of its tool',
    component(undefined, { name: 'acme', version: '1.0-1', properties: { 'syft:package:type': 'deb' } }),
    ACME_12,
    affected({ confidence: 'medium' }),
    { system: 'debian 12' },
  ),
  check(
    'a release that has ended: what is known counts',
    'pkg:deb/debian/acme@1.0-1?distro=debian-9',
    about('acme', '1.0-2', '9'),
    affected(),
  ),
  check(
    'a release that has ended: silence means nothing',
    'pkg:deb/debian/acme@1.0-1?distro=debian-9',
    about('other', '1.0-2', '9'),
    cannotAssess('eol-release'),
  ),
  check(
    'a release that has ended: a fix is a fix',
    'pkg:deb/debian/acme@1.0-3?distro=debian-9',
    about('acme', '1.0-2', '9'),
    notAffected({ isSaid: true }),
  ),
  check(
    'a release whose advisories are not loaded: silence means nothing',
    `${ACME}?distro=debian-12`,
    about('other', '1.0-2'),
    cannotAssess('no-feed-for-release'),
    { loaded: false },
  ),
];

export const debianReleaseCases = casesOf('Debian', releases);
