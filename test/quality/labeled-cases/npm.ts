/** npm: exact names with scope, SemVer, and packages that are not from the registry. */
import { affected, cannotAssess, casesOf, check, checkVersions, component, notAffected } from '../build-case.ts';
import { between, entry, fixedIn, record, upTo } from '../build-record.ts';
import type { PublishedRecord } from '../labeled-case.ts';

const LODASH = record('GHSA-35jh-r3h4-6jhm', entry('npm', 'lodash', fixedIn('4.17.21')), {
  aliases: ['CVE-2021-23337'],
});
const WS = record(
  'GHSA-3h5v-q93c-6h6q',
  entry('npm', 'ws', between('2.1.0', '5.2.4')),
  entry('npm', 'ws', between('6.0.0', '6.2.3')),
  entry('npm', 'ws', between('7.0.0', '7.5.10')),
  entry('npm', 'ws', between('8.0.0', '8.17.1')),
  { aliases: ['CVE-2024-37890'] },
);
const TRAVERSE = record(
  'GHSA-67hx-6x53-jw92',
  entry('npm', '@babel/traverse', fixedIn('7.23.2')),
  entry('npm', '@babel/traverse', between('8.0.0-alpha.0', '8.0.0-alpha.4')),
  { aliases: ['CVE-2023-45133'] },
);
const ELECTRON = record(
  'CVE-2020-15174',
  entry('npm', 'electron', between('8.0.0-beta.0', '8.5.1')),
  entry('npm', 'electron', between('9.0.0-beta.0', '9.3.0')),
);
const ANGULAR = record('CVE-2023-26117', entry('npm', 'angular', upTo('1.8.3')));
const EVENT_STREAM = record(
  'GHSA-mh6f-8j2x-4483',
  entry('npm', 'event-stream', between('3.3.6', '4.0.0'), { versions: ['3.3.6'] }),
);

function all(name: string): PublishedRecord {
  return record('CVE-2099-0010', entry('npm', name, fixedIn('2.0.0')));
}

const versions = [
  checkVersions('pkg:npm/lodash', LODASH, [
    [
      '4.17.20',
      'the version before the fix is affected',
      affected({ confidence: 'high', assumptions: [], fixedVersions: ['4.17.21'], fixState: 'fixed', via: 'direct' }),
    ],
    ['4.17.21', 'the fix is not affected', notAffected()],
    ['4.17.21-pre.1', 'a prerelease of the fix is older than the fix', affected()],
    ['4.17.21+build.5', 'build metadata does not make the fix older', notAffected()],
    ['4.17.20+build.9', 'build metadata does not make a version newer', affected()],
    ['v4.17.20', 'a leading v is no part of the version', affected({ confidence: 'high' })],
    ['=4.17.21', 'a leading equals sign is no part of the version', notAffected()],
    ['4.17', 'missing numbers are zero', affected()],
    ['4', 'one number is enough', affected()],
    ['0', 'zero is a version', affected()],
    ['04.017.020', 'leading zeros mean nothing', affected()],
    [
      '4.17.20.1',
      'a fourth number is no SemVer',
      affected({ confidence: 'medium', assumptions: ['nonconforming-version'] }),
    ],
    ['10.0.0', 'numbers are compared by value', notAffected()],
  ]),
  checkVersions('pkg:npm/ws', WS, [
    ['7.5.9', 'the fix of the own branch comes first', affected({ fixedVersions: ['7.5.10', '8.17.1'] })],
    ['7.5.10', 'the fix of a branch is not affected by the next one', notAffected()],
    [
      '5.2.3',
      'the oldest branch can go to every newer fix',
      affected({ fixedVersions: ['5.2.4', '6.2.3', '7.5.10', '8.17.1'] }),
    ],
    ['2.0.0', 'before the first window nothing is affected', notAffected()],
    ['5.9.0', 'between two branches nothing is affected', notAffected()],
  ]),
  checkVersions('pkg:npm/%40babel/traverse', TRAVERSE, [
    ['8.0.0-alpha.3', 'a prerelease has a window of its own', affected({ fixedVersions: ['8.0.0-alpha.4'] })],
    ['8.0.0-alpha.4', 'the fixed prerelease is not affected', notAffected()],
    ['8.0.0-alpha.10', 'numbers in a prerelease are compared by value', notAffected()],
    ['8.0.0-alpha', 'a shorter prerelease is older than a longer one', notAffected()],
  ]),
  checkVersions('pkg:npm/electron', ELECTRON, [
    ['9.0.0-beta.0', 'a window may begin with a prerelease', affected({ fixedVersions: ['9.3.0'] })],
    ['9.0.0-alpha.9', 'alpha is older than beta', notAffected()],
    ['9.0.0-beta.21', 'a later prerelease is in the window', affected()],
    ['9.0.0-nightly.20200121', 'nightly is newer than beta by its letters', affected()],
  ]),
  checkVersions('pkg:npm/angular', ANGULAR, [
    [
      '1.8.3',
      'the last affected version is affected, and no fix is known',
      affected({ fixedVersions: [], fixState: 'unknown' }),
    ],
    ['1.8.4', 'a version behind the last affected one is not', notAffected()],
  ]),
  checkVersions('pkg:npm/event-stream', EVENT_STREAM, [
    ['3.3.6', 'the hijacked version is affected', affected({ fixedVersions: ['4.0.0'] })],
    ['3.3.5', 'the version before the hijacked one is clean', notAffected()],
  ]),
  checkVersions(
    'pkg:npm/acme-lib',
    record('CVE-2099-0011', entry('npm', 'acme-lib', fixedIn('1.0.123456789012345678901234567891'))),
    [
      ['1.0.123456789012345678901234567890', 'a number of thirty digits is not rounded', affected()],
      ['1.0.123456789012345678901234567891', 'the fix with a number of thirty digits is not affected', notAffected()],
      ['1.0.99999999999999999999999999999', 'a shorter number of many digits is smaller', affected()],
    ],
  ),
  check(
    'a version of 300 characters is none',
    `pkg:npm/acme-lib@1.${'1'.repeat(300)}`,
    all('acme-lib'),
    cannotAssess('unparsable-version'),
  ),
  check(
    'a version of 10,000 characters leaves no purl that could be read',
    `pkg:npm/acme-lib@1.${'1'.repeat(10_000)}`,
    all('acme-lib'),
    cannotAssess('no-identity'),
  ),
  check(
    'a version of 100,000 dots is none',
    component('pkg:npm/acme-lib', { version: '.'.repeat(100_000) }),
    all('acme-lib'),
    cannotAssess('unparsable-version'),
  ),
];

const names = [
  check('@types/lodash is another package than lodash', 'pkg:npm/%40types/lodash@4.14.0', LODASH, notAffected()),
  check(
    'the scope may stand in the group of the component',
    component('pkg:npm/lodash@4.14.0', { group: '@types' }),
    LODASH,
    notAffected(),
  ),
  check(
    'a scope from the group is found',
    component('pkg:npm/traverse@7.20.0', { group: '@babel' }),
    TRAVERSE,
    affected(),
  ),
  check(
    'a scope from the group may lack its sign',
    component('pkg:npm/traverse@7.20.0', { group: 'babel' }),
    TRAVERSE,
    affected(),
  ),
  check('an empty group is no scope', component('pkg:npm/lodash@4.17.20', { group: '' }), LODASH, affected()),
  check('a scoped name in one segment is split', 'pkg:npm/%40babel%2Ftraverse@7.20.0', TRAVERSE, affected()),
  check('a scope without its sign gets it', 'pkg:npm/babel/traverse@7.20.0', TRAVERSE, affected()),
  check('an unescaped scope is read', 'pkg:npm/@babel/traverse@7.20.0', TRAVERSE, affected()),
  check('a scope is no version', 'pkg:npm/@kibana/utils', all('@kibana/utils'), cannotAssess('no-version')),
  check('the name without its scope is another package', 'pkg:npm/traverse@1.0.0', TRAVERSE, notAffected()),
  check(
    'a name with capitals is exact',
    'pkg:npm/JSONStream@1.0.0',
    all('JSONStream'),
    affected({ confidence: 'high' }),
  ),
  check(
    'a name with capitals is tried in small letters, as a guess',
    'pkg:npm/JSONStream@1.0.0',
    all('jsonstream'),
    affected({ confidence: 'low', assumptions: ['name-case-folded'] }),
  ),
  check(
    'a name in small letters is never tried with capitals',
    'pkg:npm/jsonstream@1.0.0',
    all('JSONStream'),
    notAffected(),
  ),
  check(
    'a look-alike with a Cyrillic letter is another package',
    'pkg:npm/%D0%B0xios@1.0.0',
    all('axios'),
    notAffected(),
  ),
  check('the Kelvin sign is no k', 'pkg:npm/%E2%84%AAnex@1.0.0', all('knex'), notAffected()),
  check('a longer name is another package', 'pkg:npm/lodash.template@4.5.0', LODASH, notAffected()),
  check('an alias is followed to the real package', 'pkg:npm/lodash-4@npm%3Alodash%404.17.20', LODASH, affected()),
  check(
    'an alias hides the package whose name it uses',
    'pkg:npm/lodash@npm%3Aunderscore%401.13.6',
    LODASH,
    notAffected(),
  ),
  check(
    'an alias to a scoped package is followed',
    component('pkg:npm/traverse', { version: 'npm:@babel/traverse@7.20.0' }),
    TRAVERSE,
    affected(),
  ),
];

const purls = [
  check('scheme and type may be in capitals, with slashes behind', 'PKG://NPM/lodash@4.17.20', LODASH, affected()),
  check(
    'a purl without a version takes that of the component',
    component('pkg:npm/lodash', { version: '4.17.20' }),
    LODASH,
    affected(),
  ),
  check(
    'the purl wins over the version of the component',
    component('pkg:npm/lodash@4.17.21', { version: '4.17.20' }),
    LODASH,
    notAffected(),
  ),
  check(
    'the purl wins over the name of the component',
    component('pkg:npm/lodash@4.17.20', { name: 'underscore' }),
    LODASH,
    affected(),
  ),
  check(
    'qualifiers and a subpath do not change what it is',
    'pkg:npm/lodash@4.17.20?vcs_url=https://example.com/a%20b&package-id=1&package-id=2#lib/x',
    LODASH,
    affected(),
  ),
  check('a bad escape stays as it is', 'pkg:npm/lodash%zz@4.17.20', LODASH, notAffected()),
  check(
    'a purl that leaves its folder names nothing',
    'pkg:npm/../../lodash@4.17.20',
    LODASH,
    cannotAssess('invalid-purl'),
  ),
  check('a name that is a control character is none', 'pkg:npm/%00@1.0.0', LODASH, cannotAssess('invalid-purl')),
  check(
    'a text that is no purl names nothing',
    component('lodash@4.17.20', { name: 'lodash', version: '4.17.20' }),
    LODASH,
    cannotAssess('invalid-purl'),
  ),
  check('a purl without a name names nothing', 'pkg:npm/@4.17.20', LODASH, cannotAssess('invalid-purl')),
  check(
    'an unresolved version placeholder is not a version',
    'pkg:npm/lodash@$%7Bversion%7D',
    LODASH,
    cannotAssess('unresolved-placeholder'),
  ),
  check(
    'a version in the words of a tool is none',
    component('pkg:npm/lodash', { version: 'UNKNOWN' }),
    LODASH,
    cannotAssess('no-version'),
  ),
  check(
    'a component that stands twice in a document is one, and both are affected',
    ['pkg:npm/lodash@4.17.20', 'pkg:npm/lodash@4.17.20'],
    LODASH,
    [affected(), affected({ of: 1 })],
  ),
  check('two versions of a package are judged apart', ['pkg:npm/lodash@4.17.20', 'pkg:npm/lodash@4.17.21'], LODASH, [
    affected(),
    notAffected({ of: 1 }),
  ]),
  check(
    'a further purl in the evidence of a component that says the same changes nothing',
    component('pkg:npm/lodash@4.17.20', {
      evidence: { identity: [{ field: 'purl', concludedValue: 'pkg:npm/lodash@4.17.20?a=b' }] },
    }),
    LODASH,
    affected({ confidence: 'high' }),
  ),
  check(
    'of a component with two purls each counts',
    component('pkg:npm/acme-a@1.0.0', {
      evidence: { identity: [{ field: 'purl', concludedValue: 'pkg:npm/acme-b@1.0.0' }] },
    }),
    [
      record('CVE-2099-0012', entry('npm', 'acme-a', fixedIn('2.0.0'))),
      record('CVE-2099-0013', entry('npm', 'acme-b', fixedIn('2.0.0'))),
    ],
    [affected({ about: 'CVE-2099-0012' }), affected({ about: 'CVE-2099-0013' })],
  ),
  check(
    'a name of 600 characters is none',
    `pkg:npm/${'a'.repeat(600)}@1.0.0`,
    all('a'.repeat(600)),
    cannotAssess('invalid-purl'),
  ),
  check(
    'without a purl the word of the tool selects the ecosystem',
    component(undefined, { name: 'lodash', version: '4.17.20', properties: { 'syft:package:type': 'npm' } }),
    LODASH,
    affected({ confidence: 'medium', assumptions: ['identity-from-tool'] }),
  ),
];

const floating = [
  ['git+https://example.com/ws.git', 'an address of git'],
  ['file:../ws', 'a folder'],
  ['link:../ws', 'a link'],
  ['workspace:*', 'a workspace'],
  ['https://example.com/ws.tgz', 'an address'],
  ['^7.0.0', 'a range'],
  ['latest', 'a tag'],
].map(([version = '', what = '']) =>
  check(`${what} is no version: ${version}`, component('pkg:npm/ws', { version }), WS, cannotAssess('floating-ref')),
);

export const npmCases = casesOf('npm', ...versions, names, purls, floating);
