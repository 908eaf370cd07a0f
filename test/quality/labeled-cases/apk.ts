/** Distributions with apk packages: Alpine, Wolfi, Chainguard, MinimOS and Alpaquita. */
import { affected, cannotAssess, casesOf, check, checkVersions, component, notAffected } from '../build-case.ts';
import { ALWAYS, NEVER, entry, fixedIn, record } from '../build-record.ts';
import type { PublishedRecord } from '../labeled-case.ts';

function about(ecosystem: string, name: string, fixed: string): PublishedRecord {
  return record('CVE-2099-0340', entry(ecosystem, name, fixedIn(fixed)));
}

const OPENSSL = about('Alpine:v3.19', 'openssl', '3.1.4-r3');
const ACME = 'pkg:apk/alpine/acme@{}?distro=alpine-3.19.1';

const alpine = casesOf(
  'Alpine',
  checkVersions('pkg:apk/alpine/openssl@{}?arch=x86_64&distro=3.19.1', OPENSSL, [
    [
      '3.1.4-r2',
      'the package before the fix is affected',
      affected({ confidence: 'high', via: 'direct', fixedVersions: ['3.1.4-r3'] }),
    ],
    ['3.1.4-r3', 'the fix is not affected, and that is said', notAffected({ isSaid: true })],
    ['3.1.4-r18', 'eighteen is more than three', notAffected()],
    ['3.1.4', 'without a count it is older than all counts', affected()],
    ['3.1.5-r0', 'a newer version begins anew', notAffected()],
  ]),
  checkVersions(ACME, about('Alpine:v3.19', 'acme', '1.1.1l-r0'), [
    ['1.1.1k-r0', 'letters are ordered', affected()],
    ['1.1.1l-r0', 'the fix with its letter is not affected', notAffected()],
    ['1.1.1-r9', 'no letter is older than one', affected()],
    ['1.1.2-r0', 'a number is more than a letter', notAffected()],
  ]),
  checkVersions(ACME, about('Alpine:v3.19', 'acme', '1.0-r0'), [
    ['1.0_alpha2-r0', 'an alpha is older', affected()],
    ['1.0_beta1-r0', 'a beta is older', affected()],
    ['1.0_pre1-r0', 'a pre is older', affected()],
    ['1.0_rc3-r0', 'a candidate is older', affected()],
    ['1.0_cvs1-r0', 'a state of CVS is newer', notAffected()],
    ['1.0_git20230717-r0', 'a state of git is newer', notAffected()],
    ['1.0_p1-r0', 'a patch is newer', notAffected()],
    ['1.0.0-r0', 'a further number is newer, even a zero', notAffected()],
    ['01.0-r0', 'leading zeros of the first number mean nothing', notAffected()],
    ['1.0beta-r0', 'what apk does not allow is no version', cannotAssess('unparsable-version')],
  ]),
  checkVersions(ACME, about('Alpine:v3.19', 'acme', '1.0_git20230717-r3'), [
    ['1.0_git20230716-r9', 'states of git are ordered by their day', affected()],
    ['1.0_p1-r0', 'a patch is newer than a state of git', notAffected()],
    ['1.0_svn99-r0', 'a state of Subversion is older than one of git', affected()],
  ]),
  check(
    'what Alpine never had is not affected, and that is said',
    'pkg:apk/alpine/acme@1.0-r0?distro=3.19',
    record('CVE-2099-0341', entry('Alpine:v3.19', 'acme', NEVER)),
    notAffected({ isSaid: true }),
  ),
  ...['3.19.1', 'alpine-3.19', 'v3.19', 'alpine-3.19.0', 'alpine:3.19', '3.19'].map((distro) =>
    check(
      `the release may be spelled ${distro}`,
      `pkg:apk/alpine/openssl@3.1.4-r2?distro=${distro}`,
      OPENSSL,
      affected({ confidence: 'high' }),
    ),
  ),
  check(
    'edge is a release of its own',
    'pkg:apk/alpine/acme@1.0-r0?distro=edge',
    about('Alpine:edge', 'acme', '1.0-r1'),
    affected(),
  ),
  check(
    'what is built ahead of a release is edge',
    'pkg:apk/alpine/acme@1.0-r0?distro=3.20_alpha20240329',
    about('Alpine:edge', 'acme', '1.0-r1'),
    affected(),
  ),
  check(
    'a fix in edge says nothing about a release',
    'pkg:apk/alpine/acme@1.0-r0?distro=3.19.1',
    about('Alpine:edge', 'acme', '1.0-r1'),
    notAffected(),
  ),
  check(
    'a fix in one release says nothing about another',
    'pkg:apk/alpine/openssl@3.1.4-r2?distro=3.20.0',
    OPENSSL,
    notAffected(),
  ),
  check(
    'a package of no release is never one of all releases',
    'pkg:apk/alpine/openssl@3.1.4-r2',
    OPENSSL,
    cannotAssess('unknown-release'),
  ),
  check('the type may be called alpine', 'pkg:alpine/openssl@3.1.4-r2?distro=3.19.1', OPENSSL, affected()),
  check(
    'the operating system of the document is the release',
    'pkg:apk/alpine/openssl@3.1.4-r2',
    OPENSSL,
    affected({ confidence: 'high' }),
    { system: 'alpine 3.19.1' },
  ),
  check(
    'a package is looked up by its origin',
    'pkg:apk/alpine/libcrypto3@3.1.4-r2?distro=3.19.1&upstream=openssl',
    OPENSSL,
    affected({ via: 'source' }),
  ),
  check(
    'the origin may be called so',
    'pkg:apk/alpine/libcrypto3@3.1.4-r2?distro=3.19.1&origin=openssl',
    OPENSSL,
    affected({ via: 'source' }),
  ),
  check(
    'Syft writes the origin in a property',
    component('pkg:apk/alpine/ssl_client@1.36.1-r5?distro=3.19.1', {
      properties: { 'syft:metadata:originPackage': 'busybox' },
    }),
    about('Alpine:v3.19', 'busybox', '1.36.1-r6'),
    affected({ via: 'source' }),
  ),
  check(
    'ssl_client without its origin is not checked',
    'pkg:apk/alpine/ssl_client@1.36.1-r5?distro=3.19.1',
    about('Alpine:v3.19', 'busybox', '1.36.1-r6'),
    cannotAssess('source-package-unknown'),
    { statesSources: false },
  ),
  check(
    'a listed version is affected',
    'pkg:apk/alpine/acme@1.0-r0?distro=3.19.1',
    record('CVE-2099-0342', entry('Alpine:v3.19', 'acme', fixedIn('0.9-r0'), { versions: ['1.0-r0'] })),
    affected(),
  ),
  check(
    'postmarketOS uses the packages of Alpine',
    'pkg:apk/postmarketos/openssl@3.1.4-r2?distro=alpine-3.19',
    OPENSSL,
    affected({ confidence: 'medium', assumptions: ['distro-alias'] }),
  ),
  check(
    'a release that has ended: silence means nothing',
    'pkg:apk/alpine/acme@1.0-r0?distro=3.12.0',
    OPENSSL,
    cannotAssess('eol-release'),
  ),
  check(
    'the id of Alpine for a vulnerability is shown as that vulnerability',
    'pkg:apk/alpine/openssl@3.1.4-r2?distro=3.19.1',
    record('ALPINE-CVE-2099-0343', entry('Alpine:v3.19', 'openssl', fixedIn('3.1.4-r3'))),
    affected({ about: 'CVE-2099-0343' }),
  ),
);

const RUBY = record(
  'CGA-2237-mq7r-x77x',
  ...['Chainguard', 'Wolfi'].flatMap((ecosystem) =>
    ['ruby-3.1', 'ruby-3.1-dev'].map((name) => entry(ecosystem, name, fixedIn('3.1.6-r2'))),
  ),
  { upstream: ['CVE-2024-35176'] },
);

const wolfi = casesOf(
  'Wolfi',
  checkVersions('pkg:apk/wolfi/ruby-3.1@{}?arch=x86_64&distro=wolfi-20230201', RUBY, [
    [
      '3.1.6-r1',
      'a record about both distributions is one finding',
      affected({ confidence: 'high', fixedVersions: ['3.1.6-r2'], records: ['CGA-2237-mq7r-x77x'] }),
    ],
    ['3.1.6-r2', 'the fix is not affected, and that is said', notAffected({ isSaid: true })],
    ['3.1.6-r10', 'ten is more than two', notAffected()],
    ['3.1.5-r30', 'an older version is affected, whatever its count', affected()],
    ['3.1.7_rc1-r0', 'a candidate of a later version is newer', notAffected()],
  ]),
  check(
    'a distribution without releases needs none',
    'pkg:apk/wolfi/ruby-3.1@3.1.6-r1',
    RUBY,
    affected({ confidence: 'high' }),
  ),
  check(
    'a further package of an origin is named itself',
    'pkg:apk/wolfi/ruby-3.1-dev@3.1.6-r1?upstream=ruby-3.1',
    RUBY,
    affected({ via: 'direct' }),
  ),
  check(
    'a package that no record names is found by its origin',
    'pkg:apk/wolfi/ruby-3.1-doc@3.1.6-r1?upstream=ruby-3.1',
    RUBY,
    affected({ via: 'source' }),
  ),
  check('another line of a language is another package', 'pkg:apk/wolfi/ruby-3.2@3.1.6-r1', RUBY, notAffected()),
  check(
    'what Wolfi was never affected by is said',
    'pkg:apk/wolfi/ruby-3.1@3.1.6-r1',
    record('CGA-2099-0001', entry('Wolfi', 'ruby-3.1', NEVER), { upstream: ['CVE-2099-0344'] }),
    notAffected({ isSaid: true }),
  ),
  check('advisories of Alpine are not those of Wolfi', 'pkg:apk/wolfi/openssl@3.1.4-r2', OPENSSL, notAffected()),
  check('the operating system of the document is the distribution', 'pkg:apk/ruby-3.1@3.1.6-r1', RUBY, affected(), {
    system: 'wolfi 20230201',
  }),
  check(
    'what Wolfi has not fixed is affected',
    'pkg:apk/wolfi/acme@1.0-r0',
    record('CGA-2099-0002', entry('Wolfi', 'acme', ALWAYS), { upstream: ['CVE-2099-0345'] }),
    affected({ fixState: 'not_fixed' }),
  ),
  check(
    'a text that is no version cannot be assessed',
    'pkg:apk/wolfi/ruby-3.1@latest',
    RUBY,
    cannotAssess('unparsable-version'),
  ),
  check('a package without a version cannot be assessed', 'pkg:apk/wolfi/ruby-3.1', RUBY, cannotAssess('no-version')),
);

const chainguard = casesOf(
  'Chainguard',
  checkVersions('pkg:apk/chainguard/ruby-3.1@{}?arch=x86_64', RUBY, [
    [
      '3.1.6-r1',
      'a record about both distributions is one finding',
      affected({ confidence: 'high', records: ['CGA-2237-mq7r-x77x'] }),
    ],
    ['3.1.6-r2', 'the fix is not affected', notAffected({ isSaid: true })],
  ]),
  check(
    'a package is looked up by its origin',
    'pkg:apk/chainguard/ruby-3.1-doc@3.1.6-r1?origin=ruby-3.1',
    RUBY,
    affected({ via: 'source' }),
  ),
  check(
    'advisories of Alpine are not those of Chainguard',
    'pkg:apk/chainguard/openssl@3.1.4-r2',
    OPENSSL,
    notAffected(),
  ),
);

const MINI = record('MINI-2099-0001', entry('MinimOS', 'acme', fixedIn('1.2.3-r4')), { upstream: ['CVE-2099-0346'] });
const minimos = casesOf(
  'MinimOS',
  checkVersions('pkg:apk/minimos/acme@{}?arch=x86_64', MINI, [
    ['1.2.3-r3', 'the package before the fix is affected', affected({ fixedVersions: ['1.2.3-r4'] })],
    ['1.2.3-r4', 'the fix is not affected', notAffected({ isSaid: true })],
  ]),
  check(
    'a package is looked up by its origin',
    'pkg:apk/minimos/acme-doc@1.2.3-r3?upstream=acme',
    MINI,
    affected({ via: 'source' }),
  ),
  check('advisories of Wolfi are not those of MinimOS', 'pkg:apk/minimos/ruby-3.1@3.1.6-r1', RUBY, notAffected()),
);

const BELL = record(
  'BELL-CVE-2099-0347',
  entry('Alpaquita:23', 'acme', fixedIn('1.2.3-r4')),
  entry('Alpaquita:stream', 'acme', fixedIn('2.0-r0')),
  { upstream: ['CVE-2099-0347'] },
);
const alpaquita = casesOf(
  'Alpaquita',
  checkVersions('pkg:apk/alpaquita/acme@{}?distro=alpaquita-23', BELL, [
    ['1.2.3-r3', 'the package before the fix is affected', affected({ fixedVersions: ['1.2.3-r4'] })],
    ['1.2.3-r4', 'the fix is not affected', notAffected({ isSaid: true })],
  ]),
  check(
    'the rolling release has its own fix',
    'pkg:apk/alpaquita/acme@1.2.3-r4?distro=alpaquita-stream',
    BELL,
    affected({ fixedVersions: ['2.0-r0'] }),
  ),
  check(
    'a package of no release is never one of all releases',
    'pkg:apk/alpaquita/acme@1.2.3-r3',
    BELL,
    cannotAssess('unknown-release'),
  ),
);

export const apkCases = [...alpine, ...wolfi, ...chainguard, ...minimos, ...alpaquita];
