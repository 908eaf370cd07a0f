/** Meaning of events, ranges and version lists of a record, in any ecosystem. */
import { affected, cannotAssess, casesOf, check, checkVersions, notAffected } from '../build-case.ts';
import { ALWAYS, between, entry, fixedIn, record, since, upTo } from '../build-record.ts';
import type { Json, PublishedRecord } from '../labeled-case.ts';

const LIB = 'pkg:npm/acme-lib';

type Events = Parameters<typeof entry>[2];

function about(events: Events, members: Json = {}): PublishedRecord {
  return record('CVE-2099-0001', entry('npm', 'acme-lib', events, members));
}

const TWO_WINDOWS = [{ introduced: '1.0.0' }, { fixed: '1.5.0' }, { introduced: '2.0.0' }, { fixed: '2.5.0' }];
const GIT = { type: 'GIT', repo: 'https://example.com/lib', events: [{ introduced: '0' }, { fixed: 'a'.repeat(40) }] };
const SEMVER = { type: 'SEMVER', events: fixedIn('2.0.0') };

const MANY_WINDOWS = about(
  Array.from({ length: 3_000 }, (_, number) => [{ introduced: `${number}.0.0` }, { fixed: `${number}.9.0` }]),
);
const MANY_VERSIONS = about([], { versions: Array.from({ length: 5_000 }, (_, number) => `1.${number}.0`) });

export const rangeCases = casesOf(
  'npm',
  checkVersions(LIB, about(ALWAYS), [
    ['0.0.1', 'a range without an end holds the first version', affected({ fixedVersions: [], fixState: 'not_fixed' })],
    ['0.0.0-alpha', 'zero is below every version, prereleases included', affected()],
    ['99.0.0', 'a range without an end holds the newest version', affected({ confidence: 'high' })],
  ]),
  check(
    'an empty version cannot be assessed, even by a range of all versions',
    LIB,
    about(ALWAYS),
    cannotAssess('no-version'),
  ),
  checkVersions(LIB, about(TWO_WINDOWS), [
    ['0.9.0', 'before the first of two windows nothing is affected', notAffected()],
    ['1.0.0', 'a window holds its beginning', affected({ fixedVersions: ['1.5.0', '2.5.0'] })],
    ['1.5.0', 'a fix ends its window', notAffected()],
    ['1.9.9', 'between two windows nothing is affected', notAffected()],
    ['2.4.9', 'the second window counts as the first', affected({ fixedVersions: ['2.5.0'] })],
    ['2.5.0', 'behind the last window nothing is affected', notAffected()],
  ]),
  check('unsorted events are the same windows', `${LIB}@2.4.9`, about(TWO_WINDOWS.toReversed()), affected()),
  check(
    'between the windows of unsorted events nothing is affected',
    `${LIB}@1.7.0`,
    about(TWO_WINDOWS.toReversed()),
    notAffected(),
  ),
  check('repeated events are one', `${LIB}@1.7.0`, about([...TWO_WINDOWS, ...TWO_WINDOWS]), notAffected()),
  check(
    'windows in two ranges are the same windows',
    `${LIB}@2.4.9`,
    about([TWO_WINDOWS.slice(2), TWO_WINDOWS.slice(0, 2)]),
    affected(),
  ),
  check(
    'an entry that repeats the package adds its windows',
    `${LIB}@2.4.9`,
    record(
      'CVE-2099-0001',
      entry('npm', 'acme-lib', between('1.0.0', '1.5.0')),
      entry('npm', 'acme-lib', between('2.0.0', '2.5.0')),
    ),
    affected({ fixedVersions: ['2.5.0'] }),
  ),
  check(
    'a range of commits in front does not end the list',
    `${LIB}@1.9.0`,
    about([], { ranges: [GIT, SEMVER] }),
    affected({ confidence: 'high' }),
  ),
  check(
    'a range of commits at the end changes nothing',
    `${LIB}@1.9.0`,
    about([], { ranges: [SEMVER, GIT] }),
    affected(),
  ),
  check(
    'beside a range of commits the fix still holds',
    `${LIB}@2.0.0`,
    about([], { ranges: [GIT, SEMVER] }),
    notAffected(),
  ),
  check(
    'nothing but commits cannot be assessed',
    `${LIB}@1.9.0`,
    about([], { ranges: [GIT] }),
    cannotAssess('git-only'),
  ),
  check(
    'a list of versions beside commits counts',
    `${LIB}@1.9.0`,
    about([], { ranges: [GIT], versions: ['1.9.0'] }),
    affected(),
  ),

  checkVersions(
    LIB,
    about([{ introduced: '2.4.49' }, { fixed: '2.4.50' }, { introduced: '2.4.50' }, { fixed: '2.4.51' }]),
    [
      ['2.4.50', 'of neighbors that share a bound, the second holds it', affected({ fixedVersions: ['2.4.51'] })],
      ['2.4.49', 'the fix of the first neighbor is no fix', affected({ fixedVersions: ['2.4.51'] })],
      ['2.4.51', 'the last neighbor ends', notAffected()],
    ],
  ),
  checkVersions(LIB, about([{ introduced: '1.0.0' }, { fixed: '1.0.0' }]), [
    ['1.0.0', 'what is fixed where it begins is empty', notAffected()],
    ['1.0.1', 'an empty window affects nothing behind it', notAffected()],
    ['0.9.0', 'an empty window affects nothing before it', notAffected()],
  ]),
  checkVersions(LIB, about(fixedIn('0')), [['1.0.0', 'what is fixed in zero was never affected', notAffected()]]),
  checkVersions(LIB, about(between('2.0.0', '1.0.0')), [
    ['1.3.0', 'a beginning above its fix is a contradiction', cannotAssess('contradictory-range')],
    ['2.3.0', 'a contradiction says nothing about newer versions either', cannotAssess('contradictory-range')],
  ]),
  check(
    'a contradiction does not take away a listed version',
    `${LIB}@1.3.0`,
    about(between('2.0.0', '1.0.0'), { versions: ['1.3.0'] }),
    affected(),
  ),
  checkVersions(
    LIB,
    about([{ introduced: '1.0.0' }, { introduced: '1.2.0' }, { fixed: '1.5.0' }, { fixed: '1.6.0' }]),
    [
      ['1.1.0', 'a second beginning inside of a window is nothing', affected()],
      ['1.5.5', 'a second fix behind a window is nothing', notAffected()],
    ],
  ),
  checkVersions(LIB, about(upTo('1.4.0')), [
    ['1.4.0', 'the last affected version is affected', affected({ fixedVersions: [], fixState: 'unknown' })],
    ['1.4.1', 'behind the last affected version nothing is', notAffected()],
  ]),
  checkVersions(LIB, about([{ introduced: '1.0.0' }, { last_affected: '1.4.0' }, { fixed: '1.5.0' }]), [
    ['1.4.0', 'a fix beside the last affected version is the fix', affected({ fixedVersions: ['1.5.0'] })],
    ['1.4.1', 'between the last affected version and the fix nothing is affected', notAffected()],
  ]),
  checkVersions(LIB, about([{ introduced: '1.0.0' }, { limit: '2.0.0' }]), [
    ['1.9.9', 'below the limit of a range its window holds', affected()],
    ['2.0.0', 'from the limit on a range says nothing', notAffected()],
  ]),
  checkVersions(LIB, about([{ introduced: '1.0.0' }, { limit: '2.0.0' }, { limit: '3.0.0' }]), [
    ['2.5.0', 'below one of several limits is enough', affected()],
    ['3.0.0', 'below none of several limits is outside', notAffected()],
  ]),
  check(
    'a limit above a fix changes nothing',
    `${LIB}@1.6.0`,
    about([{ introduced: '1.0.0' }, { fixed: '1.5.0' }, { limit: '2.0.0' }]),
    notAffected(),
  ),
  checkVersions(LIB, about([{ fixed: '1.0.0' }, { introduced: '2.0.0' }, { fixed: '3.0.0' }]), [
    ['2.5.0', 'an end before the first beginning is nothing, and the window behind it holds', affected()],
    ['1.5.0', 'between an early end and the first beginning nothing is affected', notAffected()],
  ]),
  check(
    'an end without any beginning is no range',
    `${LIB}@0.5.0`,
    about([{ fixed: '1.0.0' }]),
    cannotAssess('contradictory-range'),
  ),
  check(
    'beside a contradiction another range counts',
    `${LIB}@1.3.0`,
    about([between('2.0.0', '1.0.0'), between('1.0.0', '1.5.0')]),
    affected(),
  ),
  check('an asterisk is no limit', `${LIB}@99.0.0`, about([{ introduced: '1.0.0' }, { limit: '*' }]), affected()),
  check(
    'an open window that begins later spares what came before',
    `${LIB}@0.9.0`,
    about(since('1.0.0')),
    notAffected(),
  ),

  checkVersions(LIB, about(between('1.0.0', '2.0.0'), { versions: ['3.0.0'] }), [
    ['3.0.0', 'a listed version outside of the range is affected', affected()],
    ['1.5.0', 'a version in the range that is not listed is affected', affected()],
    ['v3.0.0', 'a leading v does not hide a listed version', affected()],
    ['3.0', 'a listed version is found by its meaning', affected()],
    ['3.0.1', 'neither listed nor in the range is not affected', notAffected()],
  ]),
  check('one of five thousand listed versions is found', `${LIB}@1.4999.0`, MANY_VERSIONS, affected()),
  check('the version after five thousand listed ones is not affected', `${LIB}@1.5000.0`, MANY_VERSIONS, notAffected()),
  check(
    'the last of three thousand windows is found',
    `${LIB}@2999.5.0`,
    MANY_WINDOWS,
    affected({ fixedVersions: ['2999.9.0'] }),
  ),
  check('between two of three thousand windows nothing is affected', `${LIB}@1500.9.5`, MANY_WINDOWS, notAffected()),
  check(
    'an entry without ranges and versions cannot be assessed',
    `${LIB}@1.0.0`,
    about([]),
    cannotAssess('record-without-versions'),
  ),

  checkVersions(LIB, about(fixedIn('2.0.0'), { versions: ['nightly'] }), [
    ['nightly', 'a text that is no version is affected when it is listed', affected()],
    ['nightly-2', 'a text that is no version cannot be assessed', cannotAssess('unparsable-version')],
  ]),
  check(
    'a text that is no version is among all versions',
    `${LIB}@nightly`,
    about(ALWAYS),
    affected({ confidence: 'medium' }),
  ),
  check(
    'a text that is no version may be outside of an open window',
    `${LIB}@nightly`,
    about(since('1.0.0')),
    cannotAssess('unparsable-version'),
  ),
  check(
    'a bound that is no version cannot be assessed',
    `${LIB}@1.0.0`,
    about(fixedIn('next release')),
    cannotAssess('unparsable-bound'),
  ),
  check(
    'beside a bound that is no version another range counts',
    `${LIB}@1.3.0`,
    about([fixedIn('next release'), between('1.0.0', '2.0.0')]),
    affected(),
  ),
  check(
    'outside of the range that can be read the other one is still open',
    `${LIB}@2.0.0`,
    about([fixedIn('next release'), between('1.0.0', '2.0.0')]),
    cannotAssess('unparsable-bound'),
  ),
  check(
    'beside a bound that is no version a list counts',
    `${LIB}@1.3.0`,
    about(fixedIn('next release'), { versions: ['1.3.0'] }),
    affected(),
  ),
);

const LAST_KNOWN = { database_specific: { last_known_affected_version_range: '<= 1.4.0' } };
const LAST_KNOWN_BELOW = { database_specific: { last_known_affected_version_range: '< 1.4.0' } };

export const lastKnownCases = casesOf(
  'npm',
  checkVersions(LIB, about(ALWAYS, LAST_KNOWN), [
    [
      '1.4.0',
      'an open range ends with the last known affected version',
      affected({ confidence: 'medium', fixedVersions: [], fixState: 'not_fixed' }),
    ],
    ['1.4.1', 'behind the last known affected version nothing is affected', notAffected({ confidence: 'medium' })],
  ]),
  checkVersions(LIB, about(ALWAYS, LAST_KNOWN_BELOW), [
    ['1.3.9', 'the last known affected version may be a limit', affected({ confidence: 'medium' })],
    ['1.4.0', 'the limit itself is not affected', notAffected()],
  ]),
  check(
    'beside a fix the last known affected version says nothing',
    `${LIB}@1.4.5`,
    about(fixedIn('1.5.0'), LAST_KNOWN),
    affected({ confidence: 'high', fixedVersions: ['1.5.0'] }),
  ),
  check(
    'babel-traverse has no fix, and its last known affected version is the one of its successor',
    'pkg:npm/babel-traverse@6.26.0',
    record(
      'CVE-2023-45133',
      entry('npm', 'babel-traverse', ALWAYS, { database_specific: { last_known_affected_version_range: '< 7.23.2' } }),
    ),
    affected({ confidence: 'medium', fixState: 'not_fixed' }),
  ),
  check(
    'other hints of a database about ranges are no bounds',
    `${LIB}@1.9.0`,
    about(ALWAYS, { database_specific: { affected_versions: '<= 1.4.0', 'cpe-range': '<= 1.4.0' } }),
    affected({ confidence: 'high' }),
  ),
);
