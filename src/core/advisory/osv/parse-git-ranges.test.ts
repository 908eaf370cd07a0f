import { describe, expect, it } from 'vitest';
import { anAffected, anOsvRecord, readAdvisory } from '../../../../test/support/advisories.ts';
import { describeWindow } from '../../versions/version-window.ts';
import type { AffectedEntry } from '../advisory.ts';
import { matchProjection } from '../entries.ts';
import { parseOsvRecord } from './parse-osv-record.ts';

// CVE-2024-7264 as converted from the CVE, and OSV-2018-109.
const INTRODUCED = '70812c2f32fc5734bcbbe572b9f61c380433ad6a';
const FIXED = '27959ecce75cdb2809c0bdb3286e60e08fadb519';
const RELEASED = '83bedbd730d62b83744cc26fa0433d3f6e2e4cd6';
const CURL = {
  type: 'GIT',
  repo: 'https://github.com/curl/curl',
  events: [{ introduced: INTRODUCED }, { fixed: RELEASED }, { fixed: FIXED }],
};
const BOUNDS = { database_specific: { versions: [{ introduced: '7.32.0' }, { fixed: '8.9.1' }] } };

describe('an entry without a package', () => {
  it('is an entry of its repository, with the commits as facts', () => {
    expect(read({ ranges: [CURL], versions: ['curl-8_9_0'] })).toEqual([
      {
        family: 'GIT',
        release: '',
        name: 'github.com/curl/curl',
        scheme: 'cpe',
        windows: [],
        versions: ['curl-8_9_0'],
        problems: ['git-only'],
        lastKnownAffected: undefined,
        urgency: undefined,
        commits: { introduced: [INTRODUCED], fixed: [FIXED, RELEASED], lastAffected: [] },
      },
    ]);
  });

  it('is read from the directories GIT and OSS-Fuzz, whose packages are repositories', () => {
    const names = ['GIT', 'OSS-Fuzz'].map((ecosystem) => ({ package: { ecosystem, name: 'curl' }, ranges: [CURL] }));

    expect(names.flatMap((affected) => read(affected)).map(({ name }) => name)).toEqual([
      'github.com/curl/curl',
      'github.com/curl/curl',
    ]);
  });

  it.each([
    ['the versions of a converted CVE', [{ ...CURL, ...BOUNDS }], ['>= 7.32.0, < 8.9.1'], []],
    [
      'a SEMVER range beside the commits',
      [CURL, { type: 'SEMVER', events: [{ introduced: '7.32.0' }, { fixed: '8.9.1' }] }],
      ['>= 7.32.0, < 8.9.1'],
      [],
    ],
    ['versions of only one of two ranges', [{ ...CURL, ...BOUNDS }, CURL], ['>= 7.32.0, < 8.9.1'], ['git-only']],
    [
      'bounds that are tags',
      [{ ...CURL, database_specific: { versions: [{ introduced: '0' }, { fixed: 'curl-8_9_1' }] } }],
      ['< 8.9.1'],
      [],
    ],
    [
      'a bound that is no version',
      [{ ...CURL, database_specific: { versions: [{ introduced: '0' }, { fixed: 'next' }] } }],
      [],
      ['unparsable-bound'],
    ],
  ])('has the windows of %s', (_case, ranges, windows, problems) => {
    const [entry] = read({ ranges });

    expect(entry?.windows.map(describeWindow)).toEqual(windows);
    expect(entry?.problems).toEqual(problems);
  });

  it('is one entry per repository, with the ranges of each', () => {
    const other = { ...CURL, repo: 'git@github.com:acme/fork.git', events: [{ introduced: '0' }] };
    const entries = read({ ranges: [CURL, other, { ...CURL, repo: 'https://GitHub.com/curl/curl.git' }] });

    expect(entries.map(({ name, commits }) => [name, commits?.introduced, commits?.hasOpen])).toEqual([
      ['github.com/curl/curl', [INTRODUCED], undefined],
      ['github.com/acme/fork', ['0'], true],
    ]);
  });

  it('keeps only full commits', () => {
    const events = [{ introduced: 'abc' }, { fixed: FIXED.toUpperCase() }, { last_affected: '1.0' }, { fixed: 7 }];

    expect(read({ ranges: [{ ...CURL, events }] })[0]?.commits).toEqual({
      introduced: [],
      fixed: [FIXED],
      lastAffected: [],
    });
  });

  it.each([
    ['no repository', [{ ...CURL, repo: undefined }]],
    ['the address of no repository', [{ ...CURL, repo: 'https://github.com/../..' }]],
    ['no ranges', []],
    ['ranges of another type', [{ type: 'SEMVER', events: [{ introduced: '0' }] }]],
  ])('is skipped and counted with %s', (_case, ranges) => {
    const { affected, entriesSkipped } = readAdvisory(anOsvRecord({ affected: [{ ranges }] }));

    expect(affected).toEqual([]);
    expect(entriesSkipped).toBe(1);
  });

  it('ignores events of wrong types', () => {
    const hostile: readonly unknown[] = [
      null,
      1,
      'x',
      [],
      {},
      { introduced: {} },
      { ['__proto__']: '1' },
      { constructor: 'x' },
    ];

    expect(read({ ranges: [{ ...CURL, events: [...hostile, ...CURL.events] }] })).toEqual(read({ ranges: [CURL] }));
  });

  it.each([
    ['events', [{ ...CURL, events: Array.from({ length: 100_000 }, () => ({ introduced: INTRODUCED })) }]],
    ['ranges', Array.from({ length: 100_000 }, (_, n) => ({ ...CURL, repo: `${CURL.repo}${n}` }))],
  ])('is rejected with its record if it has too many %s', (what, ranges) => {
    expect(parseOsvRecord(anOsvRecord({ affected: [{ ranges }] }))).toEqual({
      problem: expect.stringMatching(new RegExp(`^The record has more than [0-9]+ ${what}\\.$`)) as string,
    });
  });

  it('is hashed without regard to the order of ranges and events', () => {
    const ranges = [
      { ...CURL, ...BOUNDS },
      { ...CURL, events: CURL.events.toReversed() },
    ];
    const projection = (list: readonly object[]): string =>
      matchProjection(readAdvisory(anOsvRecord({ affected: [{ ranges: list, versions: ['a', 'b'] }] })));

    expect(projection(ranges)).toBe(projection(ranges.toReversed()));
  });
});

it('leaves the commits of a package beside its versions unused', () => {
  const [entry] = readAdvisory(
    anOsvRecord({ affected: [anAffected({ ranges: [CURL, { type: 'SEMVER', events: [{ introduced: '0' }] }] })] }),
  ).affected;

  expect(entry).toMatchObject({ family: 'npm', problems: [] });
  expect(entry?.commits).toBeUndefined();
});

function read(affected: object): readonly AffectedEntry[] {
  return readAdvisory(anOsvRecord({ id: 'CVE-2024-7264', affected: [affected] })).affected;
}
