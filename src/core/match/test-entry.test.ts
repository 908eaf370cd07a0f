/** The test of one entry, case by case: the order of checks, the outcome if a check is not possible, and the description. */
import { describe, expect, it } from 'vitest';
import { anAffected, anOsvRecord, readAdvisory } from '../../../test/support/advisories.ts';
import type { AffectedEntry } from '../advisory/advisory.ts';
import { schemeFor } from '../versions/schemes/scheme-for.ts';
import type { EntryOutcome } from './match.ts';
import { createEntryTest, describeEntry } from './test-entry.ts';

const ALL = [{ introduced: '0' }];
const FIXED = [{ introduced: '1.0.0' }, { fixed: '1.5.0' }];
const LAST = [{ introduced: '1.0.0' }, { last_affected: '1.5.0' }];
const TWO = [...FIXED, { introduced: '2.0.0' }, { fixed: '2.5.0' }];
const UNREADABLE = [{ introduced: '0' }, { fixed: 'next one' }];
const SWAPPED = [{ introduced: '2.0.0' }, { fixed: '1.0.0' }];

type Members = Parameters<typeof anAffected>[0];
const semver = (events: object): object => ({ type: 'SEMVER', events });
const GIT = { type: 'GIT', repo: 'https://example.com/x', events: [{ introduced: '0' }, { fixed: 'abc' }] };

describe('createEntryTest', () => {
  it.each<[string, Members, string, string]>([
    ['inside of a window', { events: FIXED }, '1.4.9', 'affected >= 1.0.0, < 1.5.0'],
    ['at its beginning', { events: FIXED }, '1.0.0', 'affected >= 1.0.0, < 1.5.0'],
    ['before its beginning', { events: FIXED }, '1.0.0-rc.1', 'not_affected'],
    ['at the fix', { events: FIXED }, '1.5.0', 'not_affected'],
    ['at the last affected version', { events: LAST }, '1.5.0', 'affected >= 1.0.0, <= 1.5.0'],
    ['behind the last affected version', { events: LAST }, '1.5.1', 'not_affected'],
    ['in the second window', { events: TWO }, '2.4.9', 'affected >= 2.0.0, < 2.5.0'],
    ['between two windows', { events: TWO }, '1.9.9', 'not_affected'],
    ['in a window without bounds', { events: ALL }, '0.0.0-alpha', 'affected all versions'],
    ['that was never affected', { events: [{ introduced: '0' }, { fixed: '0' }] }, '1.0.0', 'not_affected'],
    ['at a limit', { events: [...ALL, { limit: '2.0.0' }] }, '2.0.0', 'not_affected'],
    ['below a limit', { events: [...ALL, { limit: '2.0.0' }] }, '1.9.9', 'affected < 2.0.0'],
    ['behind commits', { ranges: [GIT, semver(FIXED)] }, '1.2.0', 'affected >= 1.0.0, < 1.5.0'],
    ['before commits', { ranges: [semver(FIXED), GIT] }, '1.2.0', 'affected >= 1.0.0, < 1.5.0'],
    ['beside commits, outside', { ranges: [GIT, semver(FIXED)] }, '1.5.0', 'not_affected'],
  ])('tests a version %s', (_case, members, version, expected) => {
    expect(said(members, version)).toBe(expected);
  });

  it.each<[string, Members, string, string]>([
    ['listed, and outside of the range', { events: FIXED, versions: ['3.0.0'] }, '3.0.0', 'affected listed: 3.0.0'],
    ['in the range, and not listed', { events: FIXED, versions: ['3.0.0'] }, '1.2.0', 'affected >= 1.0.0, < 1.5.0'],
    ['in neither', { events: FIXED, versions: ['3.0.0'] }, '3.0.1', 'not_affected'],
    ['listed in another spelling', { ranges: [], versions: ['v1.0'] }, '1.0.0', 'affected listed: 1.0.0'],
    ['not listed, and there is no range', { ranges: [], versions: ['1.0.0'] }, '1.0.1', 'not_affected'],
    ['listed beside commits', { ranges: [GIT], versions: ['1.0.0'] }, '1.0.0', 'affected listed: 1.0.0'],
    ['not listed beside commits', { ranges: [GIT], versions: ['1.0.0'] }, '1.0.1', 'cannot_assess git-only'],
  ])('tests a version that is %s', (_case, members, version, expected) => {
    expect(said(members, version)).toBe(expected);
  });

  it.each<[string, Members, string, string]>([
    ['an invalid bound', { events: UNREADABLE }, '1.0.0', 'cannot_assess unparsable-bound'],
    ['a beginning above its end', { events: SWAPPED }, '1.5.0', 'cannot_assess contradictory-range'],
    ['no range and no version', { ranges: [] }, '1.0.0', 'cannot_assess record-without-versions'],
    ['commits only', { ranges: [GIT] }, '1.0.0', 'cannot_assess git-only'],
    [
      'such a range beside a good one',
      { ranges: [semver(UNREADABLE), semver(FIXED)] },
      '1.2.0',
      'affected >= 1.0.0, < 1.5.0',
    ],
    [
      'the same, outside of the good one',
      { ranges: [semver(FIXED), semver(SWAPPED)] },
      '3.0.0',
      'cannot_assess contradictory-range',
    ],
    ['such a range beside a list', { events: UNREADABLE, versions: ['1.0.0'] }, '1.0.0', 'affected listed: 1.0.0'],
  ])('tests a record with %s', (_case, members, version, expected) => {
    expect(said(members, version)).toBe(expected);
  });

  it.each<[string, Members, string]>([
    ['covered by all versions', { events: ALL }, 'affected all versions (unparsable-version)'],
    ['an end', { events: FIXED }, 'cannot_assess unparsable-version'],
    ['a beginning', { events: [{ introduced: '1.0.0' }] }, 'cannot_assess unparsable-version'],
    ['listed', { events: FIXED, versions: ['nightly'] }, 'affected listed: nightly'],
    [
      'all versions and a last known one',
      { events: ALL, ...lastKnown('<= 1.5.0') },
      'cannot_assess unparsable-version',
    ],
    ['unreadable on both sides', { events: UNREADABLE }, 'cannot_assess unparsable-version'],
  ])('tests a text that is not a version against %s', (_case, members, expected) => {
    expect(said(members, 'nightly')).toBe(expected);
  });

  it.each<[string, Members, string, string]>([
    ['below it', { events: ALL, ...lastKnown('<= 1.5.0') }, '1.4.0', 'affected all versions (last-known-bound)'],
    ['at it', { events: ALL, ...lastKnown('<= 1.5.0') }, '1.5.0', 'affected all versions (last-known-bound)'],
    ['behind it', { events: ALL, ...lastKnown('<= 1.5.0') }, '1.5.1', 'not_affected (last-known-bound)'],
    ['at one that is excluded', { events: ALL, ...lastKnown('< 1.5.0') }, '1.5.0', 'not_affected (last-known-bound)'],
    [
      'behind it, although the list was made from all versions',
      { events: ALL, ...lastKnown('<= 1.5.0'), versions: ['1.5.0', '1.6.0'] },
      '1.6.0',
      'not_affected (last-known-bound)',
    ],
    [
      'below it and listed',
      { events: ALL, ...lastKnown('<= 1.5.0'), versions: ['1.4.0'] },
      '1.4.0',
      'affected listed: 1.4.0',
    ],
    [
      'in its own window with an end',
      { events: [...LAST, { introduced: '2.0.0' }], ...lastKnown('<= 2.5.0') },
      '1.2.0',
      'affected >= 1.0.0, <= 1.5.0',
    ],
    [
      'next to a fix, where it has no effect',
      { events: FIXED, ...lastKnown('<= 1.2.0') },
      '1.4.0',
      'affected >= 1.0.0, < 1.5.0',
    ],
    ['that cannot be read', { events: ALL, ...lastKnown('<= x') }, '9.0.0', 'affected all versions (last-known-bound)'],
  ])('tests a last known affected version, %s', (_case, members, version, expected) => {
    expect(said(members, version)).toBe(expected);
  });

  it.each<[string, Members, string, string]>([
    ['without versions', { events: ALL }, '1.0.0', 'affected all versions'],
    ['and the version is listed', { events: ALL, versions: ['1.0.0'] }, '1.0.0', 'affected listed: 1.0.0'],
    [
      'and another version is listed',
      { events: ALL, versions: ['1.0.0'] },
      '1.0.1',
      'affected all versions (malicious-name)',
    ],
    [
      'and the version is invalid',
      { events: ALL, versions: ['1.0.0'] },
      'nightly',
      'affected all versions (unparsable-version, malicious-name)',
    ],
  ])('tests malware in all versions, %s', (_case, members, version, expected) => {
    expect(said(members, version, 'MAL-2024-1')).toBe(expected);
  });

  it.each<[string, Members, string, string]>([
    // MAL-2024-11183: @solana/web3.js >= 1.95.6, < 1.95.8.
    ['in a window with an end', { events: FIXED, versions: ['3.0.0'] }, '1.2.0', 'affected >= 1.0.0, < 1.5.0'],
    ['outside of a window with an end', { events: FIXED }, '1.5.0', 'not_affected'],
    [
      'in a window with an end, next to one without',
      { events: [...FIXED, { introduced: '2.0.0' }], versions: ['2.0.0'] },
      '1.2.0',
      'affected >= 1.0.0, < 1.5.0',
    ],
    [
      'before a window that does not end',
      { events: [{ introduced: '2.0.0' }], versions: ['2.0.0'] },
      '1.0.0',
      'not_affected',
    ],
    ['that is listed alone', { ranges: [], versions: ['1.0.0'] }, '1.0.0', 'affected listed: 1.0.0'],
    ['that is not listed', { ranges: [], versions: ['1.0.0'] }, '1.0.1', 'not_affected'],
  ])('tests malware %s', (_case, members, version, expected) => {
    expect(said(members, version, 'MAL-2024-1')).toBe(expected);
  });

  it.each<[string, Members, string, string]>([
    ['the version', { events: FIXED }, '1.2.3.4', 'affected >= 1.0.0, < 1.5.0 (nonconforming-version)'],
    ['a bound', { events: [...ALL, { fixed: '1.5.0.1' }] }, '1.2.0', 'affected < 1.5.0.1 (nonconforming-version)'],
    ['both, once', { events: [...ALL, { fixed: '1.5.0.1' }] }, '1.2.3.4', 'affected < 1.5.0.1 (nonconforming-version)'],
    ['neither, because it is listed', { events: FIXED, versions: ['1.2.3.4'] }, '1.2.3.4', 'affected listed: 1.2.3.4'],
  ])('reports an assumed order because of %s', (_case, members, version, expected) => {
    expect(said(members, version)).toBe(expected);
  });

  it('uses the order of the entry, unless another one is passed', () => {
    const candidate = { entry: entryOf({ events: FIXED }), class: 'vulnerability' } as const;
    const test = createEntryTest();

    expect(test(candidate, '1.5.0-rc.1').outcome).toBe('affected');
    expect(test(candidate, '1.5.0-rc.1', schemeFor('bitnami')).outcome).toBe('affected');
    expect(test(candidate, '1.5.0-1').outcome).toBe('affected');
    expect(test(candidate, '1.5.0-1', schemeFor('bitnami')).outcome).toBe('not_affected');
    expect(test(candidate, '1.5.0-1').outcome).toBe('affected');
  });

  it.each(['9'.repeat(256), '1'.repeat(30), '0', '00.01.000', '', '.'.repeat(256), '-'.repeat(256), '1.'.repeat(128)])(
    'returns an outcome for %j in every scheme',
    (version) => {
      for (const ecosystem of [
        'npm',
        'PyPI',
        'Maven',
        'Go',
        'RubyGems',
        'NuGet',
        'Packagist',
        'CRAN',
        'Hackage',
        'Pub',
      ])
        expect(said({ ecosystem, events: FIXED, versions: ['1.2.0'] }, version)).not.toBe('');
    },
  );
});

describe('describeEntry', () => {
  it.each<[Members, string]>([
    [{ events: TWO }, '>= 1.0.0, < 1.5.0; >= 2.0.0, < 2.5.0'],
    [{ events: ALL }, 'all versions'],
    [{ ranges: [] }, 'no version'],
    [{ ranges: [], versions: ['1.0.0'] }, '1 listed version'],
    [{ events: FIXED, versions: ['1.0.0', '1.1.0'] }, '>= 1.0.0, < 1.5.0; 2 listed versions'],
    [{ events: ALL, ...lastKnown('<= 1.5.0') }, 'all versions; last known affected <= 1.5.0'],
    [{ events: manyWindows(7) }, `${windowsInWords(5)}; 2 more ranges`],
    [{ ecosystem: 'Go', events: ALL, ...custom([{ introduced: '0' }, { fixed: '2.2.0' }]) }, '< 2.2.0'],
  ])('describes %j as %s', (members, words) => {
    expect(describeEntry(entryOf(members))).toBe(words);
  });
});

function lastKnown(range: string): object {
  return { database_specific: { last_known_affected_version_range: range } };
}

function custom(events: object): object {
  return { ecosystem_specific: { custom_ranges: [{ type: 'ECOSYSTEM', events }] } };
}

function manyWindows(count: number): Record<string, string>[] {
  return Array.from({ length: count }, (_, at) => [{ introduced: `${at}.1.0` }, { fixed: `${at}.2.0` }]).flat();
}

function windowsInWords(count: number): string {
  return Array.from({ length: count }, (_, at) => `>= ${at}.1.0, < ${at}.2.0`).join('; ');
}

function entryOf(members: Members, id = 'GHSA-1'): AffectedEntry {
  const [entry] = readAdvisory(anOsvRecord({ id, affected: [anAffected(members)] })).affected;
  if (entry === undefined) throw new Error('The record has an entry.');
  return entry;
}

/** Returns the outcome in one line: `affected >= 1.0.0, < 1.5.0 (nonconforming-version)`. */
function said(members: Members, version: string, id = 'GHSA-1'): string {
  const recordClass = id.startsWith('MAL-') ? 'malicious' : 'vulnerability';
  const outcome: EntryOutcome = createEntryTest()({ entry: entryOf(members, id), class: recordClass }, version);
  const words = [outcome.outcome, outcome.range, outcome.reason].filter((word) => word !== undefined);
  if (outcome.assumptions.length > 0) words.push(`(${outcome.assumptions.join(', ')})`);
  return words.join(' ');
}
