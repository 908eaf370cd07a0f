/** Withdrawn records, malicious packages, copies of one id, and records that describe no vulnerability. */
import { affected, casesOf, check, checkVersions, notAffected } from '../build-case.ts';
import { ALWAYS, between, entry, fixedIn, inDirectory, record } from '../build-record.ts';
import type { Json, PublishedRecord } from '../labeled-case.ts';

const LIB = 'pkg:npm/acme-lib@1.3.0';
const WITHDRAWN = { withdrawn: '2024-06-01T00:00:00Z' };

function ghsa(id: string, members: Json = {}): PublishedRecord {
  return record(id, entry('npm', 'acme-lib', fixedIn('2.0.0')), { aliases: ['CVE-2099-0002'], ...members });
}

const withdrawnCases = casesOf(
  'npm',
  check('a withdrawn record makes no finding', LIB, ghsa('GHSA-2099-aaaa-0001', WITHDRAWN), notAffected()),
  check('a record counts up to its withdrawal', LIB, ghsa('GHSA-2099-aaaa-0001', WITHDRAWN), affected(), {
    asOf: '2024-05-31T23:59:59.999999Z',
  }),
  check(
    'a record does not count from the moment of its withdrawal on',
    LIB,
    ghsa('GHSA-2099-aaaa-0001', WITHDRAWN),
    notAffected(),
    {
      asOf: '2024-06-01T00:00:00.000000Z',
    },
  ),
  check(
    'a withdrawal in the future has not happened',
    LIB,
    ghsa('GHSA-2099-aaaa-0001', { withdrawn: '2030-01-01T00:00:00Z' }),
    affected(),
  ),
  check(
    'a finding is retracted when the time of the withdrawal has come',
    LIB,
    ghsa('GHSA-2099-aaaa-0001', { withdrawn: '2030-01-01T00:00:00Z' }),
    notAffected(),
    {
      asOf: '2030-01-02T00:00:00.000000Z',
    },
  ),
  check(
    'of two records of a vulnerability the one that is not withdrawn decides',
    LIB,
    [ghsa('GHSA-2099-aaaa-0001', WITHDRAWN), ghsa('GHSA-2099-aaaa-0002')],
    affected({ records: ['GHSA-2099-aaaa-0002'] }),
  ),
  check(
    'two withdrawn records leave nothing',
    LIB,
    [ghsa('GHSA-2099-aaaa-0001', WITHDRAWN), ghsa('GHSA-2099-aaaa-0002', WITHDRAWN)],
    notAffected(),
  ),
  check(
    'a record whose withdrawal was taken back counts again',
    LIB,
    ghsa('GHSA-2099-aaaa-0001', { modified: '2025-07-01T00:00:00Z' }),
    affected(),
  ),
  check(
    'CVE-2021-41720 about lodash was withdrawn, so the newest lodash is clean',
    'pkg:npm/lodash@4.17.21',
    record('GHSA-8p5q-j9m2-g8wr', entry('npm', 'lodash', [{ introduced: '0' }, { last_affected: '4.17.21' }]), {
      aliases: ['CVE-2021-41720'],
      withdrawn: '2021-12-02T00:00:00Z',
    }),
    notAffected(),
  ),
);

function malware(members: Json, events: Parameters<typeof entry>[2] = []): PublishedRecord {
  return record('MAL-2099-1', entry('npm', 'acme-lib', events, members));
}

const malwareCases = casesOf(
  'npm',
  check(
    'a malicious package is malicious in all versions',
    LIB,
    malware({}, ALWAYS),
    affected({ class: 'malicious', confidence: 'high' }),
  ),
  check(
    'a listed malicious version is affected',
    LIB,
    malware({ versions: ['1.3.0'] }),
    affected({ class: 'malicious', confidence: 'high' }),
  ),
  check(
    'a version that is not on the list of malicious ones is clean',
    LIB,
    malware({ versions: ['1.3.1'] }),
    notAffected(),
  ),
  check(
    'a listed malicious version is affected beside an open range',
    LIB,
    malware({ versions: ['1.3.0'] }, ALWAYS),
    affected({ class: 'malicious', confidence: 'high' }),
  ),
  // Previously not affected; such records describe attacks on the names of private packages, which must not be missed.
  check(
    'beside a list an open range of malware concerns the name only',
    LIB,
    malware({ versions: ['1.3.1'] }, ALWAYS),
    affected({ class: 'vulnerability', confidence: 'low', assumptions: ['malicious-name'] }),
  ),
  check(
    'an unparsable version has the name of malware',
    'pkg:npm/acme-lib@nightly-build',
    malware({ versions: ['1.3.1'] }, ALWAYS),
    affected({ class: 'vulnerability', confidence: 'low' }),
  ),
  check(
    'malware in a takeover of one version leaves the others alone',
    'pkg:npm/ua-parser-js@0.7.30',
    record('MAL-2021-1', entry('npm', 'ua-parser-js', [], { versions: ['0.7.29', '0.8.0', '1.0.0'] })),
    notAffected(),
  ),
  check(
    'one record of malware makes the whole group malicious',
    LIB,
    [
      record('MAL-2099-1', entry('npm', 'acme-lib', ALWAYS), { aliases: ['GHSA-2099-aaaa-0003'] }),
      record('GHSA-2099-aaaa-0003', entry('npm', 'acme-lib', ALWAYS)),
    ],
    affected({ about: 'GHSA-2099-aaaa-0003', class: 'malicious', records: ['GHSA-2099-aaaa-0003', 'MAL-2099-1'] }),
  ),
  check(
    'malware without ranges and versions lists nothing',
    'pkg:npm/acme-other@1.0.0',
    malware({}, ALWAYS),
    notAffected(),
  ),
);

const copyCases = [
  ...casesOf(
    'Debian',
    check(
      'of two copies of an id the one in the directory of Debian speaks for Debian',
      'pkg:deb/debian/busybox@1.35.0-4?distro=debian-12',
      [
        inDirectory('Debian', record('CVE-2099-0003', entry('Debian:12', 'busybox', fixedIn('1.36.0-1')))),
        inDirectory(
          'Alpine',
          record('CVE-2099-0003', entry('Debian:12', 'busybox', fixedIn('1.0-1')), {
            modified: '2025-09-01T00:00:00Z',
          }),
        ),
      ],
      affected({ fixedVersions: ['1.36.0-1'] }),
    ),
    check(
      'an entry about Debian in another directory counts when Debian has no copy',
      'pkg:deb/debian/busybox@1.35.0-4?distro=debian-12',
      inDirectory('Alpine', record('CVE-2099-0003', entry('Debian:12', 'busybox', fixedIn('1.36.0-1')))),
      affected(),
    ),
  ),
  ...casesOf(
    'Alpine',
    check(
      'the copy of Alpine speaks for Alpine although that of Debian is newer',
      'pkg:apk/alpine/busybox@1.36.1-r5?distro=3.19.0',
      [
        inDirectory('Alpine', record('CVE-2099-0003', entry('Alpine:v3.19', 'busybox', fixedIn('1.36.1-r6')))),
        inDirectory(
          'Debian',
          record('CVE-2099-0003', entry('Debian:12', 'busybox', fixedIn('1:1.36.0-1')), {
            modified: '2025-09-01T00:00:00Z',
          }),
        ),
      ],
      affected({ fixedVersions: ['1.36.1-r6'] }),
    ),
  ),
  ...casesOf(
    'npm',
    check(
      'of two foreign copies the newer one counts',
      LIB,
      [
        inDirectory(
          'PyPI',
          record('GHSA-2099-aaaa-0004', entry('npm', 'acme-lib', fixedIn('1.0.0')), {
            modified: '2024-01-01T00:00:00Z',
          }),
        ),
        inDirectory(
          'Maven',
          record('GHSA-2099-aaaa-0004', entry('npm', 'acme-lib', fixedIn('2.0.0')), {
            modified: '2025-01-01T00:00:00Z',
          }),
        ),
      ],
      affected({ fixedVersions: ['2.0.0'] }),
    ),
    check(
      'of two equally old foreign copies the first directory counts',
      LIB,
      [
        inDirectory('PyPI', record('GHSA-2099-aaaa-0004', entry('npm', 'acme-lib', fixedIn('1.0.0')))),
        inDirectory('Maven', record('GHSA-2099-aaaa-0004', entry('npm', 'acme-lib', fixedIn('2.0.0')))),
      ],
      affected({ fixedVersions: ['2.0.0'] }),
    ),
  ),
];

const otherCases = [
  ...casesOf(
    'npm',
    check(
      'a record of an unknown ecosystem matches nothing',
      LIB,
      record('CVE-2099-0004', entry('Umbrella', 'acme-lib', ALWAYS)),
      notAffected(),
    ),
    check(
      'a record of another ecosystem matches nothing here',
      LIB,
      record('CVE-2099-0004', entry('PyPI', 'acme-lib', ALWAYS)),
      notAffected(),
    ),
    check('a record without packages matches nothing', LIB, record('CVE-2099-0004'), notAffected()),
    check(
      'two vulnerabilities with the same ranges stay two',
      LIB,
      [
        record('CVE-2099-0005', entry('npm', 'acme-lib', fixedIn('2.0.0'))),
        record('CVE-2099-0006', entry('npm', 'acme-lib', fixedIn('2.0.0'))),
      ],
      [affected({ about: 'CVE-2099-0005' }), affected({ about: 'CVE-2099-0006' })],
    ),
    check(
      'a record about two packages affects only the one that is there',
      [LIB, 'pkg:npm/acme-core@1.0.0'],
      record('CVE-2099-0007', entry('npm', 'acme-lib', fixedIn('1.0.0')), entry('npm', 'acme-core', fixedIn('2.0.0'))),
      [notAffected(), affected({ of: 1, fixedVersions: ['2.0.0'] })],
    ),
    checkVersions(
      'pkg:npm/acme-lib',
      record(
        'CVE-2099-0008',
        entry('npm', 'acme-lib', between('1.0.0', '1.2.0')),
        entry('npm', 'acme-lib', between('2.0.0', '2.2.0')),
      ),
      [
        [
          '1.1.0',
          'the fix of the own branch comes first, that of the next one after it',
          affected({ fixedVersions: ['1.2.0', '2.2.0'] }),
        ],
        ['2.1.0', 'fixes of older branches are no fixes', affected({ fixedVersions: ['2.2.0'] })],
      ],
    ),
  ),
  ...casesOf(
    'Red Hat',
    check(
      'a bug fix without a CVE is no vulnerability',
      'pkg:rpm/redhat/tzdata@2023c-1.el9?distro=rhel-9.2',
      record('RHBA-2099:0001', entry('Red Hat:enterprise_linux:9::baseos', 'tzdata', fixedIn('0:2024a-1.el9'))),
      notAffected(),
    ),
    check(
      'a bug fix that names a CVE is a security fix all the same',
      'pkg:rpm/redhat/tzdata@2023c-1.el9?distro=rhel-9.2&epoch=0',
      record('RHBA-2099:0002', entry('Red Hat:enterprise_linux:9::baseos', 'tzdata', fixedIn('0:2024a-1.el9')), {
        upstream: ['CVE-2099-0009'],
      }),
      affected({ class: 'vulnerability' }),
    ),
    check(
      'a bug fix that names its CVE as related is about that CVE',
      'pkg:rpm/redhat/ca-certificates@2023.2.60_v7.0.306-90.1.el9_2?distro=rhel-9.2&epoch=0',
      record(
        'RHBA-2024:5691',
        entry('Red Hat:enterprise_linux:9::baseos', 'ca-certificates', fixedIn('0:2024.2.69_v8.0.303-91.4.el9_4')),
        { related: ['CVE-2023-37920'] },
      ),
      affected({ about: 'CVE-2023-37920', class: 'vulnerability', fixedVersions: ['0:2024.2.69_v8.0.303-91.4.el9_4'] }),
    ),
  ),
  ...casesOf(
    'AlmaLinux',
    check(
      'an enhancement is no vulnerability',
      'pkg:rpm/almalinux/tzdata@2023c-1.el9?distro=almalinux-9.2',
      record('ALEA-2099:0001', entry('AlmaLinux:9', 'tzdata', fixedIn('2024a-1.el9'))),
      notAffected(),
    ),
  ),
];

export const recordCases = [...withdrawnCases, ...malwareCases, ...copyCases, ...otherCases];
