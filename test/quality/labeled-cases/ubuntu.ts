/** Ubuntu: releases by number and name, fixes only for Ubuntu Pro, binary packages with their own versions. */
import { affected, cannotAssess, casesOf, check, checkVersions, component, notAffected } from '../build-case.ts';
import { ALWAYS, entry, fixedIn, record } from '../build-record.ts';
import type { Json, PublishedRecord } from '../labeled-case.ts';

const SUDO = record(
  'USN-6005-1',
  entry('Ubuntu:20.04:LTS', 'sudo', fixedIn('1.8.31-1ubuntu1.5')),
  entry('Ubuntu:22.04:LTS', 'sudo', fixedIn('1.9.9-1ubuntu2.4')),
  {
    upstream: ['CVE-2023-28486'],
  },
);

function about(ecosystem: string, fixed: string, members: Json = {}): PublishedRecord {
  return record('USN-9000-1', entry(ecosystem, 'acme', fixedIn(fixed), members), { upstream: ['CVE-2099-0320'] });
}

const PRO = about('Ubuntu:Pro:18.04:LTS', '1.0-1ubuntu1.5+esm2');
const BASE = about('Ubuntu:18.04:LTS', '1.0-1ubuntu1.5');
const AS_OF = '2023-01-01T00:00:00.000000Z';

const KERNEL = record('USN-9001-1', entry('Ubuntu:22.04:LTS', 'linux', fixedIn('5.15.0-92.102')), {
  upstream: ['CVE-2099-0322'],
});
const AWS_KERNEL = record('USN-9001-2', entry('Ubuntu:22.04:LTS', 'linux-aws', fixedIn('5.15.0-1051.56')), {
  upstream: ['CVE-2099-0322'],
});

export const ubuntuCases = casesOf(
  'Ubuntu',
  checkVersions('pkg:deb/ubuntu/sudo@{}?distro=ubuntu-22.04', SUDO, [
    [
      '1.9.9-1ubuntu2.3',
      'the version before the fix is affected',
      affected({ confidence: 'high', fixedVersions: ['1.9.9-1ubuntu2.4'] }),
    ],
    ['1.9.9-1ubuntu2.4', 'the fix is not affected, and that is said', notAffected({ isSaid: true })],
    ['1.9.9-1ubuntu2.10', 'ten is more than four', notAffected()],
    ['1.9.9-1ubuntu2~22.04', 'a tilde is older than nothing', affected()],
  ]),
  check(
    'the fix of another release says nothing',
    'pkg:deb/ubuntu/sudo@1.8.31-1ubuntu1.6?distro=ubuntu-22.04',
    SUDO,
    affected({ fixedVersions: ['1.9.9-1ubuntu2.4'] }),
  ),
  check(
    'each release has its own fix',
    'pkg:deb/ubuntu/sudo@1.8.31-1ubuntu1.5?distro=ubuntu-20.04',
    SUDO,
    notAffected(),
  ),
  ...['ubuntu-22.04', 'jammy', '22.04', 'ubuntu-22.04.3', 'ubuntu-jammy', 'Ubuntu%2022.04.3%20LTS', 'ubuntu:22.04'].map(
    (distro) =>
      check(
        `the release may be spelled ${decodeURIComponent(distro)}`,
        `pkg:deb/ubuntu/sudo@1.9.9-1ubuntu2.3?distro=${distro}`,
        SUDO,
        affected({ confidence: 'high' }),
      ),
  ),
  check(
    'a release that is in no advisory is not affected by those of others',
    'pkg:deb/ubuntu/sudo@1.9.9-1ubuntu2.3?distro=noble',
    SUDO,
    notAffected(),
  ),
  check(
    'an unknown release is no release',
    'pkg:deb/ubuntu/sudo@1.9.9-1ubuntu2.3?distro=ubuntu-22.05',
    SUDO,
    cannotAssess('unknown-release'),
  ),
  check(
    'the release of Debian is none of Ubuntu',
    'pkg:deb/ubuntu/sudo@1.9.9-1ubuntu2.3?distro=debian-12',
    SUDO,
    cannotAssess('unknown-release'),
  ),
  check(
    'the operating system of the document is the release',
    'pkg:deb/ubuntu/sudo@1.9.9-1ubuntu2.3',
    SUDO,
    affected({ confidence: 'high' }),
    { system: 'ubuntu 22.04' },
  ),
  check(
    'an update may name its release',
    'pkg:deb/ubuntu/acme@1.0-1ubuntu0.20.04.1',
    about('Ubuntu:20.04:LTS', '1.0-1ubuntu0.20.04.2'),
    affected({ confidence: 'medium', assumptions: ['release-from-version'] }),
  ),
  check(
    'an update that names no release is of none',
    'pkg:deb/ubuntu/acme@1.0-1ubuntu1.10',
    about('Ubuntu:20.04:LTS', '1.0-1ubuntu2'),
    cannotAssess('unknown-release'),
  ),
  check(
    'advisories of Debian are not those of Ubuntu',
    'pkg:deb/ubuntu/sudo@1.9.9-1ubuntu2.3?distro=ubuntu-22.04',
    record('CVE-2099-0321', entry('Debian:12', 'sudo', ALWAYS)),
    notAffected(),
  ),
  check(
    'a binary package is looked up by its source',
    'pkg:deb/ubuntu/sudo-ldap@1.9.9-1ubuntu2.3?distro=ubuntu-22.04&upstream=sudo',
    SUDO,
    affected({ via: 'source' }),
  ),
  check(
    'a cloud kernel has its own source, regardless of its signature',
    'pkg:deb/ubuntu/linux-image-5.15.0-1050-aws@5.15.0-1050.55?distro=ubuntu-22.04&upstream=linux-signed-aws',
    [AWS_KERNEL, KERNEL],
    affected({ confidence: 'high', via: 'source', fixedVersions: ['5.15.0-1051.56'] }),
  ),
  check(
    'the kernel of a cloud is known by the name of its image',
    'pkg:deb/ubuntu/linux-image-5.15.0-1050-aws@5.15.0-1050.55?distro=ubuntu-22.04',
    AWS_KERNEL,
    affected({ confidence: 'medium', assumptions: ['source-from-name'] }),
  ),
  check(
    'the signed kernel is the kernel',
    'pkg:deb/ubuntu/linux-image-5.15.0-91-generic@5.15.0-91.101?distro=ubuntu-22.04&upstream=linux-signed',
    KERNEL,
    affected({ confidence: 'high', via: 'source' }),
  ),
  check(
    'modules of the kernel of a cloud have its source',
    'pkg:deb/ubuntu/linux-modules-5.15.0-1050-aws@5.15.0-1050.55?distro=ubuntu-22.04&upstream=linux-aws',
    [AWS_KERNEL, KERNEL],
    affected({ via: 'source' }),
  ),
  check(
    'the kernel is known by the name of its image',
    'pkg:deb/ubuntu/linux-image-5.15.0-91-generic@5.15.0-91.101?distro=ubuntu-22.04',
    KERNEL,
    affected({ confidence: 'medium', assumptions: ['source-from-name'] }),
  ),

  checkVersions('pkg:deb/ubuntu/acme@{}?distro=ubuntu-18.04', PRO, [
    [
      '1.0-1ubuntu1.4',
      'a fix in Pro says that the release is affected',
      affected({ fixedVersions: ['1.0-1ubuntu1.5+esm2'], fixState: 'fixed' }),
    ],
    ['1.0-1ubuntu1.5+esm2', 'who has the fix of Pro is not affected', notAffected()],
    ['1.0-1ubuntu1.5+esm3', 'who has a later fix of Pro is not affected', notAffected()],
    ['1.0-1ubuntu1.5+esm1', 'an earlier fix of Pro is none', affected()],
  ]),
  check(
    'a fix of the release is enough, whatever Pro has',
    'pkg:deb/ubuntu/acme@1.0-1ubuntu1.5?distro=ubuntu-18.04',
    [BASE, { osv: { ...PRO.osv, id: 'USN-9000-2' } }],
    notAffected(),
  ),
  check(
    'a fix in Pro closes nothing below',
    'pkg:deb/ubuntu/acme@1.0-1ubuntu1.4?distro=ubuntu-18.04',
    [BASE, { osv: { ...PRO.osv, id: 'USN-9000-2' } }],
    affected({ fixedVersions: ['1.0-1ubuntu1.5'] }),
  ),
  check(
    'a release beyond its time without a word is not assessed',
    'pkg:deb/ubuntu/other@1.0-1?distro=ubuntu-18.04',
    PRO,
    cannotAssess('eol-release'),
  ),
  check(
    'a release in its time without a word is clean',
    'pkg:deb/ubuntu/other@1.0-1?distro=ubuntu-18.04',
    PRO,
    notAffected(),
    { asOf: AS_OF },
  ),

  check(
    'a binary package is measured by its own fix',
    'pkg:deb/ubuntu/libacme5@2:5.0-0ubuntu1.1?distro=ubuntu-22.04&upstream=acme%401.0-0ubuntu1.1',
    about('Ubuntu:22.04:LTS', '1.0-0ubuntu1.2', {
      ecosystem_specific: {
        binaries: [
          { binary_name: 'libacme5', binary_version: '2:5.0-0ubuntu1.2' },
          { binary_name: 'acme', binary_version: '1.0-0ubuntu1.2' },
        ],
      },
    }),
    affected({ fixedVersions: ['2:5.0-0ubuntu1.2'], testedVersion: '2:5.0-0ubuntu1.1' }),
  ),
  check(
    'a binary package that has its own fix is not affected',
    'pkg:deb/ubuntu/libacme5@2:5.0-0ubuntu1.2?distro=ubuntu-22.04&upstream=acme',
    about('Ubuntu:22.04:LTS', '1.0-0ubuntu1.2', {
      ecosystem_specific: { binaries: [{ binary_name: 'libacme5', binary_version: '2:5.0-0ubuntu1.2' }] },
    }),
    notAffected({ isSaid: true }),
  ),
  check(
    'a binary package that no list names has the fix of its source',
    'pkg:deb/ubuntu/acme-tools@1.0-0ubuntu1.1?distro=ubuntu-22.04&upstream=acme',
    about('Ubuntu:22.04:LTS', '1.0-0ubuntu1.2', {
      ecosystem_specific: { binaries: [{ binary_name: 'libacme5', binary_version: '2:5.0-0ubuntu1.2' }] },
    }),
    affected({ fixedVersions: ['1.0-0ubuntu1.2'], via: 'source' }),
  ),
  check(
    'what Ubuntu has not fixed is affected, and its priority is kept',
    'pkg:deb/ubuntu/acme@1.0-1?distro=ubuntu-22.04',
    record(
      'UBUNTU-CVE-2099-0323',
      entry('Ubuntu:22.04:LTS', 'acme', ALWAYS, { ecosystem_specific: { ubuntu_priority: 'negligible' } }),
    ),
    affected({ about: 'CVE-2099-0323', fixState: 'not_fixed', urgency: 'negligible' }),
  ),
  check(
    'a personal archive is in no advisory of Ubuntu',
    'pkg:deb/ubuntu/acme@1.0-1~ppa1?distro=ubuntu-22.04',
    about('Ubuntu:22.04:LTS', '2.0-1'),
    cannotAssess('no-feed-for-release'),
  ),
  check(
    'an installed package is known by the distribution that Trivy writes',
    component(undefined, {
      name: 'sudo',
      version: '1.9.9-1ubuntu2.3',
      properties: { 'aquasecurity:trivy:PkgType': 'ubuntu' },
    }),
    SUDO,
    affected({ confidence: 'medium' }),
    { system: 'ubuntu 22.04' },
  ),
);
