/**
 * Labeled pairs of a component and an NVD record. Ids, products and ranges are those of real records; parts that no pair needs are
 * left out. Labels follow the rules in docs/concepts/matching.md, never the output of the code.
 */

/** `a:openssl:openssl` with a range, or with a version and an update part in the name. */
interface Criterion {
  readonly of: string;
  readonly from?: string;
  readonly after?: string;
  readonly before?: string;
  readonly to?: string;
  readonly vulnerable?: false;
}

/** Nodes of one configuration; several must all apply. */
type Configuration = readonly (readonly Criterion[])[];

export interface CpeRecord {
  readonly configurations: readonly Configuration[];
  readonly status?: 'Rejected' | 'Deferred';
}

export type CpeVerdict = 'affected' | 'conditional' | 'clean';

/** A component: a purl, a CPE or a bare name with a version, and what else the document says. */
export interface CpeComponent {
  readonly name?: string;
  readonly version?: string;
  readonly purl?: string;
  readonly cpes?: readonly string[];
  readonly path?: string;
  readonly type?: string;
}

export interface CpeLabel {
  readonly record: string;
  readonly component: CpeComponent;
  readonly verdict: CpeVerdict;
  /** An OS package in the same document. */
  readonly beside?: string;
}

const any = (...criteria: readonly Criterion[]): Configuration => [criteria];
const on = (software: readonly Criterion[], ...systems: readonly string[]): Configuration => [
  software,
  systems.map((of) => ({ of, vulnerable: false })),
];

export const CPE_RECORDS: Readonly<Record<string, CpeRecord>> = {
  'CVE-2014-0160': {
    configurations: [
      any({ of: 'a:openssl:openssl', from: '1.0.1', before: '1.0.1g' }),
      any({ of: 'o:debian:debian_linux:7.0' }, { of: 'o:opensuse:opensuse:13.1' }),
      on([{ of: 'o:siemens:simatic_s7-1500_firmware:1.5' }], 'h:siemens:simatic_s7-1500:-'),
      on([{ of: 'o:intellian:v100_firmware:1.20' }, { of: 'o:intellian:v100_firmware:1.21' }], 'h:intellian:v100:-'),
    ],
  },
  'CVE-2022-0778': {
    configurations: [
      any(
        { of: 'a:openssl:openssl', from: '3.0.0', before: '3.0.2' },
        { of: 'a:openssl:openssl', from: '1.0.2', before: '1.0.2zd' },
        { of: 'a:openssl:openssl', from: '1.1.0', before: '1.1.1n' },
      ),
      any({ of: 'o:debian:debian_linux:11.0' }, { of: 'o:fedoraproject:fedora:36' }),
      any({ of: 'a:nodejs:node.js', after: '17.0.0', before: '17.7.2' }),
      any({ of: 'a:netapp:storagegrid:-' }),
    ],
  },
  'CVE-2022-32213': {
    configurations: [
      any(
        { of: 'a:llhttp:llhttp:*:*:*:*:*:node.js', before: '2.1.5' },
        { of: 'a:nodejs:node.js', from: '14.0.0', to: '14.14.0' },
        { of: 'a:nodejs:node.js:*:*:*:*:lts', from: '14.15.0', before: '14.20.0' },
        { of: 'a:nodejs:node.js', from: '18.0.0', before: '18.9.1' },
      ),
    ],
  },
  'CVE-2015-20107': {
    configurations: [
      any(
        { of: 'a:python:python', from: '3.9.0', to: '3.9.15' },
        { of: 'a:python:python', from: '3.10.0', before: '3.10.8' },
      ),
    ],
  },
  'CVE-2022-21540': {
    configurations: [
      any({ of: 'a:oracle:jre:17.0.3.1' }, { of: 'a:oracle:jdk:1.8.0:update333' }),
      any(
        { of: 'a:oracle:openjdk', from: '17', to: '17.0.3' },
        { of: 'a:oracle:openjdk', from: '11', to: '11.0.15' },
        { of: 'a:oracle:openjdk:8:-' },
        { of: 'a:oracle:openjdk:8:update332' },
      ),
    ],
  },
  'CVE-2016-0636': {
    configurations: [any({ of: 'a:oracle:jdk:1.7.0:update97' }, { of: 'a:oracle:jdk:1.8.0:update_74' })],
  },
  'CVE-2022-0543': {
    configurations: [any({ of: 'a:redis:redis:-' }), any({ of: 'o:debian:debian_linux:11.0' })],
  },
  'CVE-2022-24735': { configurations: [any({ of: 'a:redis:redis', before: '6.2.7' })] },
  'CVE-2026-1642': { configurations: [any({ of: 'a:f5:nginx_open_source', from: '1.3.0', before: '1.28.2' })] },
  'CVE-2022-1552': { configurations: [any({ of: 'a:postgresql:postgresql', from: '14.0', before: '14.3' })] },
  'CVE-2022-22719': {
    configurations: [any({ of: 'a:apache:http_server', to: '2.4.52' }), any({ of: 'a:oracle:http_server:12.2.1.4.0' })],
  },
  'CVE-2022-0711': { configurations: [any({ of: 'a:haproxy:haproxy', from: '2.2.0', before: '2.5.2' })] },
  'CVE-2022-28738': { configurations: [any({ of: 'a:ruby-lang:ruby', from: '3.0.0', before: '3.0.4' })] },
  'CVE-2022-31625': { configurations: [any({ of: 'a:php:php', from: '8.0.0', before: '8.0.20' })] },
  'CVE-2022-26635': { configurations: [any({ of: 'a:php:memcached', to: '2.2.0' })] },
  'CVE-2022-1705': { configurations: [any({ of: 'a:golang:go', before: '1.17.12' })] },
  'CVE-2022-24765': {
    configurations: [on([{ of: 'a:git-scm:git', before: '2.35.2' }], 'o:microsoft:windows:-')],
  },
  'CVE-2022-25648': { configurations: [any({ of: 'a:git:git:*:*:*:*:*:ruby', before: '1.11.0' })] },
  'CVE-2022-30947': { configurations: [any({ of: 'a:jenkins:git:*:*:*:*:*:jenkins', to: '4.11.1' })] },
  'CVE-2022-37434': { configurations: [any({ of: 'a:zlib:zlib', to: '1.2.12' })] },
  'CVE-2022-21245': {
    configurations: [
      any({ of: 'a:oracle:mysql', from: '8.0.0', to: '8.0.27' }),
      any({ of: 'a:netapp:active_iq_unified_manager:-:*:*:*:*:windows' }),
    ],
  },
  'CVE-2022-25365': { configurations: [on([{ of: 'a:docker:docker', before: '4.5.1' }], 'o:microsoft:windows:-')] },
  'CVE-2022-0090': {
    configurations: [any({ of: 'a:gitlab:gitlab:*:*:*:*:community', from: '14.6.0', before: '14.6.1' })],
  },
  'CVE-2022-23302': {
    configurations: [
      any({ of: 'a:apache:log4j', from: '1.0.1', to: '1.2.17' }),
      any({ of: 'a:qos:reload4j', before: '1.2.18.1' }),
    ],
  },
  'CVE-2022-1941': { configurations: [any({ of: 'a:google:protobuf-cpp', from: '3.21.0', before: '3.21.6' })] },
  'CVE-2022-28391': { configurations: [any({ of: 'a:busybox:busybox', to: '1.35.0' })] },
  'CVE-2022-0435': {
    configurations: [
      any({ of: 'o:linux:linux_kernel', before: '5.17' }, { of: 'o:linux:linux_kernel:5.17:rc1' }),
      [[{ of: 'a:redhat:virtualization_host:4.0' }], [{ of: 'o:redhat:enterprise_linux:8.0', vulnerable: false }]],
    ],
  },
  'CVE-2022-31008': {
    configurations: [
      any({ of: 'a:vmware:rabbitmq', from: '3.10.0', before: '3.10.2' }, { of: 'a:vmware:rabbitmq', before: '3.8.32' }),
    ],
  },
  'CVE-2014-6271': {
    configurations: [
      any({ of: 'a:gnu:bash', to: '4.3' }),
      on([{ of: 'o:f5:arx_firmware', from: '6.0.0', to: '6.4.0' }], 'h:f5:arx:-'),
    ],
  },
  'CVE-2022-36109': { configurations: [any({ of: 'a:mobyproject:moby', before: '20.10.18' })] },
  'CVE-2022-24086': { configurations: [any({ of: 'a:adobe:commerce', after: '2.3.3', to: '2.3.6' })] },
  'CVE-2099-0001': { configurations: [any({ of: 'a:acme:gateway', before: '2.0' })], status: 'Rejected' },
  'CVE-2099-0002': { configurations: [any({ of: 'a:acme:gateway', before: '2.0' })], status: 'Deferred' },
  'CVE-2099-0003': { configurations: [any({ of: 'a:acme:every_version' })] },
  'CVE-2099-0004': {
    configurations: [on([{ of: 'a:acme:agent', before: '3.0' }], 'a:acme:server:1.0', 'a:acme:server:2.0')],
  },
  'CVE-2099-0005': { configurations: [any({ of: String.raw`a:joomla:joomla\!`, before: '4.0' })] },
};

const cpe = (name: string, version: string, rest = ''): CpeComponent => ({
  name: name.split(':').at(-1) ?? '',
  version,
  cpes: [`cpe:2.3:${name}:${version.replaceAll(/[+()]/g, String.raw`\$&`)}:${rest === '' ? '*:*:*:*:*:*:*' : rest}`],
});

const rows = (
  record: string,
  verdict: CpeVerdict,
  ...components: readonly (CpeComponent | readonly [string, string])[]
): readonly CpeLabel[] =>
  components.map((each) => ({
    record,
    verdict,
    component: Array.isArray(each) ? cpe(each[0], each[1]) : (each as CpeComponent),
  }));

const truths: readonly CpeLabel[] = [
  ...rows(
    'CVE-2014-0160',
    'affected',
    ['a:openssl:openssl', '1.0.1'],
    ['a:openssl:openssl', '1.0.1a'],
    ['a:openssl:openssl', '1.0.1f'],
  ),
  ...rows(
    'CVE-2014-0160',
    'conditional',
    ['o:siemens:simatic_s7-1500_firmware', '1.5'],
    ['o:intellian:v100_firmware', '1.21'],
  ),
  ...rows(
    'CVE-2022-0778',
    'affected',
    ['a:openssl:openssl', '1.0.2k'],
    ['a:openssl:openssl', '1.0.2zc'],
    ['a:openssl:openssl', '1.1.1'],
    ['a:openssl:openssl', '1.1.1m'],
    ['a:openssl:openssl', '3.0.1'],
    ['a:nodejs:node.js', '17.0.1'],
    ['a:nodejs:node.js', '17.7.1'],
    { name: 'openssl', version: '1.1.1m', cpes: ['cpe:/a:openssl:openssl:1.1.1m'] },
    { name: 'openssl', cpes: ['cpe:2.3:a:openssl:openssl:1.1.1m:*:*:*:*:*:*:*'] },
    { name: 'openssl', version: '1.1.1m', cpes: ['cpe:2.3:a:openssl:openssl:*:*:*:*:*:*:*:*'] },
  ),
  ...rows(
    'CVE-2022-32213',
    'affected',
    ['a:nodejs:node.js', '14.14.0'],
    ['a:nodejs:node.js', '14.19.3'],
    ['a:nodejs:node.js', '18.6.0'],
    { ...cpe('a:nodejs:node.js', '18.6.0'), purl: 'pkg:generic/node@18.6.0' },
    { name: 'node', version: '18.6.0', purl: 'pkg:generic/node@18.6.0', path: '/usr/local/bin/node' },
    {
      name: 'node',
      version: '18.6.0',
      cpes: ['cpe:2.3:a:node:node:18.6.0:*:*:*:*:*:*:*', 'cpe:2.3:a:nodejs:node.js:18.6.0:*:*:*:*:*:*:*'],
    },
    ['a:nodejs:nodejs', '18.6.0'],
    cpe('a:llhttp:llhttp', '2.1.4', '*:*:*:*:node.js:*:*'),
  ),
  ...rows(
    'CVE-2015-20107',
    'affected',
    ['a:python:python', '3.9.13'],
    ['a:python_software_foundation:python', '3.10.7'],
    { ...cpe('a:python:python', '3.9.13'), purl: 'pkg:generic/python@3.9.13' },
  ),
  ...rows(
    'CVE-2022-21540',
    'affected',
    ['a:oracle:openjdk', '17.0.2+8-86'],
    ['a:oracle:openjdk', '17.0.3'],
    ['a:oracle:openjdk', '11.0.15'],
    ['a:oracle:openjdk', '1.8.0_332-b09'],
    ['a:oracle:openjdk', '8u332'],
    ['a:oracle:jdk', '1.8.0_333'],
    cpe('a:oracle:jdk', '1.8.0', 'update333:*:*:*:*:*:*'),
    ['a:oracle:jre', '17.0.3.1'],
  ),
  ...rows('CVE-2016-0636', 'affected', ['a:oracle:jdk', '1.7.0_97'], ['a:sun:jdk', '8u74']),
  ...rows('CVE-2022-24735', 'affected', ['a:redis:redis', '6.2.6'], ['a:redislabs:redis', '6.0.16'], {
    name: 'redis',
    version: '6.2.6',
    purl: 'pkg:generic/redis@6.2.6',
    path: '/usr/local/bin/redis-server',
  }),
  ...rows(
    'CVE-2026-1642',
    'affected',
    ['a:nginx:nginx', '1.21.1'],
    ['a:f5:nginx', '1.27.0'],
    ['a:f5:nginx_open_source', '1.28.1'],
  ),
  ...rows('CVE-2022-1552', 'affected', ['a:postgresql:postgresql', '14.2'], {
    name: 'postgresql',
    version: '14.2',
    purl: 'pkg:generic/postgresql@14.2',
    path: '/usr/lib/postgresql/14/bin/postgres',
  }),
  ...rows(
    'CVE-2022-22719',
    'affected',
    ['a:apache:http_server', '2.4.52'],
    ['a:apache:http_server', '2.2.34'],
    ['a:oracle:http_server', '12.2.1.4.0'],
  ),
  ...rows('CVE-2022-0711', 'affected', ['a:haproxy:haproxy', '2.2.0'], ['a:haproxy:haproxy', '2.5.1']),
  ...rows('CVE-2022-28738', 'affected', ['a:ruby-lang:ruby', '3.0.3'], ['a:ruby-lang:ruby', '3.0.3p157']),
  ...rows('CVE-2022-31625', 'affected', ['a:php:php', '8.0.19']),
  ...rows('CVE-2022-26635', 'affected', ['a:php:memcached', '2.2.0']),
  ...rows('CVE-2022-1705', 'affected', ['a:golang:go', '1.17.11'], ['a:golang:go', '1.9']),
  ...rows('CVE-2022-24765', 'affected', ['a:git-scm:git', '2.35.1'], ['a:git:git', '2.30.0']),
  ...rows('CVE-2022-25648', 'affected', cpe('a:git:git', '1.10.0', '*:*:*:*:ruby:*:*')),
  ...rows('CVE-2022-30947', 'affected', cpe('a:jenkins:git', '4.11.1', '*:*:*:*:jenkins:*:*')),
  ...rows('CVE-2022-37434', 'affected', ['a:zlib:zlib', '1.2.11']),
  ...rows(
    'CVE-2022-21245',
    'affected',
    ['a:oracle:mysql', '8.0.27'],
    ['a:mysql:mysql', '8.0.11'],
    ['a:oracle:mysql_server', '8.0.20'],
  ),
  ...rows(
    'CVE-2022-0090',
    'affected',
    ['a:gitlab:gitlab', '14.6.0'],
    cpe('a:gitlab:gitlab', '14.6.0', '*:*:*:community:*:*:*'),
  ),
  ...rows('CVE-2022-23302', 'affected', ['a:apache:log4j', '1.2.17'], ['a:qos:reload4j', '1.2.18.0']),
  ...rows('CVE-2022-1941', 'affected', ['a:google:protobuf-cpp', '3.21.5']),
  ...rows(
    'CVE-2022-0435',
    'affected',
    ['o:linux:linux_kernel', '5.16.9'],
    cpe('o:linux:linux_kernel', '5.17', 'rc1:*:*:*:*:*:*'),
  ),
  ...rows('CVE-2022-0435', 'conditional', ['a:redhat:virtualization_host', '4.0']),
  ...rows('CVE-2022-31008', 'affected', ['a:vmware:rabbitmq', '3.10.1'], ['a:pivotal_software:rabbitmq', '3.8.0']),
  ...rows('CVE-2014-6271', 'affected', ['a:gnu:bash', '4.2']),
  ...rows('CVE-2014-6271', 'conditional', ['o:f5:arx_firmware', '6.3.0']),
  ...rows('CVE-2022-36109', 'affected', ['a:mobyproject:moby', '20.10.17']),
  ...rows('CVE-2022-24086', 'affected', ['a:adobe:commerce', '2.3.4'], ['a:adobe:commerce', '2.3.6']),
  ...rows('CVE-2099-0002', 'affected', ['a:acme:gateway', '1.9'], ['a:acme:gateway', '2.0-rc1']),
  ...rows('CVE-2099-0003', 'affected', ['a:acme:every_version', '1.0'], ['a:acme:every_version', '99.1']),
  ...rows('CVE-2099-0004', 'conditional', ['a:acme:agent', '2.9']),
  ...rows('CVE-2099-0005', 'affected', {
    name: 'joomla',
    version: '3.9',
    cpes: [String.raw`cpe:2.3:a:joomla:joomla\!:3.9:*:*:*:*:*:*:*`],
  }),
];

/** Names that other tools match by mistake: bare, of another ecosystem, or installed by a distribution. */
const TRAPS: readonly (readonly [record: string, ...components: readonly CpeComponent[]])[] = [
  [
    'CVE-2022-31625',
    { name: 'php', version: '8.0.19' },
    { name: 'php', version: '8.0.19', purl: 'pkg:generic/php@8.0.19' },
    { ...cpe('a:php:php', '8.0.19'), purl: 'pkg:composer/acme/php@8.0.19' },
    { ...cpe('a:php:php', '8.0.19'), purl: 'pkg:deb/debian/php8.0@8.0.19-1?distro=debian-11' },
  ],
  [
    'CVE-2022-21245',
    { name: 'mysql', version: '8.0.20' },
    { ...cpe('a:mysql:mysql', '8.0.20'), purl: 'pkg:npm/mysql@8.0.20' },
    { ...cpe('a:oracle:mysql', '8.0.20'), purl: 'pkg:rpm/redhat/mysql@8.0.20-1.el9?distro=rhel-9.2' },
  ],
  [
    'CVE-2022-0090',
    { name: 'gitlab', version: '14.6.0' },
    { ...cpe('a:gitlab:gitlab', '14.6.0'), purl: 'pkg:gem/gitlab@14.6.0' },
    { ...cpe('a:gitlab:gitlab', '14.6.0'), purl: 'pkg:npm/gitlab@14.6.0' },
  ],
  [
    'CVE-2022-1705',
    { name: 'go', version: '1.17.1' },
    { ...cpe('a:golang:go', '1.17.1'), purl: 'pkg:golang/stdlib@1.17.1' },
    { ...cpe('a:golang:go', '1.17.1'), purl: 'pkg:apk/alpine/go@1.17.1-r0?distro=alpine-3.15' },
    { name: 'go', version: '1.17.1', purl: 'pkg:generic/go@1.17.1', path: '/usr/local/go/bin/go' },
  ],
  [
    'CVE-2022-36109',
    { name: 'docker', version: '20.10.1' },
    { ...cpe('a:mobyproject:moby', '20.10.1'), purl: 'pkg:golang/github.com/docker/docker@v20.10.1' },
    {
      name: 'docker',
      version: '5.0.0',
      purl: 'pkg:pypi/docker@5.0.0',
      cpes: ['cpe:2.3:a:docker:docker:5.0.0:*:*:*:*:*:*:*'],
    },
  ],
  ['CVE-2022-25365', { ...cpe('a:docker:docker', '4.0.0'), purl: 'pkg:pypi/docker@4.0.0' }],
  [
    'CVE-2022-24765',
    { name: 'git', version: '2.30.0' },
    { ...cpe('a:git-scm:git', '2.30.2'), purl: 'pkg:deb/debian/git@1:2.30.2-1?distro=debian-11' },
    { ...cpe('a:git:git', '1.10.0'), purl: 'pkg:gem/git@1.10.0' },
  ],
  [
    'CVE-2022-25648',
    cpe('a:git-scm:git', '1.10.0'),
    cpe('a:git:git', '1.10.0'),
    { ...cpe('a:git:git', '1.10.0'), purl: 'pkg:gem/git@1.10.0' },
  ],
  [
    'CVE-2015-20107',
    { name: 'python', version: '3.9.13' },
    { name: 'python', version: '3.9.13', purl: 'pkg:generic/python@3.9.13', path: '/usr/bin/python3.9' },
    { ...cpe('a:python:python', '3.9.13'), purl: 'pkg:pypi/python@3.9.13' },
  ],
  [
    'CVE-2022-28738',
    { name: 'ruby', version: '3.0.3' },
    { ...cpe('a:ruby-lang:ruby', '3.0.3'), purl: 'pkg:gem/ruby@3.0.3' },
  ],
  [
    'CVE-2022-28391',
    { name: 'busybox', version: '1.35.0' },
    cpe('a:busybox:busybox', '1.35.0'),
    { ...cpe('a:busybox:busybox', '1.35.0-r17'), purl: 'pkg:apk/alpine/busybox@1.35.0-r17?distro=alpine-3.16' },
    {
      ...cpe('a:busybox:busybox', '1.35.0-r17'),
      name: 'ssl_client',
      purl: 'pkg:apk/alpine/ssl_client@1.35.0-r17?distro=alpine-3.16',
    },
  ],
  [
    'CVE-2022-0435',
    { name: 'kernel-headers', version: '5.14.0', cpes: ['cpe:2.3:a:linux:kernel-headers:5.14.0:*:*:*:*:*:*:*'] },
    {
      ...cpe('o:linux:linux_kernel', '5.14.0'),
      name: 'kernel-headers',
      purl: 'pkg:rpm/redhat/kernel-headers@5.14.0-70.el9?distro=rhel-9.0',
    },
    {
      ...cpe('o:linux:linux_kernel', '5.10.1'),
      name: 'linux-libc-dev',
      purl: 'pkg:deb/debian/linux-libc-dev@5.10.1-1?distro=debian-11',
    },
  ],
  [
    'CVE-2022-23302',
    { name: 'log4j-api', version: '1.2.17' },
    {
      ...cpe('a:apache:log4j', '1.2.17'),
      name: 'log4j-api',
      purl: 'pkg:maven/org.apache.logging.log4j/log4j-api@1.2.17',
    },
    { name: 'log4j-api', version: '1.2.17', cpes: ['cpe:2.3:a:apache:log4j-api:1.2.17:*:*:*:*:*:*:*'] },
  ],
  [
    'CVE-2022-1941',
    { name: 'protobuf', version: '3.21.5' },
    { ...cpe('a:google:protobuf-cpp', '3.21.5'), purl: 'pkg:pypi/protobuf@3.21.5' },
    cpe('a:google:protobuf', '3.21.5'),
  ],
  [
    'CVE-2022-37434',
    { name: 'zlib', version: '1.2.11' },
    { name: 'zlib', version: '1.2.11', purl: 'pkg:generic/zlib@1.2.11' },
    { ...cpe('a:zlib:zlib', '1.2.12-r3'), purl: 'pkg:apk/alpine/zlib@1.2.12-r3?distro=alpine-3.16' },
    cpe('a:gnu:zlib', '1.2.11'),
  ],
  ...(['matrix', 'delegate', 'observer', 'logger'] as const).map((gem): readonly [string, ...CpeComponent[]] => [
    'CVE-2099-0003',
    {
      name: gem,
      version: '0.1.0',
      purl: `pkg:gem/${gem}@0.1.0`,
      cpes: ['cpe:2.3:a:acme:every_version:0.1.0:*:*:*:*:*:*:*'],
    },
    { name: gem, version: '0.1.0' },
  ]),
  [
    'CVE-2022-0778',
    {
      name: 'openssl',
      version: '3.0.1',
      purl: 'pkg:generic/openssl@3.0.1?download_url=https://openssl.org/openssl-3.0.1.tar.gz',
    },
    { ...cpe('a:openssl:openssl', '3.0.1'), purl: 'pkg:deb/debian/openssl@3.0.1-1?distro=debian-12' },
    { ...cpe('a:openssl:openssl', '3.0.1'), purl: 'pkg:oci/openssl@sha256%3Aabc' },
    { ...cpe('a:openssl:openssl', '1.1.1k'), purl: 'pkg:rpm/redhat/openssl-libs@1.1.1k-6.el8' },
    cpe('o:debian:debian_linux', '11.0'),
    cpe('o:fedoraproject:fedora', '36'),
  ],
  [
    'CVE-2022-32213',
    { name: 'node', version: '18.6.0' },
    { name: 'node', version: '18.6.0', purl: 'pkg:generic/node@18.6.0' },
  ],
];

const falses: readonly CpeLabel[] = [
  ...TRAPS.flatMap(([record, ...components]) => rows(record, 'clean', ...components)),
  ...rows(
    'CVE-2014-0160',
    'clean',
    ['a:openssl:openssl', '1.0.1g'],
    ['a:openssl:openssl', '1.0.0t'],
    ['a:openssl:openssl', '1.0.2'],
    ['h:siemens:simatic_s7-1500', '1.5'],
    ['o:siemens:simatic_s7-1500_firmware', '1.6'],
    ['o:opensuse:opensuse', '13.1'],
    ['a:openssl_project:openssl', '1.0.1'],
    ['a:openssl:openssl_fips', '1.0.1'],
    ['o:openssl:openssl', '1.0.1'],
  ),
  ...rows(
    'CVE-2022-0778',
    'clean',
    ['a:openssl:openssl', '1.1.1n'],
    ['a:openssl:openssl', '1.0.2zd'],
    ['a:openssl:openssl', '3.0.2'],
    ['a:nodejs:node.js', '17.0.0'],
    ['a:nodejs:node.js', '17.7.2'],
    ['a:netapp:storagegrid', '11.5'],
    { name: 'openssl', version: '1.1.1m', cpes: ['cpe:2.3:a:*:openssl:1.1.1m:*:*:*:*:*:*:*'] },
    { name: 'openssl', version: '1.1.1m', cpes: ['cpe:2.3:a:openssl:*:1.1.1m:*:*:*:*:*:*:*'] },
    { name: 'openssl', version: '1.1.1m', cpes: ['cpe:2.3:*:*:*:*:*:*:*:*:*:*:*'] },
    { name: 'openssl', cpes: ['cpe:2.3:a:openssl:openssl:*:*:*:*:*:*:*:*'] },
    { name: 'openssl', version: 'unknown', cpes: ['cpe:2.3:a:openssl:openssl:-:*:*:*:*:*:*:*'] },
    { name: 'glibc', version: '2.36', cpes: ['cpe:2.3:a:openssl:openssl:1.1.1m:*:*:*:*:*:*:*'] },
  ),
  ...rows(
    'CVE-2022-32213',
    'clean',
    ['a:nodejs:node.js', '18.9.1'],
    ['a:nodejs:node.js', '14.20.0'],
    ['a:llhttp:llhttp', '2.1.4'],
    ['a:node:node', '18.6.0'],
    ['o:ovirt:node', '18.6.0'],
  ),
  ...rows(
    'CVE-2015-20107',
    'clean',
    ['a:python:python', '3.9.16'],
    ['a:python:python', '3.10.8'],
    ['a:python:python', '3.11.0'],
  ),
  ...rows(
    'CVE-2022-21540',
    'clean',
    ['a:oracle:openjdk', '17.0.4'],
    ['a:oracle:openjdk', '11.0.16'],
    ['a:oracle:openjdk', '1.8.0_342-b07'],
    ['a:oracle:jdk', '1.8.0_341'],
    ['a:oracle:jre', '1.8.0_333'],
    ['a:java:java', '17.0.2'],
  ),
  ...rows('CVE-2022-0543', 'clean', ['a:redis:redis', '6.2.6'], ['o:debian:debian_linux', '11.0']),
  ...rows('CVE-2022-24735', 'clean', ['a:redis:redis', '6.2.7'], ['a:redis:redis-py', '4.0.0'], {
    name: 'redis',
    version: '6.2.6',
    purl: 'pkg:generic/redis@6.2.6',
    path: '/app/node_modules/redis/index.js',
  }),
  ...rows(
    'CVE-2026-1642',
    'clean',
    ['a:f5:nginx_plus', '1.21.1'],
    ['a:nginx:nginx', '1.28.2'],
    ['a:f5:nginx_ingress_controller', '1.5.0'],
  ),
  ...rows(
    'CVE-2022-1552',
    'clean',
    ['a:postgresql:postgresql', '14.3'],
    ['a:postgresql:postgresql_jdbc_driver', '14.2'],
  ),
  ...rows('CVE-2022-22719', 'clean', ['a:apache:http_server', '2.4.53'], ['a:oracle:http_server', '2.4.52']),
  ...rows('CVE-2022-26635', 'clean', ['a:memcached:memcached', '1.6.0'], ['a:php:php', '2.0.0']),
  ...rows('CVE-2022-30947', 'clean', ['a:git-scm:git', '2.30.0'], ['a:jenkins:git', '4.11.1']),
  ...rows('CVE-2022-24765', 'clean', ['a:git-scm:git', '2.35.2'], ['a:gitforwindows:git', '2.35.1']),
  ...rows('CVE-2022-0435', 'clean', ['o:linux:linux_kernel', '5.17'], ['a:linux:linux_kernel', '5.16']),
  ...rows('CVE-2022-24086', 'clean', ['a:adobe:commerce', '2.3.3'], ['a:adobe:commerce', '2.3.7']),
  ...rows('CVE-2099-0001', 'clean', ['a:acme:gateway', '1.0']),
  ...rows('CVE-2099-0004', 'clean', ['a:acme:agent', '3.0'], ['a:acme:server', '1.0']),
  // A tool lists a program of an OS package a second time.
  {
    record: 'CVE-2015-20107',
    verdict: 'clean',
    component: cpe('a:python:python', '3.9.13'),
    beside: 'pkg:apk/alpine/python3@3.9.13-r1?distro=alpine-3.16',
  },
  {
    record: 'CVE-2022-32213',
    verdict: 'clean',
    component: cpe('a:nodejs:node.js', '18.6.0'),
    beside: 'pkg:apk/alpine/nodejs-current@18.6.0-r0?distro=alpine-3.16',
  },
  {
    record: 'CVE-2022-0778',
    verdict: 'clean',
    component: cpe('a:openssl:openssl', '1.1.1k'),
    beside: 'pkg:deb/debian/openssl@1.1.1k-1%2Bdeb11u1?distro=debian-11',
  },
  {
    record: 'CVE-2015-20107',
    verdict: 'affected',
    component: cpe('a:python:python', '3.9.13'),
    beside: 'pkg:apk/alpine/python3@3.10.5-r0?distro=alpine-3.16',
  },
];

export const CPE_LABELS: readonly CpeLabel[] = [...truths, ...falses];

/** Names of matching.md that must stay clean. */
export const TRAP_LABELS: readonly CpeLabel[] = TRAPS.flatMap(([record, ...components]) =>
  rows(record, 'clean', ...components),
);
