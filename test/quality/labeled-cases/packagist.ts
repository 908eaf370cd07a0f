/** Packagist: case-insensitive vendor and name, versions as Composer normalizes them, branches that are not versions. */
import { affected, cannotAssess, casesOf, check, checkVersions, component, notAffected } from '../build-case.ts';
import { between, entry, fixedIn, record, upTo } from '../build-record.ts';
import type { PublishedRecord } from '../labeled-case.ts';

const TWIG = record(
  'CVE-2022-39261',
  entry('Packagist', 'twig/twig', between('1.0.0', '1.44.7')),
  entry('Packagist', 'twig/twig', between('2.0.0', '2.15.3')),
  entry('Packagist', 'twig/twig', between('3.0.0', '3.4.3')),
);
const MAGENTO = record(
  'CVE-2021-21014',
  entry('Packagist', 'magento/community-edition', fixedIn('2.3.6-p1')),
  entry('Packagist', 'magento/community-edition', between('2.4.0', '2.4.2')),
);
const DRUPAL_REPOSITORY = 'Packagist:https://packages.drupal.org/8';
const DRUPAL = record(
  'DRUPAL-CORE-2018-002',
  entry(DRUPAL_REPOSITORY, 'drupal/core', [
    between('8.0.0', '8.3.9'),
    between('8.4.0', '8.4.6'),
    between('8.5.0', '8.5.1'),
  ]),
  { aliases: ['CVE-2018-7600'] },
);
const LARAVEL = record(
  'GHSA-44pg-c29v-hp6r',
  entry('Packagist', 'laravel/framework', [{ introduced: '5.5.0' }, { last_affected: '5.5.49' }]),
);

function about(events: Parameters<typeof entry>[2], versions?: readonly string[]): PublishedRecord {
  return record('CVE-2099-0080', entry('Packagist', 'acme/lib', events, versions && { versions }));
}

const LIB = 'pkg:composer/acme/lib';

export const packagistCases = casesOf(
  'Packagist',
  checkVersions('pkg:composer/twig/twig', TWIG, [
    ['v3.4.2', 'a leading v is no part of the version', affected({ confidence: 'high', fixedVersions: ['3.4.3'] })],
    ['3.4.3', 'the fix is not affected', notAffected()],
    ['2.15.2', 'the own branch comes first', affected({ fixedVersions: ['2.15.3', '3.4.3'] })],
    ['3.0.0-BETA1', 'a beta is older than the beginning of its branch', notAffected()],
    ['3.4.3-RC1', 'a candidate is older than its release', affected()],
    ['3.4', 'missing numbers are zero', affected()],
  ]),
  checkVersions('pkg:composer/magento/community-edition', MAGENTO, [
    ['2.3.6', 'a release is older than its patch', affected({ fixedVersions: ['2.3.6-p1', '2.4.2'] })],
    ['2.3.6-p1', 'the patch that fixes it is not affected', notAffected()],
    ['2.3.6-patch2', 'a patch may be written out', notAffected()],
    ['2.4.1-p1', 'the newer branch is affected in its patches', affected({ fixedVersions: ['2.4.2'] })],
  ]),
  checkVersions(LIB, about(fixedIn('1.2.0')), [
    ['1.2', 'fewer numbers are the same version', notAffected()],
    ['1.2.0.0', 'more zeros are the same version', notAffected()],
    ['1.2.0-dev', 'a development version of a release is older than it', affected()],
    ['1.2.0-alpha2', 'an alpha is older', affected()],
    ['1.2.0b1', 'a beta without a dash is a beta', affected()],
    ['1.2.0-RC1', 'a candidate is older than its release, in capitals', affected()],
    ['1.1.9+build', 'what follows a plus says nothing', affected()],
    ['1.2.0-stable', 'stable adds nothing', notAffected()],
    ['1.2.0pl1', 'a patch level is newer', notAffected()],
  ]),
  checkVersions(LIB, about(fixedIn('6.3.0.1')), [
    ['6.3.0', 'a missing fourth number is zero', affected()],
    ['6.3.0.1', 'the fix with four numbers is not affected', notAffected()],
    ['6.3.0.10', 'ten is more than one', notAffected()],
  ]),
  checkVersions(LIB, about([], ['1.0', 'v2.0.0-beta1']), [
    ['1.0.0', 'a listed version is found with other zeros', affected()],
    ['2.0.0-BETA1', 'a listed beta is found in its other spelling', affected()],
    ['2.0.0', 'the release of a listed beta is not listed', notAffected()],
  ]),
  checkVersions('pkg:composer/laravel/framework', LARAVEL, [
    ['v5.5.49', 'the last affected version is affected', affected({ fixedVersions: [], fixState: 'unknown' })],
    ['v5.5.50', 'what comes after it is not', notAffected()],
  ]),
  checkVersions('pkg:composer/drupal/core', DRUPAL, [
    ['8.5.0', 'packages of Drupal are in the repository of Drupal', affected({ fixedVersions: ['8.5.1'] })],
    ['8.3.8', 'the fix of every branch above is a fix', affected({ fixedVersions: ['8.3.9', '8.4.6', '8.5.1'] })],
    ['8.4.6', 'the fix of a branch is not affected', notAffected()],
  ]),
  check(
    'a record about another repository concerns its packages',
    `${LIB}@1.0?repository_url=https://packages.drupal.org/8`,
    record('DRUPAL-CONTRIB-2099-1', entry(DRUPAL_REPOSITORY, 'acme/lib', fixedIn('2.0'))),
    affected(),
  ),
  check('names have no letter case', 'pkg:composer/Twig/Twig@3.4.2', TWIG, affected()),
  check(
    'the vendor may stand beside the purl',
    component('pkg:composer/twig@3.4.2', { group: 'twig' }),
    TWIG,
    affected(),
  ),
  check('a package without a vendor is incomplete', 'pkg:composer/twig@3.4.2', TWIG, cannotAssess('incomplete-name')),
  check('the same name of another vendor is another package', 'pkg:composer/acme/twig@3.4.2', TWIG, notAffected()),
  check('a branch is no version', 'pkg:composer/twig/twig@dev-master', TWIG, cannotAssess('floating-ref')),
  check('a branch of a line is no version', 'pkg:composer/twig/twig@3.x-dev', TWIG, cannotAssess('floating-ref')),
  check(
    'a range is no version',
    component('pkg:composer/twig/twig', { version: '^3.0' }),
    TWIG,
    cannotAssess('floating-ref'),
  ),
  check(
    'what Composer refuses is held against the bounds with doubt',
    `${LIB}@6.0.0-GM`,
    about(upTo('7.0')),
    affected({ confidence: 'medium', assumptions: ['nonconforming-version'] }),
  ),
  check('the type may be called packagist', 'pkg:packagist/twig/twig@3.4.2', TWIG, affected()),
);
