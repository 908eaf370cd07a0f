/** AlmaLinux and Rocky Linux: rebuilds of Red Hat with their own advisories. */
import { affected, cannotAssess, casesOf, check, checkVersions, component, notAffected } from '../build-case.ts';
import { ALWAYS, entry, fixedIn, record } from '../build-record.ts';
import type { PublishedRecord } from '../labeled-case.ts';

function alma(name: string, fixed: string, release = '9'): PublishedRecord {
  return record('ALSA-2099:0001', entry(`AlmaLinux:${release}`, name, fixedIn(fixed)), {
    upstream: ['CVE-2099-0380'],
    summary: `Important: ${name} security update`,
  });
}

const ALMA_CURL = alma('curl', '7.76.1-26.el9_3.3');
const RED_HAT = record(
  'RHSA-2099:0001',
  entry('Red Hat:enterprise_linux:9::baseos', 'curl', ALWAYS),
  entry('Red Hat:enterprise_linux:8::baseos', 'curl', ALWAYS),
  { upstream: ['CVE-2099-0381'] },
);
const TOOLS = 'Important: container-tools:rhel8 security and bug fix update';
const ALMA_BUILDS = record(
  'ALSA-2019:0975',
  ...['module_el8.5.0+119+9a9ec082', 'module_el8.4.0+2496+12421f43', 'module_el8.3.0+2044+12421f43'].map((build) =>
    entry('AlmaLinux:8', 'oci-umount', fixedIn(`2:2.3.4-2.git87f9237.${build}`)),
  ),
  { upstream: ['CVE-2019-5736'], summary: TOOLS },
);
const ALMA_NODEJS = [
  record('ALSA-2022:6448', entry('AlmaLinux:8', 'nodejs', fixedIn('1:14.20.0-2.module_el8.6.0+3261+490666b3')), {
    related: ['CVE-2022-32212'],
    summary: 'Moderate: nodejs:14 security and bug fix update',
  }),
  record('ALSA-2022:6964', entry('AlmaLinux:8', 'nodejs', fixedIn('1:16.17.1-1.module_el8.6.0+3328+2e4711d7')), {
    related: ['CVE-2022-35256'],
    summary: 'Important: nodejs:16 security update',
  }),
];
const THUNDERBIRD = record(
  'ALSA-2022:0129',
  entry('AlmaLinux:8', 'thunderbird', fixedIn('91.5.0-1.el8_5.alma.plus')),
  entry('AlmaLinux:8', 'thunderbird', fixedIn('91.5.0-1.el8_5.alma')),
  {
    upstream: ['CVE-2021-4140'],
    summary: 'Important: thunderbird security update',
  },
);

export const almaCases = casesOf(
  'AlmaLinux',
  checkVersions('pkg:rpm/almalinux/curl@{}?distro=almalinux-9.3&epoch=0', ALMA_CURL, [
    [
      '7.76.1-26.el9_3.2',
      'the build before the fix is affected',
      affected({ confidence: 'high', fixedVersions: ['7.76.1-26.el9_3.3'] }),
    ],
    ['7.76.1-26.el9_3.3', 'the fix is not affected, and that is said', notAffected({ isSaid: true })],
    ['7.76.1-26.el9_3.3.alma.1', 'a rebuild of the fix is newer', notAffected()],
    ['7.76.1-23.el9', 'an older build is affected', affected()],
  ]),
  check(
    'a bound without an epoch has the epoch zero',
    'pkg:rpm/almalinux/curl@7.76.1-1.el9?distro=almalinux-9.3&epoch=1',
    ALMA_CURL,
    notAffected(),
  ),
  check(
    'a bound with an epoch has it',
    'pkg:rpm/almalinux/openssl-libs@3.0.7-24.el9?distro=almalinux-9.3&epoch=1',
    alma('openssl-libs', '1:3.0.7-25.el9_3'),
    affected({ confidence: 'high' }),
  ),
  check(
    'without any epoch in the document that of the bound is taken',
    'pkg:rpm/almalinux/openssl-libs@3.0.7-25.el9_3?distro=almalinux-9.3',
    alma('openssl-libs', '1:3.0.7-25.el9_3'),
    notAffected({ confidence: 'medium', assumptions: ['epoch-unknown'] }),
  ),
  ...['almalinux-9.3', 'alma-9.3', 'alma-9', '9'].map((distro) =>
    check(
      `the release may be spelled ${distro}`,
      `pkg:rpm/almalinux/curl@7.76.1-26.el9_3.2?distro=${distro}&epoch=0`,
      ALMA_CURL,
      affected({ confidence: 'high' }),
    ),
  ),
  check(
    'the distribution may be called alma',
    'pkg:rpm/alma/curl@7.76.1-26.el9_3.2?distro=alma-9.3&epoch=0',
    ALMA_CURL,
    affected(),
  ),
  check(
    'without a release the tag of the build names it',
    'pkg:rpm/almalinux/curl@7.76.1-26.el9_3.2?epoch=0',
    ALMA_CURL,
    affected({ confidence: 'medium', assumptions: ['release-from-version'] }),
  ),
  check(
    'a fix for 9 says nothing about 8',
    'pkg:rpm/almalinux/curl@7.61.1-30.el8?distro=almalinux-8.7&epoch=0',
    ALMA_CURL,
    notAffected(),
  ),
  check(
    'advisories of Red Hat are not those of AlmaLinux',
    'pkg:rpm/almalinux/curl@7.76.1-26.el9_3.2?distro=almalinux-9.3&epoch=0',
    RED_HAT,
    notAffected(),
  ),
  check(
    'a package is looked up by its source',
    'pkg:rpm/almalinux/libcurl@7.76.1-26.el9_3.2?distro=almalinux-9.3&epoch=0&upstream=curl-7.76.1-26.el9_3.2.src.rpm',
    ALMA_CURL,
    affected({ via: 'source' }),
  ),
  check(
    'a package of EPEL is in no advisory of AlmaLinux',
    'pkg:rpm/almalinux/acme@1.0-1.el9?distro=almalinux-9.3&repository_id=epel-9',
    alma('acme', '2-1.el9'),
    cannotAssess('no-feed-for-release'),
  ),
  checkVersions(
    'pkg:rpm/almalinux/oci-umount@{}?distro=almalinux-8.4&epoch=2&modularitylabel=container-tools:rhel8:8040020210512:2496',
    ALMA_BUILDS,
    [
      [
        '2.3.4-2.git87f9237.module_el8.4.0+2496+12421f43',
        'the build of the own minor release is the fix',
        notAffected({ isSaid: true }),
      ],
      ['2.3.4-2.git87f9237.module_el8.3.0+2044+12421f43', 'what is equal to any of the fixes is fixed', notAffected()],
      [
        '2.3.4-2.git87f9237.module_el8.4.0+2000+12421f43',
        'an older build of the own minor release is affected',
        affected(),
      ],
      [
        '2.3.4-1.git87f9237.module_el8.4.0+2496+12421f43',
        'an older version is affected, whatever its build',
        affected(),
      ],
    ],
  ),
  check(
    'a module of another stream is another one',
    'pkg:rpm/almalinux/oci-umount@2.3.4-1.git1.module_el8.4.0+1+1?distro=almalinux-8.4&epoch=2&modularitylabel=container-tools:1.0:1:1',
    ALMA_BUILDS,
    notAffected(),
  ),
  check(
    'a build of a module without a stated stream is of the only stream that has updates',
    'pkg:rpm/almalinux/oci-umount@2.3.4-1.git1.module_el8.4.0+1+1?distro=almalinux-8.4&epoch=2',
    ALMA_BUILDS,
    affected({ confidence: 'medium', assumptions: ['stream-from-version'] }),
  ),
  check(
    'the stream of a module is derived from the version',
    'pkg:rpm/almalinux/nodejs@14.18.2-2.module_el8.5.0+2618+8d46dafd?distro=almalinux-8.5&epoch=1',
    ALMA_NODEJS,
    [
      affected({ about: 'CVE-2022-32212', confidence: 'medium', assumptions: ['stream-from-version'] }),
      notAffected({ about: 'CVE-2022-35256' }),
    ],
  ),
  checkVersions('pkg:rpm/almalinux/thunderbird@{}?distro=almalinux-8.5&epoch=0', THUNDERBIRD, [
    // The record lists two builds of one update; both contain the fix.
    ['91.5.0-1.el8_5.alma', 'what is equal to one of the fixes of an update is fixed', notAffected()],
    ['91.5.0-1.el8_5.alma.plus', 'the other build of the update is fixed', notAffected()],
    ['91.4.0-1.el8_5.alma', 'an older version is affected', affected()],
  ]),
);

function rocky(name: string, fixed: string, summary = `Important: ${name} security update`): PublishedRecord {
  return record('RLSA-2099:0001', entry('Rocky Linux:8', name, fixedIn(fixed)), {
    upstream: ['CVE-2099-0382'],
    summary,
  });
}

const CLOUD_KERNEL = record(
  'RXSA-2023:0101',
  entry('Rocky Linux:8', 'kernel', fixedIn('0:4.18.0-425.10.1.el8_7.cloud')),
  { related: ['CVE-2022-2964', 'CVE-2022-4139'] },
);
const [USB, I915] = [{ about: 'CVE-2022-2964' }, { about: 'CVE-2022-4139' }];
const ROCKY_NODEJS = [
  record('RLSA-2022:6448', entry('Rocky Linux:8', 'nodejs', fixedIn('1:14.20.0-2.module+el8.6.0+1004+df064614')), {
    upstream: ['CVE-2022-32212'],
    summary: 'Moderate: nodejs:14 security and bug fix update',
  }),
  record('RLSA-2022:6964', entry('Rocky Linux:8', 'nodejs', fixedIn('1:16.17.1-1.module+el8.6.0+1046+80feca58')), {
    upstream: ['CVE-2022-35256'],
    summary: 'Important: nodejs:16 security update',
  }),
];

const GRAFANA = record('RLSA-2022:0001', entry('Rocky Linux:8', 'grafana', fixedIn('0:7.5.9-5.el8_5')), {
  upstream: ['CVE-2021-44716'],
});
const ROCKY_BUILDS = record(
  'RLSA-2019:0984',
  entry('Rocky Linux:8', 'python-docs', fixedIn('0:3.6.7-2.module+el8.4.0+597+ddf0ddea')),
  entry('Rocky Linux:8', 'python-docs', fixedIn('0:3.6.7-2.module+el8.3.0+120+426d8baf')),
  { upstream: ['CVE-2019-7164'], summary: 'Moderate: python36:3.6 security update' },
);

export const rockyCases = casesOf(
  'Rocky Linux',
  check(
    'a fix of the cloud kernel says nothing about the ordinary one',
    'pkg:rpm/rocky/kernel@4.18.0-425.10.1.el8_7?distro=rocky-8.7&epoch=0',
    CLOUD_KERNEL,
    [notAffected(USB), notAffected(I915)],
  ),
  check(
    'a cloud kernel is measured by the fixes of the cloud kernel',
    'pkg:rpm/rocky/kernel@4.18.0-425.3.1.el8_7.cloud?distro=rocky-8.7&epoch=0',
    CLOUD_KERNEL,
    [affected({ ...USB, confidence: 'high' }), affected({ ...I915, confidence: 'high' })],
  ),
  check(
    'the stream of a module is derived from the version',
    'pkg:rpm/rocky/nodejs@14.18.2-2.module+el8.5.0+734+9f5f5bf5?distro=rocky-8.5&epoch=1',
    ROCKY_NODEJS,
    [
      affected({ confidence: 'medium', assumptions: ['stream-from-version'] }),
      notAffected({ about: 'CVE-2022-35256' }),
    ],
  ),
  checkVersions('pkg:rpm/rocky/grafana@{}?distro=rocky-8.5&epoch=0', GRAFANA, [
    [
      '7.5.9-4.el8',
      'the build before the fix is affected',
      affected({ confidence: 'high', fixedVersions: ['0:7.5.9-5.el8_5'] }),
    ],
    ['7.5.9-5.el8_5', 'the fix is not affected, and that is said', notAffected({ isSaid: true })],
    ['7.5.9-5.el8_5.rocky.0.1', 'a rebuild of the fix is newer', notAffected()],
    ['7.5.10-1.el8', 'ten is more than nine', notAffected()],
  ]),
  ...['rocky-8.7', 'rocky-8', 'rockylinux-8.5', '8.5', 'Rocky%20Linux%208.5%20(Green%20Obsidian)'].map((distro) =>
    check(
      `the release may be spelled ${decodeURIComponent(distro)}`,
      `pkg:rpm/rocky/grafana@7.5.9-4.el8?distro=${distro}&epoch=0`,
      GRAFANA,
      affected({ confidence: 'high' }),
    ),
  ),
  check(
    'the operating system of the document is the release',
    'pkg:rpm/rocky/grafana@7.5.9-4.el8?epoch=0',
    GRAFANA,
    affected({ confidence: 'high' }),
    { system: 'rocky 8.5' },
  ),
  check(
    'without a release the tag of the build names it',
    'pkg:rpm/rocky/grafana@7.5.9-4.el8?epoch=0',
    GRAFANA,
    affected({ confidence: 'medium', assumptions: ['release-from-version'] }),
  ),
  check(
    'a fix for 8 says nothing about 9',
    'pkg:rpm/rocky/grafana@7.5.9-4.el9?distro=rocky-9.1&epoch=0',
    GRAFANA,
    notAffected(),
  ),
  check(
    'advisories of Red Hat are not those of Rocky Linux',
    'pkg:rpm/rocky/curl@7.61.1-30.el8?distro=rocky-8.5&epoch=0',
    RED_HAT,
    notAffected(),
  ),
  check(
    'advisories of AlmaLinux are not those of Rocky Linux',
    'pkg:rpm/rocky/curl@7.76.1-26.el9_3.2?distro=rocky-9.3&epoch=0',
    ALMA_CURL,
    notAffected(),
  ),
  check(
    'advisories name sources, and a source is compared without its epoch',
    'pkg:rpm/rocky/openssl-libs@1.1.1k-5.el8?distro=rocky-8.5&epoch=1&upstream=openssl-1.1.1k-5.el8.src.rpm',
    rocky('openssl', '1:1.1.1k-6.el8_5'),
    affected({ confidence: 'high', via: 'source' }),
  ),
  check(
    'the fixed source is the fix',
    'pkg:rpm/rocky/openssl-libs@1.1.1k-6.el8_5?distro=rocky-8.5&epoch=1&upstream=openssl-1.1.1k-6.el8_5.src.rpm',
    rocky('openssl', '1:1.1.1k-6.el8_5'),
    notAffected(),
  ),
  check(
    'the epoch of a package that is its own source counts',
    'pkg:rpm/rocky/openssl@1.1.1k-6.el8_5?distro=rocky-8.5&epoch=0',
    rocky('openssl', '1:1.1.1k-6.el8_5'),
    affected({ via: 'direct' }),
  ),
  check(
    'symbols for debuggers are never matched',
    'pkg:rpm/rocky/grafana-debuginfo@7.5.9-4.el8?distro=rocky-8.5&epoch=0',
    GRAFANA,
    cannotAssess('not-a-package'),
  ),
  checkVersions(
    'pkg:rpm/rocky/python-docs@{}?distro=rocky-8.4&epoch=0&modularitylabel=python36:3.6:8040020210518:ddf0ddea',
    ROCKY_BUILDS,
    [
      [
        '3.6.7-2.module+el8.4.0+597+ddf0ddea',
        'the build of the own minor release is the fix',
        notAffected({ isSaid: true }),
      ],
      ['3.6.7-2.module+el8.3.0+120+426d8baf', 'what is equal to any of the fixes is fixed', notAffected()],
      ['3.6.7-1.module+el8.4.0+597+ddf0ddea', 'an older version is affected', affected()],
    ],
  ),
  check(
    'a module of another stream is another one',
    'pkg:rpm/rocky/python-docs@3.6.7-1.module+el8.4.0+1+1?distro=rocky-8.4&epoch=0&modularitylabel=python39:3.9:1:1',
    ROCKY_BUILDS,
    notAffected(),
  ),
  check(
    'what was built in no module never meets a module',
    'pkg:rpm/rocky/python-docs@3.6.7-1.el8?distro=rocky-8.4&epoch=0',
    ROCKY_BUILDS,
    notAffected(),
  ),
  check(
    'an installed package is known by the distribution that Trivy writes',
    component(undefined, {
      name: 'grafana',
      version: '7.5.9-4.el8',
      properties: { 'aquasecurity:trivy:PkgType': 'rocky' },
    }),
    GRAFANA,
    affected({ confidence: 'low' }),
    { system: 'rocky 8.5' },
  ),
);
