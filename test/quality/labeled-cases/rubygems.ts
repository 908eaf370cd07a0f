/** RubyGems: exact names, versions in the order of Gem::Version, platforms that are not part of the version. */
import { affected, cannotAssess, casesOf, check, checkVersions, component, notAffected } from '../build-case.ts';
import { between, entry, fixedIn, record, upTo } from '../build-record.ts';

const NOKOGIRI = record(
  'CVE-2021-41098',
  entry('RubyGems', 'nokogiri', fixedIn('1.12.5'), {
    database_specific: { last_known_affected_version_range: '<= 1.12.4' },
  }),
);
const RACK = record(
  'CVE-2023-27530',
  entry('RubyGems', 'rack', fixedIn('2.0.9.3')),
  entry('RubyGems', 'rack', between('2.1.0', '2.1.4.3')),
  entry('RubyGems', 'rack', between('2.2.0', '2.2.6.3')),
  entry('RubyGems', 'rack', between('3.0.0', '3.0.4.2')),
);
const REDCLOTH = record('CVE-2023-31606', entry('RubyGems', 'RedCloth', fixedIn('4.3.3')));
const REST_CLIENT = record('CVE-2015-1820', entry('RubyGems', 'rest-client', between('1.6.1.a', '1.8.0')));
const STRONG_PASSWORD = record(
  'CVE-2019-13354',
  entry('RubyGems', 'strong_password', between('0.0.7', '0.0.8'), { versions: ['0.0.7'] }),
);
const ACTIVERECORD = record(
  'CVE-2022-32224',
  entry('RubyGems', 'activerecord', between('7.0.0', '7.0.3.1')),
  entry('RubyGems', 'activerecord', between('6.1.0', '6.1.6.1')),
);

export const rubygemsCases = casesOf(
  'RubyGems',
  checkVersions('pkg:gem/nokogiri', NOKOGIRI, [
    ['1.12.4', 'the version before the fix is affected', affected({ confidence: 'high', fixedVersions: ['1.12.5'] })],
    ['1.12.5', 'the fix is not affected', notAffected()],
    ['1.12.4-x86_64-linux', 'a platform is no part of the version', affected({ confidence: 'high' })],
    ['1.12.5-x86_64-linux', 'a platform does not make the fix a prerelease', notAffected()],
    ['1.12.5-java', 'a gem for JRuby is no prerelease', notAffected()],
    ['1.12.5-arm64-darwin', 'a gem for another processor is no prerelease', notAffected()],
    ['1.12.5-x64-mingw32', 'a gem for another system is no prerelease', notAffected()],
    ['1.12.5-aarch64-linux-musl', 'a platform may have three words', notAffected()],
    ['1.12.5.rc1', 'letters make a prerelease', affected()],
    ['1.12.5-rc1', 'a dash makes a prerelease', affected()],
    ['1.13.0.rc1', 'a prerelease of a later version is newer', notAffected()],
  ]),
  checkVersions('pkg:gem/rack', RACK, [
    ['2.2.6.2', 'a fourth number is a number', affected({ fixedVersions: ['2.2.6.3', '3.0.4.2'] })],
    ['2.2.6.3', 'the fix of the branch is not affected', notAffected()],
    [
      '2.0.9',
      'a missing fourth number is zero',
      affected({ fixedVersions: ['2.0.9.3', '2.1.4.3', '2.2.6.3', '3.0.4.2'] }),
    ],
    ['2.2.6.10', 'ten is more than three', notAffected()],
    ['3', 'one number is enough', affected()],
  ]),
  checkVersions('pkg:gem/activerecord', ACTIVERECORD, [
    ['7.0.0.rc2', 'a prerelease is older than the beginning of its branch', notAffected()],
    ['7.0.3', 'the release before the fix is affected', affected({ fixedVersions: ['7.0.3.1'] })],
    ['6.1.6.1', 'the fix of the older branch is not affected', notAffected()],
  ]),
  checkVersions('pkg:gem/rest-client', REST_CLIENT, [
    ['1.6.1.a', 'a window may begin with a prerelease', affected()],
    ['1.6.0', 'the release before it is clean', notAffected()],
    ['1.8.0.rc1', 'a prerelease of the fix is affected', affected()],
  ]),
  checkVersions('pkg:gem/strong_password', STRONG_PASSWORD, [
    ['0.0.7', 'the hijacked version is affected', affected({ fixedVersions: ['0.0.8'] })],
    ['0.0.6', 'the version before it is clean', notAffected()],
  ]),
  checkVersions('pkg:gem/acme', record('CVE-2099-0060', entry('RubyGems', 'acme', fixedIn('3.0.pre'))), [
    ['3.0.0.beta4', 'beta is older than pre by its letters, whatever the zeros', affected()],
    ['3.0', 'the release is newer than its prerelease', notAffected()],
    ['3.0.0.Rc1', 'capitals are older than small letters', affected()],
  ]),
  checkVersions('pkg:gem/acme', record('CVE-2099-0061', entry('RubyGems', 'acme', upTo('1.0'))), [
    ['1.0.0', 'zeros at the end mean nothing', affected()],
    ['1.0-1', 'a dash and a number is a prerelease', affected()],
    ['1.0.0.1', 'a further number is newer', notAffected()],
    ['v0.9', 'a v is no part of a version', cannotAssess('unparsable-version')],
    ['1.0_1', 'an underscore is no part of a version', cannotAssess('unparsable-version')],
  ]),
  check('names have letter case', 'pkg:gem/redcloth@4.3.2', REDCLOTH, notAffected()),
  check('a name with capitals is found', 'pkg:gem/RedCloth@4.3.2', REDCLOTH, affected()),
  check('a dash is no underscore', 'pkg:gem/strong-password@0.0.7', STRONG_PASSWORD, notAffected()),
  check('the platform may be a qualifier', 'pkg:gem/nokogiri@1.12.5?platform=java', NOKOGIRI, notAffected()),
  check('the type may be called rubygems', 'pkg:rubygems/rack@2.2.6.2', RACK, affected()),
  check('a gem without a version cannot be assessed', 'pkg:gem/rack', RACK, cannotAssess('no-version')),
  check(
    'a malicious gem is malicious',
    'pkg:gem/acme@1.0.0',
    record('MAL-2099-60', entry('RubyGems', 'acme', [], { versions: ['1.0.0', '1.0.1'] })),
    affected({ class: 'malicious' }),
  ),
  check(
    'an installed gem is known by the word of its tool',
    component(undefined, { name: 'rack', version: '2.2.6.2', properties: { 'syft:package:type': 'gem' } }),
    RACK,
    affected({ confidence: 'medium' }),
  ),
);
