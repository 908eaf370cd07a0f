/** Red Hat: releases, their repositories and channels, layered products, and derived distributions. */
import { affected, cannotAssess, casesOf, check, checkVersions, notAffected } from '../build-case.ts';
import { entry, fixedIn, record } from '../build-record.ts';
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
const OPENSSL = update(EL8, 'openssl-libs', '1:1.1.1k-9.el8_7');

const PLAIN = 'pkg:rpm/redhat/curl@7.76.1-26.el9_3.2';

const releases = [
  ...['rhel-9.3', 'redhat-9.3', 'rhel-9', '9.3', 'Red%20Hat%20Enterprise%20Linux%209.3%20(Plow)'].map((distro) =>
    check(
      `the release may be spelled ${decodeURIComponent(distro)}`,
      `${PLAIN}?distro=${distro}&epoch=0`,
      CURL,
      affected({ confidence: 'high' }),
    ),
  ),
  check(
    'the operating system of the document is the release',
    `${PLAIN}?epoch=0`,
    CURL,
    affected({ confidence: 'high' }),
    { system: 'rhel 9.3' },
  ),
  check(
    'without a release the tag of the build names it',
    `${PLAIN}?epoch=0`,
    CURL,
    affected({ confidence: 'medium', assumptions: ['release-from-version'] }),
  ),
  check(
    'a build without a tag takes the release of its neighbors',
    ['pkg:rpm/redhat/tzdata@2023c-1?epoch=0', `${PLAIN}?epoch=0`],
    update(EL9, 'tzdata', '0:2024a-1.el9'),
    affected({ confidence: 'medium', assumptions: ['release-from-other-packages'] }),
  ),
  check(
    'a build without a tag and neighbors is of no release',
    'pkg:rpm/redhat/tzdata@2023c-1?epoch=0',
    update(EL9, 'tzdata', '0:2024a-1.el9'),
    cannotAssess('unknown-release'),
  ),
  check(
    'a fix for 8 says nothing about 9',
    `${PLAIN}?distro=rhel-9.3&epoch=0`,
    update(EL8, 'curl', '0:99-1.el8'),
    notAffected(),
  ),
  check(
    'a fix for 9 says nothing about 8',
    'pkg:rpm/redhat/curl@7.61.1-30.el8?distro=rhel-8.6&epoch=0',
    CURL,
    notAffected(),
  ),
  check(
    'baseos, appstream and the other parts are one release',
    `${PLAIN}?distro=rhel-9.3&epoch=0`,
    update('Red Hat:enterprise_linux:9::appstream', 'curl', '0:7.76.1-26.el9_3.3'),
    affected(),
  ),
  check(
    'a part of the release may be left out',
    `${PLAIN}?distro=rhel-9.3&epoch=0`,
    update('Red Hat:enterprise_linux:9', 'curl', '0:7.76.1-26.el9_3.3'),
    affected(),
  ),
  check(
    'CodeReady Builder is a part of the release',
    `${PLAIN}?distro=rhel-9.3&epoch=0`,
    update('Red Hat:enterprise_linux:9::crb', 'curl', '0:7.76.1-26.el9_3.3'),
    affected(),
  ),
  check(
    'a fix of a layered product says nothing about the release',
    `${PLAIN}?distro=rhel-9.3&epoch=0`,
    update('Red Hat:openshift:4.12::el9', 'curl', '0:99-1.el9'),
    notAffected(),
  ),
  check(
    'a package of a layered product is no part of the release',
    'pkg:rpm/redhat/rubygem-rack@2.2.4-1.el8sat?distro=rhel-8.6&epoch=0',
    update(EL8, 'rubygem-rack', '0:2.2.8-1.el8'),
    cannotAssess('no-feed-for-release'),
  ),
  check(
    'a package of another layered product is no part of the release',
    'pkg:rpm/redhat/python-acme@1.0-1.el8ost?distro=rhel-8.6&epoch=0',
    update(EL8, 'python-acme', '0:2-1.el8'),
    cannotAssess('no-feed-for-release'),
  ),
  check(
    'a package of Fedora inside of Red Hat is of a third party',
    'pkg:rpm/redhat/acme@1.0-1.fc36?distro=rhel-9.3&epoch=0',
    update(EL9, 'acme', '0:2-1.el9'),
    cannotAssess('no-feed-for-release'),
  ),
  check(
    'a package of EPEL is in no advisory of Red Hat',
    'pkg:rpm/redhat/acme@1.0-1.el9?distro=rhel-9.3&epoch=0&repository_id=epel',
    update(EL9, 'acme', '0:2-1.el9'),
    cannotAssess('no-feed-for-release'),
  ),
  check(
    'a package of PostgreSQL itself is in no advisory of Red Hat',
    'pkg:rpm/redhat/postgresql15@15.4-1PGDG.rhel9?distro=rhel-9.3&epoch=0',
    update(EL9, 'postgresql15', '0:16-1.el9'),
    cannotAssess('no-feed-for-release'),
  ),
  check(
    'a release that has ended: silence means nothing',
    'pkg:rpm/redhat/bash@4.2.46-34.el7?distro=rhel-7.9&epoch=0',
    CURL,
    cannotAssess('eol-release'),
  ),
];

const copies = [
  check(
    'CentOS up to 8 uses the packages of Red Hat',
    'pkg:rpm/centos/openssl-libs@1.1.1k-8.el8?distro=centos-8&epoch=1',
    OPENSSL,
    affected({ confidence: 'medium', assumptions: ['distro-alias'] }),
  ),
  check(
    'CentOS 7 in full spelling is Red Hat 7',
    'pkg:rpm/centos/curl@7.29.0-59.el7?distro=centos-7.9.2009&epoch=0',
    update('Red Hat:enterprise_linux:7::server', 'curl', '0:7.29.0-60.el7'),
    affected({ assumptions: ['distro-alias'] }),
  ),
  check(
    'Scientific Linux uses the packages of Red Hat',
    'pkg:rpm/scientific/curl@7.29.0-59.el7?distro=scientific-7.9&epoch=0',
    update('Red Hat:enterprise_linux:7::server', 'curl', '0:7.29.0-60.el7'),
    affected({ assumptions: ['distro-alias'] }),
  ),
  check(
    'CentOS Stream is ahead of Red Hat, so that all is a guess',
    'pkg:rpm/centos/curl@7.76.1-25.el9?distro=centos-stream-9&epoch=0',
    CURL,
    affected({ confidence: 'low', assumptions: ['distro-alias', 'distro-ahead'] }),
  ),
  check(
    'CentOS 9 is Stream',
    'pkg:rpm/centos/curl@7.76.1-25.el9?distro=centos-9&epoch=0',
    CURL,
    affected({ confidence: 'low' }),
  ),
];

const EUS = update('Red Hat:rhel_eus:9.2::baseos', 'curl', '0:7.76.1-23.el9_2.5', 'RHSA-2099:0002');
const LATER = update(EL9, 'curl', '0:7.76.1-29.el9_4');
const EUS_REPOSITORY = 'repository_id=rhel-9-for-x86_64-baseos-eus-rpms__9_DOT_2';

const PAID_ONLY = { confidence: 'medium', assumptions: ['paid-fix-only'] } as const;

const extended = [
  checkVersions(
    'pkg:rpm/redhat/curl@{}?distro=rhel-9.2&epoch=0',
    [LATER, EUS],
    [
      [
        '7.76.1-23.el9_2.4',
        'an older build of the minor release is affected',
        affected({ fixedVersions: ['0:7.76.1-29.el9_4'] }),
      ],
      [
        '7.76.1-23.el9_2.5',
        'the build of extended support is fixed, although the release got it later',
        notAffected({ confidence: 'medium', assumptions: ['fixed-by-build-tag'] }),
      ],
      ['7.76.1-23.el9_2.6', 'a later build of the same minor release is fixed', notAffected({ confidence: 'medium' })],
      ['7.76.1-26.el9_3.1', 'a build of another minor release is not fixed by it', affected()],
      ['7.76.1-29.el9_4', 'the fix of the release is certain', notAffected({ confidence: 'high' })],
    ],
  ),
  check(
    'who has the repository of extended support gets its fix',
    `pkg:rpm/redhat/curl@7.76.1-23.el9_2.4?distro=rhel-9.2&epoch=0&${EUS_REPOSITORY}`,
    [LATER, EUS],
    affected({ confidence: 'high', fixedVersions: ['0:7.76.1-23.el9_2.5'] }),
  ),
  check(
    'who has the repository of extended support and its fix is certain',
    `pkg:rpm/redhat/curl@7.76.1-23.el9_2.5?distro=rhel-9.2&epoch=0&${EUS_REPOSITORY}`,
    [LATER, EUS],
    notAffected({ confidence: 'high' }),
  ),
  check(
    'the sender may say that it is extended support',
    'pkg:rpm/redhat/curl@7.76.1-23.el9_2.4?epoch=0',
    [LATER, EUS],
    affected({ fixedVersions: ['0:7.76.1-23.el9_2.5'] }),
    { distro: 'rhel-9.2 eus' },
  ),
  check(
    'the longest support is a channel as well',
    'pkg:rpm/redhat/curl@7.61.1-22.el8_6.1?distro=rhel-8.6&epoch=0&repository_id=rhel-8-for-x86_64-baseos-aus-rpms__8_DOT_6',
    update('Red Hat:rhel_aus:8.6::baseos', 'curl', '0:7.61.1-22.el8_6.9'),
    affected({ confidence: 'high', fixedVersions: ['0:7.61.1-22.el8_6.9'] }),
  ),
  check(
    'support for SAP is a channel as well',
    'pkg:rpm/redhat/curl@7.61.1-22.el8_6.1?distro=rhel-8.6&epoch=0&repository_id=rhel-8-for-x86_64-baseos-e4s-rpms__8_DOT_6',
    update('Red Hat:rhel_e4s:8.6::baseos', 'curl', '0:7.61.1-22.el8_6.9'),
    affected(),
  ),
  check(
    'a fix that only another paid channel has makes the package affected',
    'pkg:rpm/redhat/curl@7.61.1-22.el8_6.1?distro=rhel-8.6&epoch=0&repository_id=rhel-8-for-x86_64-baseos-eus-rpms__8_DOT_6',
    update('Red Hat:rhel_aus:8.6::baseos', 'curl', '0:7.61.1-22.el8_6.9'),
    affected(PAID_ONLY),
  ),
  check(
    'a fix that only extended support has makes the ordinary package affected',
    'pkg:rpm/redhat/curl@7.76.1-23.el9_2.4?distro=rhel-9.2&epoch=0',
    EUS,
    affected({ ...PAID_ONLY, fixedVersions: ['0:7.76.1-23.el9_2.5'] }),
  ),
  check(
    'an ordinary package at the fix of extended support has it',
    'pkg:rpm/redhat/curl@7.76.1-26.el9_3?distro=rhel-9.3&epoch=0',
    EUS,
    notAffected(),
  ),
  check(
    'a fix that only another minor release of extended support has makes the package affected',
    `pkg:rpm/redhat/curl@7.76.1-19.el9_0.1?distro=rhel-9.0&epoch=0&repository_id=rhel-9-for-x86_64-baseos-eus-rpms__9_DOT_0`,
    EUS,
    affected(PAID_ONLY),
  ),
  check(
    'support beyond the life of a release is a paid channel',
    'pkg:rpm/redhat/curl@7.29.0-59.el7?distro=rhel-7.9&epoch=0',
    update('Red Hat:rhel_els:7', 'curl', '0:7.29.0-59.el7_9.2'),
    affected(PAID_ONLY),
  ),
];

export const redHatReleaseCases = casesOf('Red Hat', releases, copies, ...extended);
