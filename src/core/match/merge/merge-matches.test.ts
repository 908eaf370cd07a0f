import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anAffected, anOsvRecord, matchRecords } from '../../../../test/support/advisories.ts';

const PURL = 'pkg:pypi/left-pad@1.3.0';
const HIT = [{ introduced: '0' }, { fixed: '2.0.0' }];
const MISS = [{ introduced: '0' }, { fixed: '1.0.0' }];
const UNREADABLE = [{ introduced: '0' }, { fixed: 'a b' }];

describe('mergeMatches', () => {
  it('merges the records of a CVE, a GHSA and a PYSEC id into one match', () => {
    const matches = matchRecords(
      PURL,
      aRecord('GHSA-1', HIT),
      aRecord('PYSEC-2024-1', HIT),
      aRecord('CVE-2024-1000', HIT),
    );

    expect(matches).toHaveLength(1);
    expect(matches[0]).toMatchObject({ canonicalId: 'CVE-2024-1000', state: 'affected', confidence: 'high' });
    expect(matches[0]?.evidence.map(({ recordId }) => recordId)).toEqual(['PYSEC-2024-1', 'GHSA-1', 'CVE-2024-1000']);
  });

  it.each([
    [
      'the curated record',
      [
        ['PYSEC-2024-1', HIT],
        ['GHSA-1', MISS],
      ],
      'affected',
      'medium',
      ['disputed'],
    ],
    [
      'GitHub if the curated record has a narrower range',
      [
        ['PYSEC-2024-1', MISS],
        ['GHSA-1', HIT],
      ],
      'affected',
      'medium',
      ['disputed'],
    ],
    [
      'a collection if GitHub has a narrower range',
      [
        ['GHSA-1', MISS],
        ['BIT-x-2024-1000', HIT],
      ],
      'affected',
      'medium',
      ['disputed'],
    ],
    [
      'one affected record, even if others cannot be tested or deny it',
      [
        ['PYSEC-2024-1', MISS],
        ['GHSA-1', UNREADABLE],
        ['GHSA-2', HIT],
      ],
      'affected',
      'medium',
      ['disputed'],
    ],
    [
      'any record of equal standing',
      [
        ['GHSA-1', MISS],
        ['GHSA-2', HIT],
      ],
      'affected',
      'medium',
      ['disputed'],
    ],
    [
      'the next one when the first cannot be tested',
      [
        ['PYSEC-2024-1', UNREADABLE],
        ['GHSA-1', HIT],
      ],
      'affected',
      'high',
      [],
    ],
    [
      'no record when the first cannot be tested and the next denies it',
      [
        ['PYSEC-2024-1', UNREADABLE],
        ['GHSA-1', MISS],
      ],
      'cannot_assess',
      'high',
      [],
    ],
    [
      'no record when the first denies it and the next cannot be tested',
      [
        ['PYSEC-2024-1', MISS],
        ['GHSA-1', UNREADABLE],
      ],
      'cannot_assess',
      'high',
      [],
    ],
    [
      'no record when none can be tested',
      [
        ['PYSEC-2024-1', UNREADABLE],
        ['GHSA-1', UNREADABLE],
      ],
      'cannot_assess',
      'high',
      [],
    ],
  ] as const)('trusts %s', (_who, records, state, confidence, assumptions) => {
    const matches = matchRecords(PURL, ...records.map(([id, events]) => aRecord(id, events)));

    expect(matches).toMatchObject([{ state, confidence, assumptions }]);
    expect(matches[0]?.evidence).toHaveLength(records.length);
  });

  it('returns no match if all records agree that the version is outside', () => {
    expect(matchRecords(PURL, aRecord('PYSEC-2024-1', MISS), aRecord('GHSA-1', MISS))).toEqual([]);
  });

  it('lists only the branch of a record that contains the version', () => {
    const record = { ...aRecord('GHSA-1', MISS), affected: [anEntry(MISS), anEntry(HIT)] };
    const [match] = matchRecords(PURL, record);

    expect(match).toMatchObject({ confidence: 'high', evidence: [{ range: '< 2.0.0' }] });
    expect(match?.evidence).toHaveLength(1);
  });

  it('lists copies of one record once', () => {
    expect(matchRecords(PURL, aRecord('GHSA-1', HIT), aRecord('GHSA-1', HIT))[0]?.evidence).toHaveLength(1);
  });

  it('chooses between equivalent copies by their content alone', () => {
    const copy = (urgency: string): object => ({
      ...aRecord('GHSA-1', HIT),
      affected: [anAffected({ ecosystem: 'PyPI', events: HIT, ecosystem_specific: { urgency } })],
    });

    expect(matchRecords(PURL, copy('low'), copy('high'))).toEqual(matchRecords(PURL, copy('high'), copy('low')));
  });

  it('has the confidence of the most certain record', () => {
    const legacy = [{ introduced: '0' }, { fixed: '2.0.0' }, { introduced: '0.9-stable' }];
    const guess = { ...aRecord('PYSEC-2024-1', []), affected: [anEntry([{ introduced: '0.9-stable' }])] };

    expect(matchRecords(PURL, guess)).toMatchObject([{ confidence: 'low', assumptions: ['legacy-version'] }]);
    expect(matchRecords(PURL, guess, aRecord('GHSA-1', HIT))).toMatchObject([{ confidence: 'high', assumptions: [] }]);
    expect(matchRecords(PURL, aRecord('GHSA-1', legacy))).toHaveLength(1);
  });

  it('is malicious if one record says so', () => {
    const matches = matchRecords(PURL, aRecord('GHSA-1', HIT), aRecord('MAL-2024-1', HIT));

    expect(matches).toMatchObject([{ class: 'malicious' }]);
  });

  it('is not malicious if only a record about other versions says so', () => {
    const matches = matchRecords(PURL, aRecord('GHSA-1', HIT), aRecord('MAL-2024-1', MISS));

    expect(matches).toMatchObject([{ class: 'vulnerability', state: 'affected' }]);
  });

  it('does not merge vulnerabilities that are only related', () => {
    const related = { ...aRecord('GHSA-2', HIT), aliases: [], related: ['GHSA-1', 'CVE-2024-1000'] };

    expect(matchRecords(PURL, aRecord('GHSA-1', HIT), related).map(({ groupId }) => groupId)).toEqual([
      'CVE-2024-1000',
      'GHSA-2',
    ]);
  });

  it('does not depend on the order of records, entries and versions', () => {
    const version = fc.constantFrom('0', '1.0.0', '1.2.0', '1.3.0', '1.4.0', '2.0.0', '0.9-stable', 'a b');
    const events = fc.tuple(version, version).map(([introduced, fixed]) => [{ introduced }, { fixed }]);
    const entry = fc.record({
      ecosystem: fc.constant('PyPI'),
      events,
      versions: fc.subarray(['1.3.0', '1.3', '1.1.0', '2.0.0']),
    });
    const record = fc.record({
      id: fc.constantFrom('GHSA-1', 'GHSA-2', 'PYSEC-2024-1', 'PYSEC-2024-2', 'MAL-2024-1', 'BIT-x-1', 'CVE-2024-2000'),
      aliases: fc.subarray(['CVE-2024-1000', 'CVE-2024-2000', 'GHSA-1']),
      entries: fc.array(entry, { minLength: 1, maxLength: 3 }),
    });
    fc.assert(
      fc.property(fc.array(record, { minLength: 1, maxLength: 6 }), (records) => {
        const inOrder = records.map(({ entries, ...rest }) =>
          anOsvRecord({ ...rest, affected: entries.map(anAffected) }),
        );
        const reversed = records
          .map(({ entries, aliases, ...rest }) => ({
            ...rest,
            aliases: aliases.toReversed(),
            affected: entries.map((each) => anAffected({ ...each, versions: each.versions.toReversed() })).toReversed(),
          }))
          .map(anOsvRecord)
          .toReversed();

        expect(matchRecords(PURL, ...reversed)).toEqual(matchRecords(PURL, ...inOrder));
      }),
    );
  });
});

describe('fixed versions', () => {
  const branches = [
    { introduced: '1.0.0' },
    { fixed: '1.5.0' },
    { introduced: '2.0.0' },
    { fixed: '2.3.0' },
    { introduced: '3.0.0' },
    { fixed: '3.1.0' },
  ];

  it.each([
    ['lists the branch of the installed version first, then higher ones', [branches], '2.1.0', ['2.3.0', '3.1.0']],
    ['lists only one fix on the highest branch', [branches], '3.0.5', ['3.1.0']],
    ['lists the nearest fix of two records', [HIT, [{ introduced: '0' }, { fixed: '1.9.0' }]], '1.3.0', ['2.0.0']],
    [
      'omits a fix that is affected again',
      [[{ introduced: '0' }, { fixed: '1.5.0' }, { introduced: '1.5.0' }, { fixed: '1.6.0' }]],
      '1.3.0',
      ['1.6.0'],
    ],
    [
      'lists the highest of the nearest fixes, which satisfies every record',
      [
        [{ introduced: '0' }, { fixed: '1.4.0' }],
        [{ introduced: '0' }, { fixed: '1.6.0' }, { introduced: '2.0.0' }, { fixed: '2.2.0' }],
      ],
      '1.3.0',
      ['1.6.0', '2.2.0'],
    ],
    [
      'omits fixes of a later range that does not cover the installed version',
      [
        [{ introduced: '0' }, { fixed: '1.4.0' }],
        [{ introduced: '1.4.0' }, { fixed: '1.5.0' }],
      ],
      '1.3.0',
      ['1.5.0'],
    ],
    [
      'lists the fix of one record if another has none',
      [[{ introduced: '0' }, { fixed: '1.4.0' }], [{ introduced: '0' }]],
      '1.3.0',
      ['1.4.0'],
    ],
    [
      'lists the fix of the leading record if no version satisfies all',
      [
        [{ introduced: '0' }, { fixed: '1.5.0' }],
        [{ introduced: '0' }, { fixed: '1.2.0' }, { introduced: '1.5.0' }],
      ],
      '1.3.0',
      ['1.5.0'],
    ],
    ['lists one spelling of equal versions', [HIT, [{ introduced: '0' }, { fixed: '2.0' }]], '1.3.0', ['2.0']],
    ['none', [[{ introduced: '0' }]], '1.3.0', []],
  ])('%s', (_case, ranges, version, fixedVersions) => {
    const records = ranges.map((events, index) => aRecord(`GHSA-${index}`, events));

    expect(matchRecords(`pkg:pypi/left-pad@${version}`, ...records)).toMatchObject([{ fixedVersions }]);
  });

  it('are also taken from the other entries of a record', () => {
    const affected = [
      anEntry([{ introduced: '1.0.0' }, { fixed: '1.5.0' }]),
      anEntry([{ introduced: '1.5.0' }, { fixed: '1.6.0' }]),
      anEntry([{ introduced: '2.0.0' }, { fixed: '2.1.0' }]),
    ];
    const [match] = matchRecords(PURL, { ...aRecord('GHSA-1', HIT), affected });

    expect(match?.fixedVersions).toEqual(['1.6.0', '2.1.0']);
  });

  it.each([
    ['an open window', [{ introduced: '0' }], 'not_fixed'],
    ['a last affected version', [{ introduced: '0' }, { last_affected: '1.3.0' }], 'unknown'],
    ['a fix', HIT, 'fixed'],
  ])('have a state that depends on the window: %s', (_case, events, fixState) => {
    expect(matchRecords(PURL, aRecord('GHSA-1', events))).toMatchObject([{ fixState }]);
  });

  it('are unknown for a version that is only listed', () => {
    const affected = [anAffected({ ecosystem: 'PyPI', ranges: [], versions: ['1.3.0'] })];

    expect(matchRecords(PURL, { ...aRecord('GHSA-1', HIT), affected })).toMatchObject([{ fixState: 'unknown' }]);
  });

  it('are at most ten', () => {
    const events = Array.from({ length: 50 }, (_, index) => [
      { introduced: `${index}.0.0` },
      { fixed: `${index}.5.0` },
    ]);

    expect(matchRecords(PURL, aRecord('GHSA-1', events.flat()))[0]?.fixedVersions).toHaveLength(10);
  });
});

function aRecord(id: string, events: readonly Record<string, string>[]): Record<string, unknown> {
  return anOsvRecord({ id, aliases: ['CVE-2024-1000'], affected: [anEntry(events)] });
}

function anEntry(events: readonly Record<string, string>[]): Record<string, unknown> {
  return anAffected({ ecosystem: 'PyPI', events });
}

const GO_PURL = 'pkg:golang/example.com/app@v1.3.0';
const WINDOWS = { os: ['windows'], arch: [] };

/** A record of a module, with the operating systems of each of its imports. */
function aModuleRecord(id: string, ...systems: readonly (readonly string[])[]): Record<string, unknown> {
  const imports = systems.map((goos) => (goos.length === 0 ? { path: 'x' } : { path: 'x', goos }));
  const affected = anAffected({
    ecosystem: 'Go',
    name: 'example.com/app',
    type: 'SEMVER',
    ...(imports.length > 0 && { ecosystem_specific: { imports } }),
  });
  return anOsvRecord({ id, aliases: ['CVE-2024-1000'], affected: [affected] });
}

describe('the platforms of a match', () => {
  it('are those of the record', () => {
    expect(matchRecords(GO_PURL, aModuleRecord('GO-2024-1', ['windows']))[0]).toMatchObject({ platforms: [WINDOWS] });
  });

  it('are absent if the record has none', () => {
    expect(matchRecords(GO_PURL, aModuleRecord('GO-2024-1', []))[0]).not.toHaveProperty('platforms');
    expect(matchRecords(GO_PURL, aModuleRecord('GO-2024-1', ['windows'], []))[0]).not.toHaveProperty('platforms');
  });

  it('are those of the strongest authority, even if other records have none', () => {
    const [match] = matchRecords(
      GO_PURL,
      aModuleRecord('GHSA-aaaa-bbbb-cccc'),
      aModuleRecord('GO-2024-1', ['windows']),
    );

    expect(match).toMatchObject({ state: 'affected', platforms: [WINDOWS] });
  });

  it('are combined from records of equal authority, and absent if one has no limit', () => {
    const limited = matchRecords(
      GO_PURL,
      aModuleRecord('GO-2024-1', ['windows']),
      aModuleRecord('GO-2024-2', ['darwin']),
    );
    const lifted = matchRecords(GO_PURL, aModuleRecord('GO-2024-1', ['windows']), aModuleRecord('GO-2024-2'));

    expect(limited[0]?.platforms).toEqual([{ os: ['darwin'], arch: [] }, WINDOWS]);
    expect(lifted[0]).not.toHaveProperty('platforms');
  });

  it('are absent if the package is not affected', () => {
    const fixed = matchRecords('pkg:golang/example.com/app@v3.0.0', aModuleRecord('GO-2024-1', ['windows']));

    expect(fixed.every((match) => match.platforms === undefined)).toBe(true);
  });
});
