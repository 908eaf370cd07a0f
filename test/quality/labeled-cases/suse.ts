/** SUSE and openSUSE: service packs, products, binary packages with their own fixes, and no epochs. */
import { affected, cannotAssess, casesOf, check, checkVersions, component, notAffected } from '../build-case.ts';
import { entry, fixedIn, record } from '../build-record.ts';
import type { Json, PublishedRecord } from '../labeled-case.ts';

// A time when all releases used here were supported.
const THEN = { asOf: '2023-06-01T00:00:00.000000Z' };

const BASESYSTEM = 'SUSE:Linux Enterprise Module for Basesystem';

function update(ecosystem: string, name: string, fixed: string, members: Json = {}): PublishedRecord {
  return record('SUSE-SU-2099:0001-1', entry(ecosystem, name, fixedIn(fixed), members), {
    upstream: ['CVE-2099-0400'],
    summary: `Security update for ${name}`,
  });
}

const TCL = record(
  'SUSE-SU-2023:0030-1',
  entry(`${BASESYSTEM} 15 SP3`, 'tcl', fixedIn('8.6.12-150300.14.6.1')),
  entry(`${BASESYSTEM} 15 SP4`, 'tcl', fixedIn('8.6.12-150300.14.6.1')),
  {
    upstream: ['CVE-2099-0401'],
  },
);
const SYSTEMD = update(`${BASESYSTEM} 15 SP4`, 'systemd', '249.11-150400.8.5.1', {
  ecosystem_specific: { binaries: [{ libudev1: '249.11-150400.8.7.1', systemd: '249.11-150400.8.5.1' }] },
});

export const suseCases = casesOf(
  'SUSE',
  checkVersions('pkg:rpm/suse/tcl@{}?distro=sles-15.4', TCL, [
    [
      '8.6.12-150300.14.5.1',
      'the build before the fix is affected',
      affected({ confidence: 'high', assumptions: [], fixedVersions: ['8.6.12-150300.14.6.1'] }),
    ],
    ['8.6.12-150300.14.6.1', 'the fix is not affected, and that is said', notAffected({ isSaid: true })],
    ['8.6.7-7.12.1', 'an older version is affected', affected()],
    ['8.6.12-150300.14.10.1', 'ten is more than six', notAffected()],
  ]),
  ...[
    'sles-15.4',
    'sles-15-sp4',
    'sles-15%20SP4',
    '15.4',
    'SUSE%20Linux%20Enterprise%20Server%2015%20SP4',
    'sled-15.4',
  ].map((distro) =>
    check(
      `the release may be spelled ${decodeURIComponent(distro)}`,
      `pkg:rpm/suse/tcl@8.6.12-150300.14.5.1?distro=${distro}`,
      TCL,
      affected({ confidence: 'high' }),
    ),
  ),
  check(
    'the distribution may be called sles',
    'pkg:rpm/sles/tcl@8.6.12-150300.14.5.1?distro=sles-15.4',
    TCL,
    affected(),
  ),
  check(
    'the operating system of the document is the release',
    'pkg:rpm/suse/tcl@8.6.12-150300.14.5.1',
    TCL,
    affected({ confidence: 'high' }),
    { system: 'sles 15.4' },
  ),
  check(
    'another service pack is another release',
    'pkg:rpm/suse/tcl@8.6.12-150300.14.5.1?distro=sles-15.5',
    TCL,
    notAffected(),
    THEN,
  ),
  check(
    'the release before its first service pack is another one',
    'pkg:rpm/suse/tcl@8.6.7-7.1?distro=sles-15',
    TCL,
    cannotAssess('eol-release'),
  ),
  check(
    'a package of no release is never one of all releases',
    'pkg:rpm/suse/tcl@8.6.12-150300.14.5.1',
    TCL,
    cannotAssess('unknown-release'),
  ),
  check(
    'modules of the distribution share its packages',
    'pkg:rpm/suse/php8@8.0.29-150400.4.36.1?distro=sles-15.4',
    update('SUSE:Linux Enterprise Module for Web and Scripting 15 SP4', 'php8', '8.0.30-150400.4.37.1'),
    affected(),
  ),
  check(
    'the server is a product of the release',
    'pkg:rpm/suse/acme@1.0-1?distro=sles-12.5',
    update('SUSE:Linux Enterprise Server 12 SP5', 'acme', '1.0-2'),
    affected(),
  ),
  check(
    'the server for SAP is a product of the release',
    'pkg:rpm/suse/acme@1.0-1?distro=sles_sap-15.4',
    update('SUSE:Linux Enterprise Server for SAP Applications 15 SP4', 'acme', '1.0-2'),
    affected(),
  ),
  check(
    'a fix that only long term support has makes the ordinary package affected',
    'pkg:rpm/suse/acme@1.0-1?distro=sles-15.3',
    update('SUSE:Linux Enterprise Server 15 SP3-LTSS', 'acme', '1.0-2'),
    affected({ confidence: 'medium', assumptions: ['paid-fix-only'], fixedVersions: ['1.0-2'] }),
  ),
  check(
    'so does one of extended service pack support',
    'pkg:rpm/suse/acme@1.0-1?distro=sles-15.4',
    update('SUSE:Linux Enterprise High Performance Computing 15 SP4-ESPOS', 'acme', '1.0-2'),
    affected({ confidence: 'medium', assumptions: ['paid-fix-only'] }),
    THEN,
  ),
  check(
    'a product that is no part of the release says nothing about it',
    'pkg:rpm/suse/acme@1.0-1?distro=sles-15.4',
    update('SUSE:Manager Server 4.3', 'acme', '1.0-2'),
    notAffected(),
    THEN,
  ),
  check(
    'the small system is a product of its own',
    'pkg:rpm/suse/acme@1.0-1?distro=sles-15.4',
    update('SUSE:Linux Enterprise Micro 5.3', 'acme', '1.0-2'),
    notAffected(),
    THEN,
  ),
  check(
    'epochs do not count, since no bound has any',
    'pkg:rpm/suse/bind@9.16.6-150300.1?distro=sles-15.4&epoch=32',
    update(`${BASESYSTEM} 15 SP4`, 'bind', '9.16.7-150300.1'),
    affected({ confidence: 'high' }),
  ),
  check(
    'without any epoch in the document nothing is unknown',
    'pkg:rpm/suse/bind@9.16.7-150300.1?distro=sles-15.4',
    update(`${BASESYSTEM} 15 SP4`, 'bind', '9.16.7-150300.1'),
    notAffected({ confidence: 'high' }),
  ),
  check(
    'a binary package is measured by its own fix',
    'pkg:rpm/suse/libudev1@249.11-150400.8.6.1?distro=sles-15.4&upstream=systemd-249.11-150400.8.6.1.src.rpm',
    SYSTEMD,
    affected({ fixedVersions: ['249.11-150400.8.7.1'], testedVersion: '249.11-150400.8.6.1' }),
  ),
  check(
    'the package beside it is measured by the fix of the source',
    'pkg:rpm/suse/systemd@249.11-150400.8.6.1?distro=sles-15.4&upstream=systemd-249.11-150400.8.6.1.src.rpm',
    SYSTEMD,
    notAffected({ isSaid: true }),
  ),
  check(
    'a binary package that no list names has the fix of its source',
    'pkg:rpm/suse/udev@249.11-150400.8.4.1?distro=sles-15.4&upstream=systemd-249.11-150400.8.4.1.src.rpm',
    SYSTEMD,
    affected({ via: 'source', fixedVersions: ['249.11-150400.8.5.1'] }),
  ),
  check(
    'a binary package whose source is unknown is not checked',
    'pkg:rpm/suse/udev@249.11-150400.8.4.1?distro=sles-15.4',
    SYSTEMD,
    cannotAssess('source-package-unknown'),
    { ...THEN, statesSources: false },
  ),
  check(
    'Trivy writes the source in properties of its own',
    component('pkg:rpm/suse/udev@249.11-150400.8.4.1?distro=sles-15.4', {
      properties: {
        'aquasecurity:trivy:SrcName': 'systemd',
        'aquasecurity:trivy:SrcVersion': '249.11',
        'aquasecurity:trivy:SrcRelease': '150400.8.4.1',
      },
    }),
    SYSTEMD,
    affected({ via: 'source' }),
  ),
  check(
    'symbols for debuggers are never matched',
    'pkg:rpm/suse/tcl-debuginfo@8.6.12-150300.14.5.1?distro=sles-15.4',
    TCL,
    cannotAssess('not-a-package'),
  ),
  check(
    'an update of another distribution says nothing',
    'pkg:rpm/suse/tcl@8.6.12-150300.14.5.1?distro=sles-15.4',
    update('openSUSE:Leap 15.4', 'tcl', '99-1'),
    notAffected(),
    THEN,
  ),
);

const LEAP = record('openSUSE-SU-2099:0001-1', entry('openSUSE:Leap 15.5', 'acme', fixedIn('1.2-bp155.3.1')), {
  upstream: ['CVE-2099-0402'],
});
const TUMBLEWEED = record('openSUSE-SU-2099:0002-1', entry('openSUSE:Tumbleweed', 'acme', fixedIn('1.3-1.1')), {
  upstream: ['CVE-2099-0403'],
});

export const openSuseCases = casesOf(
  'openSUSE',
  checkVersions('pkg:rpm/opensuse/acme@{}?distro=opensuse-leap-15.5', LEAP, [
    [
      '1.2-bp155.2.1',
      'the build before the fix is affected',
      affected({ confidence: 'high', fixedVersions: ['1.2-bp155.3.1'] }),
    ],
    ['1.2-bp155.3.1', 'the fix is not affected', notAffected({ isSaid: true })],
  ]),
  check(
    'another release is another one',
    'pkg:rpm/opensuse/acme@1.2-bp155.2.1?distro=opensuse-leap-15.6',
    LEAP,
    notAffected(),
    THEN,
  ),
  check(
    'the release may be spelled in words',
    'pkg:rpm/opensuse/acme@1.2-bp155.2.1?distro=openSUSE%20Leap%2015.5',
    LEAP,
    affected(),
  ),
  check(
    'the rolling release is one of its own',
    'pkg:rpm/opensuse/acme@1.2-1.1?distro=opensuse-tumbleweed-20240101',
    TUMBLEWEED,
    affected({ fixedVersions: ['1.3-1.1'] }),
  ),
  check(
    'a fix of the rolling release says nothing about Leap',
    'pkg:rpm/opensuse/acme@1.2-bp155.2.1?distro=opensuse-leap-15.5',
    TUMBLEWEED,
    notAffected(),
    THEN,
  ),
  check(
    'updates of SUSE are not those of openSUSE',
    'pkg:rpm/opensuse/tcl@8.6.12-150300.14.5.1?distro=opensuse-leap-15.5',
    TCL,
    notAffected(),
    THEN,
  ),
);
