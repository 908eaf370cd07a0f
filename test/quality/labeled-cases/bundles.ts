/** Distribution notices about many vulnerabilities, alongside records of single ones. */
import { affected, casesOf, check, notAffected } from '../build-case.ts';
import { between, entry, fixedIn, record } from '../build-record.ts';

const numbers = (count: number): readonly number[] => Array.from({ length: count }, (_, n) => n + 1);
const TWELVE = numbers(12).map((n) => `CVE-2099-${3000 + n}`);

const debianBundles = [
  check(
    'a notice about twelve vulnerabilities is twelve findings',
    'pkg:deb/debian/chromium@100.0-1?distro=debian-12',
    record('DSA-9999-1', entry('Debian:12', 'chromium', fixedIn('120.0-1')), { upstream: TWELVE }),
    TWELVE.map((cve) => affected({ about: cve, fixedVersions: ['120.0-1'], records: ['DSA-9999-1'] })),
  ),
  check(
    'an old notice has its vulnerabilities among the related ids',
    'pkg:deb/debian/chromium@100.0-1?distro=debian-12',
    record('DSA-9999-1', entry('Debian:12', 'chromium', fixedIn('120.0-1')), { related: TWELVE.slice(0, 2) }),
    TWELVE.slice(0, 2).map((cve) => affected({ about: cve })),
  ),
  check(
    'beside stated vulnerabilities the related ids are mere links',
    'pkg:deb/debian/chromium@100.0-1?distro=debian-12',
    record('DSA-9999-1', entry('Debian:12', 'chromium', fixedIn('120.0-1')), {
      upstream: ['CVE-2099-3001'],
      related: ['CVE-2099-3002'],
    }),
    affected({ about: 'CVE-2099-3001' }),
  ),
  check(
    'a record whose own id is a CVE never takes related ids for its own',
    'pkg:deb/debian/chromium@100.0-1?distro=debian-12',
    record('CVE-2099-3001', entry('Debian:12', 'chromium', fixedIn('120.0-1')), { related: ['CVE-2099-3002'] }),
    affected({ about: 'CVE-2099-3001' }),
  ),
  check(
    'a notice without vulnerabilities keeps its own id',
    'pkg:deb/debian/chromium@100.0-1?distro=debian-12',
    record('DSA-9999-1', entry('Debian:12', 'chromium', fixedIn('120.0-1'))),
    affected({ about: 'DSA-9999-1' }),
  ),
  check(
    'the record of a vulnerability is believed before a notice that says yes',
    'pkg:deb/debian/chromium@100.0-1?distro=debian-12',
    [
      record('DSA-9999-1', entry('Debian:12', 'chromium', fixedIn('120.0-1')), { upstream: ['CVE-2099-3001'] }),
      record('DEBIAN-CVE-2099-3001', entry('Debian:12', 'chromium', fixedIn('99.0-1'))),
    ],
    notAffected({ about: 'CVE-2099-3001', isSaid: true }),
  ),
  check(
    'the record of a vulnerability is believed before a notice that says no',
    'pkg:deb/debian/chromium@100.0-1?distro=debian-12',
    [
      record('DSA-9999-1', entry('Debian:12', 'chromium', fixedIn('99.0-1')), { upstream: ['CVE-2099-3001'] }),
      record('DEBIAN-CVE-2099-3001', entry('Debian:12', 'chromium', fixedIn('120.0-1'))),
    ],
    affected({ about: 'CVE-2099-3001', fixedVersions: ['120.0-1'], records: ['DEBIAN-CVE-2099-3001', 'DSA-9999-1'] }),
  ),
  check(
    'the id of Debian for a vulnerability is shown as that vulnerability',
    'pkg:deb/debian/chromium@100.0-1?distro=debian-12',
    record('DEBIAN-CVE-2099-3001', entry('Debian:12', 'chromium', fixedIn('120.0-1'))),
    affected({ about: 'CVE-2099-3001' }),
  ),
  check(
    'a notice does not make its vulnerabilities one',
    'pkg:deb/debian/chromium@100.0-1?distro=debian-12',
    [
      record('DSA-9999-1', entry('Debian:12', 'chromium', fixedIn('120.0-1')), {
        upstream: ['CVE-2099-3001', 'CVE-2099-3002'],
      }),
      record('CVE-2099-3001', entry('Debian:12', 'chromium', fixedIn('99.0-1'))),
    ],
    [notAffected({ about: 'CVE-2099-3001', isSaid: true }), affected({ about: 'CVE-2099-3002' })],
  ),
];

const redHatBundles = [
  check(
    'an update about twelve vulnerabilities is twelve findings',
    'pkg:rpm/redhat/thunderbird@115.5.0-1.el9_3?distro=rhel-9.3&epoch=0',
    record(
      'RHSA-2099:0001',
      entry('Red Hat:enterprise_linux:9::appstream', 'thunderbird', fixedIn('0:115.6.0-1.el9_3')),
      { upstream: TWELVE },
    ),
    TWELVE.map((cve) => affected({ about: cve, fixedVersions: ['0:115.6.0-1.el9_3'] })),
  ),
  check(
    'an old update has its vulnerabilities among the related ids',
    'pkg:rpm/redhat/thunderbird@115.5.0-1.el9_3?distro=rhel-9.3&epoch=0',
    record(
      'RHSA-2024:0001',
      entry('Red Hat:enterprise_linux:9::appstream', 'thunderbird', fixedIn('0:115.6.0-1.el9_3')),
      { related: ['CVE-2023-50761', 'CVE-2023-50762'] },
    ),
    [affected({ about: 'CVE-2023-50761' }), affected({ about: 'CVE-2023-50762' })],
  ),
  check(
    'two updates of one vulnerability: what the later one needs is not yet fixed',
    'pkg:rpm/redhat/thunderbird@115.6.0-1.el9_3?distro=rhel-9.3&epoch=0',
    [
      record(
        'RHSA-2099:0001',
        entry('Red Hat:enterprise_linux:9::appstream', 'thunderbird', fixedIn('0:115.6.0-1.el9_3')),
        { upstream: ['CVE-2099-3001'] },
      ),
      record(
        'RHSA-2099:0002',
        entry('Red Hat:enterprise_linux:9::appstream', 'thunderbird', fixedIn('0:115.7.0-1.el9_3')),
        { upstream: ['CVE-2099-3001'] },
      ),
    ],
    affected({ about: 'CVE-2099-3001', fixedVersions: ['0:115.7.0-1.el9_3'] }),
  ),
];

const ubuntuBundles = [
  check(
    'a notice of Ubuntu is one finding for each vulnerability, whatever else it is related to',
    'pkg:deb/ubuntu/sudo@1.9.9-1ubuntu2.3?distro=ubuntu-22.04',
    record('USN-6005-1', entry('Ubuntu:22.04:LTS', 'sudo', fixedIn('1.9.9-1ubuntu2.4')), {
      related: ['CVE-2023-28486', 'CVE-2023-28487', 'UBUNTU-CVE-2023-28486', 'UBUNTU-CVE-2023-28487'],
    }),
    [affected({ about: 'CVE-2023-28486' }), affected({ about: 'CVE-2023-28487' })],
  ),
  check(
    'the record of Ubuntu about a vulnerability is believed before its notice',
    'pkg:deb/ubuntu/sudo@1.9.9-1ubuntu2.3?distro=ubuntu-22.04',
    [
      record('USN-6005-1', entry('Ubuntu:22.04:LTS', 'sudo', fixedIn('1.9.9-1ubuntu2.4')), {
        upstream: ['CVE-2099-3001'],
      }),
      record('UBUNTU-CVE-2099-3001', entry('Ubuntu:22.04:LTS', 'sudo', fixedIn('1.9.9-1ubuntu2.2'))),
    ],
    notAffected({ about: 'CVE-2099-3001', isSaid: true }),
  ),
];

const wolfiBundles = [
  check(
    'a record of Wolfi is about one vulnerability, which it also names by the id of GitHub',
    'pkg:apk/wolfi/airflow@2.9.3-r1',
    record(
      'CGA-222c-fw64-wpxf',
      entry('Chainguard', 'airflow', fixedIn('2.9.3-r2')),
      entry('Wolfi', 'airflow', fixedIn('2.9.3-r2')),
      { related: ['CGA-222c-fw64-wpxf', 'CVE-2024-42447', 'GHSA-62qf-qm3g-fvcw'] },
    ),
    affected({ about: 'CVE-2024-42447', records: ['CGA-222c-fw64-wpxf'] }),
  ),
  check(
    'with the aliases of the vulnerability known, a record of Wolfi is one finding',
    'pkg:apk/wolfi/airflow@2.9.3-r1',
    [
      record('CGA-222c-fw64-wpxf', entry('Wolfi', 'airflow', fixedIn('2.9.3-r2')), {
        related: ['CGA-222c-fw64-wpxf', 'CVE-2024-42447', 'GHSA-62qf-qm3g-fvcw'],
      }),
      record('GHSA-62qf-qm3g-fvcw', entry('PyPI', 'apache-airflow-providers-fab', between('1.2.0', '1.2.2')), {
        aliases: ['CVE-2024-42447'],
      }),
    ],
    affected({ about: 'CVE-2024-42447', records: ['CGA-222c-fw64-wpxf'] }),
  ),
];

export const bundleCases = [
  ...casesOf('Debian', debianBundles),
  ...casesOf('Red Hat', redHatBundles),
  ...casesOf('Ubuntu', ubuntuBundles),
  ...casesOf('Wolfi', wolfiBundles),
];
