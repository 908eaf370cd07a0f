/** The rules of OSV ranges and records: one record, one package version, one result. */
import { describe, expect, it } from 'vitest';
import {
  anAffected,
  anOsvRecord,
  indexAdvisories,
  findMatches,
  matchRecords,
  readAdvisory,
} from '../../../test/support/advisories.ts';
import type { PackageMatch } from './match.ts';
import { findUnassessedReason, matchPackage } from './match-package.ts';
import { identifyPackage } from './identify-package.ts';

type Events = readonly Record<string, string>[];

const IN_ORDER: Events = [{ introduced: '1.0.0' }, { fixed: '1.5.0' }, { introduced: '2.0.0' }, { fixed: '2.5.0' }];

describe('ranges', () => {
  it.each<[string, Events, readonly string[], readonly string[]]>([
    ['cover all versions without an end', [{ introduced: '0' }], ['0.0.1', '1.0.0', '99.0.0', '0.0.0-alpha'], []],
    [
      'end before the fixed version',
      [{ introduced: '0' }, { fixed: '1.5.0' }],
      ['1.4.9', '1.5.0-rc.1'],
      ['1.5.0', '1.5.1'],
    ],
    ['include the last affected version', [{ introduced: '0' }, { last_affected: '1.5.0' }], ['1.5.0'], ['1.5.1']],
    ['can have two windows', IN_ORDER, ['1.0.0', '1.4.9', '2.4.9'], ['0.9.0', '1.5.0', '1.9.9', '2.5.0']],
    [
      'can have unsorted events',
      IN_ORDER.toReversed(),
      ['1.0.0', '1.4.9', '2.4.9'],
      ['0.9.0', '1.5.0', '1.9.9', '2.5.0'],
    ],
    ['can have repeated events', [...IN_ORDER, ...IN_ORDER], ['1.0.0', '2.4.9'], ['1.5.0', '2.5.0']],
    [
      'can be adjacent',
      [{ introduced: '2.4.49' }, { fixed: '2.4.50' }, { introduced: '2.4.50' }, { fixed: '2.4.51' }],
      ['2.4.49', '2.4.50'],
      ['2.4.48', '2.4.51'],
    ],
    [
      'are empty with a fix at the introduction',
      [{ introduced: '1.0.0' }, { fixed: '1.0.0' }],
      [],
      ['0.9.0', '1.0.0', '1.0.1'],
    ],
    ['are empty from 0 to 0', [{ introduced: '0' }, { fixed: '0' }], [], ['0.0.1', '1.0.0']],
    ['end at a limit', [{ introduced: '1.0.0' }, { limit: '2.0.0' }], ['1.9.9'], ['2.0.0', '3.0.0']],
    [
      'end at the highest of several limits',
      [{ introduced: '1.0.0' }, { limit: '2.0.0' }, { limit: '3.0.0' }],
      ['2.9.9'],
      ['3.0.0'],
    ],
    ['ignore the limit *', [{ introduced: '1.0.0' }, { limit: '*' }], ['99.0.0'], ['0.9.0']],
    [
      'end at the last affected version, even with a later fix',
      [{ introduced: '1.0.0' }, { last_affected: '1.4.0' }, { fixed: '1.5.0' }],
      ['1.4.0'],
      ['1.4.1', '1.5.0'],
    ],
  ])('%s', (_case, events, affected, notAffected) => {
    const record = anOsvRecord({ affected: [anAffected({ events })] });

    for (const version of affected) expect([version, stateOf(version, record)]).toEqual([version, 'affected']);
    for (const version of notAffected) expect([version, stateOf(version, record)]).toEqual([version, undefined]);
  });

  it('give the same result for windows in one range, in several ranges and in several entries', () => {
    const range = (from: number): object => ({ type: 'SEMVER', events: IN_ORDER.slice(from, from + 2) });
    const forms = [
      [anAffected({ events: IN_ORDER })],
      [anAffected({ ranges: [range(2), range(0)] })],
      [anAffected({ events: IN_ORDER.slice(2) }), anAffected({ events: IN_ORDER.slice(0, 2) })],
    ];

    for (const version of ['0.9.0', '1.2.0', '1.5.0', '2.2.0', '2.5.0']) {
      const answers = forms.map((affected) => matchRecords(`pkg:npm/left-pad@${version}`, anOsvRecord({ affected })));
      expect(new Set(answers.map((matches) => JSON.stringify(matches.map(({ state }) => state)))).size).toBe(1);
    }
  });

  it.each([
    ['an introduction above the fix', { events: [{ introduced: '2.0.0' }, { fixed: '1.0.0' }] }, 'contradictory-range'],
    ['an invalid bound', { events: [{ introduced: '0' }, { fixed: 'next release' }] }, 'unparsable-bound'],
    ['neither ranges nor versions', { ranges: [] }, 'record-without-versions'],
    ['nothing but commits', { type: 'GIT' }, 'git-only'],
  ])('cannot be assessed with %s', (_case, members, reason) => {
    const [match] = matchRecords('pkg:npm/left-pad@1.3.0', anOsvRecord({ affected: [anAffected(members)] }));

    expect(match).toMatchObject({ state: 'cannot_assess', evidence: [{ outcome: 'cannot_assess', reason }] });
  });

  it('match a version in a valid range beside an invalid one', () => {
    const bad = { type: 'SEMVER', events: [{ introduced: 'x y' }] };
    const good = { type: 'SEMVER', events: [{ introduced: '1.0.0' }, { fixed: '2.0.0' }] };
    const record = anOsvRecord({ affected: [anAffected({ ranges: [bad, good] })] });

    expect(stateOf('1.3.0', record)).toBe('affected');
    expect(stateOf('2.0.0', record)).toBe('cannot_assess');
  });
});

describe('listed versions', () => {
  const LISTED = anOsvRecord({
    affected: [anAffected({ versions: ['3.0.0'], events: [{ introduced: '1.0.0' }, { fixed: '2.0.0' }] })],
  });

  it.each([
    ['3.0.0', 'affected'],
    ['v3.0.0', 'affected'],
    ['3.0', 'affected'],
    ['1.5.0', 'affected'],
    ['3.0.1', undefined],
  ])('are an alternative to a range: %s is %s', (version, state) => {
    expect(stateOf(version, LISTED)).toBe(state);
  });

  it.each([
    ['PyPI', 'pkg:pypi/left-pad@', '1.0', '1.0.0'],
    ['PyPI', 'pkg:pypi/left-pad@', '1.0.post1', '1.0-1'],
    ['PyPI', 'pkg:pypi/left-pad@', '1.0', '1.0%2Bcpu'],
    ['Maven', 'pkg:maven/a/b@', '5.3.18.RELEASE', '5.3.18'],
    ['Maven', 'pkg:maven/a/b@', '1.0-rc1', '1.0-CR1'],
  ])('of %s are compared by their scheme: %s%s listed, %s installed', (ecosystem, purl, listed, installed) => {
    const name = ecosystem === 'Maven' ? 'a:b' : 'left-pad';
    const record = anOsvRecord({ affected: [anAffected({ ecosystem, name, ranges: [], versions: [listed] })] });

    expect(matchRecords(`${purl}${installed}`, record)).toMatchObject([{ state: 'affected', confidence: 'high' }]);
  });

  it('are found among five thousand', () => {
    const versions = Array.from({ length: 5_000 }, (_, index) => `1.${index}.0`);
    const record = anOsvRecord({ affected: [anAffected({ ranges: [], versions })] });

    expect(stateOf('1.4999.0', record)).toBe('affected');
    expect(stateOf('1.5000.0', record)).toBeUndefined();
  });

  it('match a local build of a PyPI version at the last affected one', () => {
    const events = [{ introduced: '0' }, { last_affected: '1.0' }];
    const record = anOsvRecord({ affected: [anAffected({ ecosystem: 'PyPI', events })] });

    expect(matchRecords('pkg:pypi/left-pad@1.0%2Bcpu', record)).toMatchObject([{ state: 'affected' }]);
    expect(matchRecords('pkg:pypi/left-pad@1.0.post1', record)).toEqual([]);
  });
});

describe('versions that cannot be parsed', () => {
  it.each([
    ['are affected by a record for all versions', { events: [{ introduced: '0' }] }, 'affected', 'medium'],
    ['are affected if they are listed', { versions: ['latest-build'] }, 'affected', 'high'],
    ['cannot be assessed with a range', { events: [{ introduced: '0' }, { fixed: '2.0.0' }] }, 'cannot_assess', 'high'],
    ['cannot be assessed with an open window', { events: [{ introduced: '1.0.0' }] }, 'cannot_assess', 'high'],
  ])('%s', (_case, members, state, confidence) => {
    const [match] = matchRecords('pkg:npm/left-pad@latest-build', anOsvRecord({ affected: [anAffected(members)] }));

    expect(match).toMatchObject({ state, confidence });
  });

  it('are reported as the reason', () => {
    const [match] = matchRecords('pkg:npm/left-pad@latest-build', anOsvRecord());

    expect(match?.evidence[0]?.reason).toBe('unparsable-version');
  });

  it.each(['9'.repeat(200), '1'.repeat(256), '0', '00.01.0', '.'.repeat(250)])('never throw: %s', (version) => {
    expect(() => matchRecords(`pkg:npm/left-pad@${version}`, anOsvRecord())).not.toThrow();
  });

  it.each([
    ['1!2.0', 'not affected: the epoch counts', undefined],
    ['0.9-stable', 'legacy text is below everything', 'affected'],
  ])('of PyPI: %s, %s', (version, _why, state) => {
    const events = [{ introduced: '0' }, { fixed: '2.0' }];
    const matches = matchRecords(
      `pkg:pypi/left-pad@${version}`,
      anOsvRecord({ affected: [anAffected({ ecosystem: 'PyPI', events })] }),
    );

    expect(matches[0]?.state).toBe(state);
    if (state === 'affected') expect(matches[0]).toMatchObject({ confidence: 'low', assumptions: ['legacy-version'] });
  });
});

describe('an open window with a last known affected version', () => {
  const record = (range: string, versions: readonly string[] = []): object =>
    anOsvRecord({
      affected: [
        anAffected({
          events: [{ introduced: '0' }],
          versions,
          database_specific: { last_known_affected_version_range: range },
        }),
      ],
    });

  it.each([
    ['<= 1.4.0', '1.4.0', 'affected', 'medium'],
    ['<= 1.4.0', '1.4.1', 'not_affected', 'medium'],
    ['< 1.4.0', '1.3.9', 'affected', 'medium'],
    ['< 1.4.0', '1.4.0', 'not_affected', 'medium'],
  ])('is bounded by %s: %s is %s at %s confidence', (range, version, state, confidence) => {
    const [match] = matchRecords(`pkg:npm/left-pad@${version}`, record(range));

    expect(match).toMatchObject({ state, confidence, assumptions: ['last-known-bound'] });
    if (state === 'affected') expect(match?.fixState).toBe('not_fixed');
  });

  it('overrides a list that goes beyond it', () => {
    // GHSA-ghq7-85hp-fh76 has "< 10.0.3.503" and lists 10.0.3.503: the list was generated from the open window.
    const [match] = matchRecords('pkg:npm/left-pad@1.4.0', record('< 1.4.0', ['1.3.0', '1.4.0']));

    expect(match?.state).toBe('not_affected');
  });
});

describe('malicious packages', () => {
  const malicious = (members: Record<string, unknown>): object =>
    anOsvRecord({ id: 'MAL-2024-1', affected: [anAffected({ events: [{ introduced: '0' }], ...members })] });

  it.each([
    ['match a record for all versions', {}, '1.0.0', 'affected', 'high', 'malicious'],
    ['match a listed version', { ranges: [], versions: ['1.0.0'] }, '1.0.0', 'affected', 'high', 'malicious'],
    [
      'do not match a version that is not listed',
      { ranges: [], versions: ['1.0.0'] },
      '1.0.1',
      undefined,
      undefined,
      undefined,
    ],
    [
      'match a listed version of a record for all versions',
      { versions: ['1.0.0'] },
      '1.0.0',
      'affected',
      'high',
      'malicious',
    ],
    [
      'match an unlisted version of a record for all versions by name only',
      { versions: ['1.0.0'] },
      '1.0.1',
      'affected',
      'low',
      'vulnerability',
    ],
  ])('%s', (_case, members, version, state, confidence, kind) => {
    const [match] = matchRecords(`pkg:npm/left-pad@${version}`, malicious(members));

    expect([match?.state, match?.confidence, match?.class]).toEqual([state, confidence, kind]);
  });
});

describe('withdrawn records', () => {
  const first = anOsvRecord({ id: 'GHSA-1', aliases: ['CVE-2024-1000'] });
  const second = anOsvRecord({ id: 'GHSA-2', aliases: ['CVE-2024-1000'] });
  const withdrawn = { withdrawn: '2025-06-01T00:00:00Z' };

  it.each([
    ['before its withdrawal', '2025-05-31T23:59:59.999999Z', 1],
    ['from its withdrawal on', '2025-06-01T00:00:00.000000Z', 0],
    ['later', '2026-01-01T00:00:00.000000Z', 0],
  ])('are matched or ignored: %s', (_case, asOf, count) => {
    const index = indexAdvisories([readAdvisory({ ...first, ...withdrawn })], asOf);

    expect(findMatches('pkg:npm/left-pad@1.3.0', index)).toHaveLength(count);
  });

  it('leave the match to the other record of the group', () => {
    const matches = matchRecords('pkg:npm/left-pad@1.3.0', { ...first, ...withdrawn }, second);

    expect(matches).toMatchObject([
      { groupId: 'CVE-2024-1000', state: 'affected', evidence: [{ recordId: 'GHSA-2' }] },
    ]);
  });

  it('are matched again if the withdrawal is reverted', () => {
    expect(matchRecords('pkg:npm/left-pad@1.3.0', { ...first, ...withdrawn })).toEqual([]);
    expect(matchRecords('pkg:npm/left-pad@1.3.0', first)).toHaveLength(1);
  });
});

describe('matchPackage', () => {
  it.each([
    ['pkg:npm/%40types/left-pad@1.3.0', 'never takes a scoped package for the one without a scope'],
    ['pkg:npm/left-pad-x@1.3.0', 'needs the whole name'],
    ['pkg:pypi/left-pad@1.3.0', 'stays inside of the ecosystem'],
  ])('for %s: %s', (purl) => {
    expect(matchRecords(purl, anOsvRecord())).toEqual([]);
  });

  it('returns no match without records', () => {
    expect(matchRecords('pkg:npm/left-pad@1.3.0')).toEqual([]);
  });

  it('keeps the class of informational records', () => {
    const affected = [anAffected({ database_specific: { informational: 'unmaintained' } })];

    expect(matchRecords('pkg:npm/left-pad@1.3.0', anOsvRecord({ affected }))).toMatchObject([
      { class: 'informational' },
    ]);
  });

  it('also looks up an npm name in lower case, with low confidence', () => {
    const record = anOsvRecord({ affected: [anAffected({ name: 'jsonstream' })] });

    expect(matchRecords('pkg:npm/JSONStream@1.3.0', record)).toMatchObject([
      {
        state: 'affected',
        confidence: 'low',
        assumptions: ['name-case-folded'],
        evidence: [{ matchedName: 'jsonstream' }],
      },
    ]);
    expect(matchRecords('pkg:npm/jsonstream@1.3.0', record)).toMatchObject([{ confidence: 'high', assumptions: [] }]);
  });

  it('does not look up a Maven artifact in another case', () => {
    const record = anOsvRecord({ affected: [anAffected({ ecosystem: 'Maven', name: 'org.x:y' })] });

    expect(matchRecords('pkg:maven/org.x/Y@1.3.0', record)).toEqual([]);
  });

  it('returns evidence that is sufficient to repeat the test', () => {
    const [match] = matchRecords('pkg:npm/left-pad@1.3.0', anOsvRecord({ aliases: ['CVE-2024-1000'] }));

    expect(match).toEqual<PackageMatch>({
      groupId: 'CVE-2024-1000',
      canonicalId: 'CVE-2024-1000',
      class: 'vulnerability',
      state: 'affected',
      confidence: 'high',
      assumptions: [],
      evidence: [
        {
          recordId: 'GHSA-aaaa-bbbb-cccc',
          source: 'osv',
          via: 'direct',
          matchedName: 'left-pad',
          scheme: 'semver',
          testedVersion: '1.3.0',
          range: '< 2.0.0',
          outcome: 'affected',
          reason: undefined,
        },
      ],
      fixedVersions: ['2.0.0'],
      fixState: 'fixed',
      urgency: undefined,
    });
  });
});

function stateOf(version: string, record: object): PackageMatch['state'] | undefined {
  return matchRecords(`pkg:npm/left-pad@${encodeURIComponent(version)}`, record)[0]?.state;
}

const SPRING = anOsvRecord({ affected: [anAffected({ ecosystem: 'Maven', name: 'org.springframework:spring-core' })] });
const LOG4NET = anOsvRecord({ affected: [anAffected({ ecosystem: 'NuGet', name: 'log4net' })] });

describe('findUnassessedReason', () => {
  it.each<[string, string | undefined, string]>([
    [
      'pkg:maven/spring-core/spring-core@1.0.0',
      undefined,
      'an advisory knows the artifact, and the version is affected',
    ],
    ['pkg:maven/spring-core/spring-core@5.0.0', undefined, 'an advisory knows the artifact, and the version is fixed'],
    ['pkg:maven/spring-core@5.0.0', undefined, 'an advisory knows the artifact, and the version is fixed'],
    ['pkg:maven/spring-aop/spring-aop@5.0.0', 'incomplete-name', 'no advisory knows the artifact'],
    ['pkg:maven/spring-aop@5.0.0', 'incomplete-name', 'no advisory knows the artifact'],
    ['pkg:maven/core@5.0.0', 'incomplete-name', 'the name is generic'],
    ['pkg:maven/commons-cli/commons-cli@1.0', undefined, 'the group is real'],
    ['pkg:maven/org.springframework/spring-aop@5.0.0', undefined, 'the group is real'],
    ['pkg:nuget/log4net@1.0.6.0-.NET%204.5', undefined, 'the numbers of the assembly are affected'],
    ['pkg:nuget/log4net@2.0.6.0-.NET%204.5', 'unparsable-version', 'the numbers of the assembly are not affected'],
  ])('returns for %s the reason %s, because %s', (purl, reason) => {
    const identified = identifyPackage({ purls: [purl], group: undefined, version: undefined, source: undefined }, {});
    const index = indexAdvisories([SPRING, LOG4NET].map(readAdvisory));
    const candidates = identified.keys.flatMap((key) => index.get(key) ?? []);
    const packageVersion = identified.package;
    if (packageVersion === undefined) throw new Error(`${purl} is no package`);

    expect(findUnassessedReason(packageVersion, candidates, matchPackage(packageVersion, candidates))).toBe(reason);
  });
});
