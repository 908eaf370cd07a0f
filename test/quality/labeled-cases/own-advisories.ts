/** Distributions that OSV does not have, with records as translated from their own files: Oracle Linux, Amazon Linux and Fedora. */
import { affected, cannotAssess, casesOf, check, checkVersions, notAffected } from '../build-case.ts';
import { entry, fixedIn, record } from '../build-record.ts';

// A time when all releases used here were supported.
const THEN = { asOf: '2024-06-01T00:00:00.000000Z' };

const RED_HAT = record(
  'RHSA-2099:0001',
  entry('Red Hat:enterprise_linux:9::baseos', 'curl', fixedIn('0:9')),
  entry('Red Hat:enterprise_linux:8::baseos', 'curl', fixedIn('0:9')),
  { upstream: ['CVE-2099-0360'] },
);

const ELSA = record('ELSA-2099-0001', entry('Oracle Linux:8', 'curl', fixedIn('0:7.61.1-33.el8_9.5')), {
  upstream: ['CVE-2099-0361'],
});
const KSPLICE = record(
  'ELSA-2099-0002',
  entry('Oracle Linux:8', 'openssl', fixedIn('1:1.1.1k-9.el8_7')),
  entry('Oracle Linux:8', 'openssl', fixedIn('2:1.1.1k-9.ksplice1.el8_7')),
  { upstream: ['CVE-2099-0362'] },
);
const MODULE = record(
  'ELSA-2099-0003',
  entry('Oracle Linux:8', 'hivex', fixedIn('0:1.3.18-21.module+el8.7.0+21037+8ee66348'), {
    ecosystem_specific: { module_streams: ['virt:kvm_utils'] },
  }),
  { upstream: ['CVE-2099-0363'] },
);
const ARCHITECTURES = record(
  'ELSA-2099-0004',
  entry('Oracle Linux:8', 'rsyslog', fixedIn('0:8.24.0-57.0.4.el8_9.3')),
  entry('Oracle Linux:8', 'rsyslog', fixedIn('0:8.24.0-57.0.1.el8_9.3')),
  { upstream: ['CVE-2099-0364'] },
);

const oracle = casesOf(
  'Oracle Linux',
  checkVersions(
    'pkg:rpm/ol/curl@{}?distro=ol-8.9&epoch=0',
    ELSA,
    [
      [
        '7.61.1-33.el8_9.4',
        'the build of Oracle before the fix is affected',
        affected({ confidence: 'high', fixedVersions: ['0:7.61.1-33.el8_9.5'] }),
      ],
      ['7.61.1-33.el8_9.5', 'the fix of Oracle is not affected, and that is said', notAffected({ isSaid: true })],
    ],
    THEN,
  ),
  check(
    'Oracle may be spelled out',
    'pkg:rpm/oraclelinux/curl@7.61.1-33.el8?distro=oracle-8.5&epoch=0',
    ELSA,
    affected({ confidence: 'high' }),
    THEN,
  ),
  check(
    'a fix of Oracle Linux 8 says nothing about 9',
    'pkg:rpm/ol/curl@7.61.1-33.el9?distro=ol-9.2&epoch=0',
    ELSA,
    notAffected(),
    THEN,
  ),
  check(
    'Oracle never has the advisories of Red Hat',
    'pkg:rpm/ol/curl@7.61.1-30.el8?distro=ol-8.5',
    RED_HAT,
    notAffected(),
    THEN,
  ),
  check(
    'an ordinary build is not compared with a live patch build',
    'pkg:rpm/ol/openssl@1.1.1k-8.el8_7?epoch=1&distro=ol-8.7',
    KSPLICE,
    affected({ fixedVersions: ['1:1.1.1k-9.el8_7'] }),
    THEN,
  ),
  check(
    'a live patch build with a higher epoch is no fix for others',
    'pkg:rpm/ol/openssl@1.1.1k-9.el8_7?epoch=1&distro=ol-8.7',
    KSPLICE,
    notAffected(),
    THEN,
  ),
  check(
    'a live patch build has its own fix',
    'pkg:rpm/ol/openssl@1.1.1k-8.ksplice1.el8_7?epoch=2&distro=ol-8.7',
    KSPLICE,
    affected({ fixedVersions: ['2:1.1.1k-9.ksplice1.el8_7'] }),
    THEN,
  ),
  check(
    'the fixed live patch build is not affected',
    'pkg:rpm/ol/openssl@1.1.1k-9.ksplice1.el8_7?epoch=2&distro=ol-8.7',
    KSPLICE,
    notAffected(),
    THEN,
  ),
  check(
    'a live patch build without records of its own is not checked',
    'pkg:rpm/ol/curl@7.61.1-33.ksplice1.el8_9?distro=ol-8.9&epoch=2',
    ELSA,
    cannotAssess('no-feed-for-release'),
    THEN,
  ),
  check(
    'a package of the same stream is affected',
    'pkg:rpm/ol/hivex@1.3.18-20.module%2Bel8.6.0%2B20659?distro=ol-8.6&epoch=0&modularitylabel=virt:kvm_utils:8060020220',
    MODULE,
    affected(),
    THEN,
  ),
  check(
    'a package of another stream is not affected',
    'pkg:rpm/ol/hivex@1.3.18-20.module%2Bel8.6.0%2B20659?distro=ol-8.6&epoch=0&modularitylabel=virt:ol:8060020220',
    MODULE,
    notAffected(),
    THEN,
  ),
  check(
    'a package outside of modules is not affected by a module update',
    'pkg:rpm/ol/hivex@1.3.18-20.el8?distro=ol-8.6&epoch=0',
    MODULE,
    notAffected(),
    THEN,
  ),
  check(
    'the fix of one architecture is a fix, although another has a higher one',
    'pkg:rpm/ol/rsyslog@8.24.0-57.0.1.el8_9.3?distro=ol-8.9&epoch=0&arch=x86_64',
    ARCHITECTURES,
    notAffected(),
    THEN,
  ),
);

const ALAS = record('ALAS2-2099-0001', entry('Amazon Linux:2', 'curl', fixedIn('0:8.3.0-1.amzn2.0.5')), {
  upstream: ['CVE-2099-0370'],
});
const ALAS2023 = record('ALAS2023-2099-001', entry('Amazon Linux:2023', 'curl', fixedIn('0:8.5.0-1.amzn2023.0.1')), {
  upstream: ['CVE-2099-0371'],
});
const CORE_KERNEL = record('ALAS2-2099-0002', entry('Amazon Linux:2', 'kernel', fixedIn('0:4.14.336-255.557.amzn2')), {
  upstream: ['CVE-2099-0372'],
});
const EXTRA_KERNEL = record(
  'ALAS2KERNEL-5.15-2099-001',
  entry('Amazon Linux:2:kernel-5.15', 'kernel', fixedIn('0:5.15.148-97.158.amzn2')),
  { upstream: ['CVE-2099-0372'] },
);
const CORE_PHP = record('ALAS2-2099-0003', entry('Amazon Linux:2', 'php', fixedIn('0:5.4.16-46.amzn2.0.6')), {
  upstream: ['CVE-2099-0373'],
});
const EXTRA_PHP = record('ALAS2PHP8.0-2099-001', entry('Amazon Linux:2:php8.0', 'php', fixedIn('0:8.0.30-1.amzn2')), {
  upstream: ['CVE-2099-0374'],
});

const amazon = casesOf(
  'Amazon Linux',
  checkVersions(
    'pkg:rpm/amzn/curl@{}?distro=amzn-2&epoch=0',
    ALAS,
    [
      [
        '8.3.0-1.amzn2.0.4',
        'the build of Amazon before the fix is affected',
        affected({ confidence: 'high', fixedVersions: ['0:8.3.0-1.amzn2.0.5'] }),
      ],
      ['8.3.0-1.amzn2.0.5', 'the fix of Amazon is not affected, and that is said', notAffected({ isSaid: true })],
    ],
    THEN,
  ),
  check(
    'Amazon Linux 2023 is another release',
    'pkg:rpm/amazon/curl@8.3.0-1.amzn2023?distro=amazon-2023',
    ALAS2023,
    affected({ fixedVersions: ['0:8.5.0-1.amzn2023.0.1'] }),
    THEN,
  ),
  check(
    'Amazon never has the advisories of Red Hat',
    'pkg:rpm/amazon/curl@7.79.1-1.amzn2.0.1?distro=amazon-2%20(Karoo)',
    RED_HAT,
    notAffected(),
    THEN,
  ),
  checkVersions(
    'pkg:rpm/amzn/kernel@{}?distro=amzn-2&epoch=0',
    [CORE_KERNEL, EXTRA_KERNEL],
    [
      [
        '4.14.330-1.amzn2',
        'the kernel of the release has the fix of the release',
        affected({ fixedVersions: ['0:4.14.336-255.557.amzn2'] }),
      ],
      ['4.14.336-255.557.amzn2', 'an extra kernel is no fix for the kernel of the release', notAffected()],
      [
        '5.15.43-20.123.amzn2',
        'the kernel of an extra has the fix of the extra',
        affected({ fixedVersions: ['0:5.15.148-97.158.amzn2'] }),
      ],
      ['5.15.148-97.158.amzn2', 'the fixed kernel of an extra is not affected', notAffected()],
      [
        '5.10.1-1.amzn2',
        'the kernel of another extra, whose records are not loaded, is not checked',
        cannotAssess('no-feed-for-release'),
      ],
    ],
    THEN,
  ),
  checkVersions(
    'pkg:rpm/amzn/php@{}?distro=amzn-2&epoch=0',
    [EXTRA_PHP, CORE_PHP],
    [
      [
        '8.0.20-1.amzn2',
        'the version shows the extra of a package',
        affected({ assumptions: ['stream-from-version'], fixedVersions: ['0:8.0.30-1.amzn2'] }),
      ],
      ['5.4.16-46.amzn2.0.6', 'an extra says nothing about the package of the release', notAffected()],
    ],
    THEN,
  ),
  check(
    'a package that only extras have is not checked without their records',
    'pkg:rpm/amzn/docker@20.10.25-1.amzn2.0.1?distro=amzn-2&epoch=0',
    ALAS,
    cannotAssess('no-feed-for-release'),
    THEN,
  ),
  check(
    'a newer version than that of the release is not checked without records of extras',
    'pkg:rpm/amzn/php@8.2.1-1.amzn2?distro=amzn-2&epoch=0',
    CORE_PHP,
    cannotAssess('no-feed-for-release'),
    THEN,
  ),
);

const FEDORA = record('FEDORA-2099-0123456789', entry('Fedora:44', 'curl', fixedIn('0:8.6.0-8.fc44')), {
  upstream: ['CVE-2099-0380'],
});

const fedora = casesOf(
  'Fedora',
  checkVersions('pkg:rpm/fedora/curl@{}?distro=fedora-44&epoch=0', FEDORA, [
    ['8.6.0-7.fc44', 'the build of Fedora before the fix is affected', affected({ confidence: 'high' })],
    ['8.6.0-8.fc44', 'the fix of Fedora is not affected, and that is said', notAffected({ isSaid: true })],
  ]),
  check(
    'the tag of a Fedora build names its release',
    'pkg:rpm/fedora/curl@8.6.0-7.fc44?epoch=0',
    FEDORA,
    affected({ confidence: 'medium', assumptions: ['release-from-version'] }),
  ),
  check(
    'a fix of one Fedora says nothing about another',
    'pkg:rpm/fedora/curl@8.5.0-1.fc43?distro=fedora-43',
    FEDORA,
    notAffected(),
  ),
);

export const ownAdvisoryCases = [...oracle, ...amazon, ...fedora];
