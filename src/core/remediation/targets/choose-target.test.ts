import { describe, expect, it } from 'vitest';
import { anAffected, anOsvRecord } from '../../../../test/support/advisories.ts';
import { aQuestion, aRecord, recordOf } from '../../../../test/support/remediation.ts';
import { matchPackage } from '../../match/match-package.ts';
import { chooseTarget, type TargetQuestion } from './choose-target.ts';
import type { TargetAnswer } from './target.ts';

const from0 = { introduced: '0' };
const V1 = 'pkg:npm/left-pad@1.0.0';

function answer(purl: string, records: readonly unknown[], changes?: Parameters<typeof aQuestion>[2]): TargetAnswer {
  return chooseTarget(aQuestion(purl, records, changes));
}

function alternativesOf({ alternatives }: TargetAnswer): string[] {
  return alternatives.map(({ kind, target }) => `${kind} ${target.version}`);
}

/** The ranges of org.apache.logging.log4j:log4j-core in the databases. */
const log4j = recordOf('Maven', 'org.apache.logging.log4j:log4j-core');
const LOG4J = [
  log4j('CVE-2017-5645', { introduced: '2.0' }, { fixed: '2.8.2' }),
  log4j(
    'CVE-2020-9488',
    from0,
    { fixed: '2.3.2' },
    { introduced: '2.4.0' },
    { fixed: '2.12.3' },
    { introduced: '2.13.0' },
    { fixed: '2.13.2' },
  ),
  log4j(
    'CVE-2021-44228',
    { introduced: '2.0-beta9' },
    { fixed: '2.3.1' },
    { introduced: '2.4' },
    { fixed: '2.12.2' },
    { introduced: '2.13.0' },
    { fixed: '2.15.0' },
  ),
  log4j('CVE-2021-45046', from0, { fixed: '2.12.2' }, { introduced: '2.13.0' }, { fixed: '2.16.0' }),
  log4j(
    'CVE-2021-45105',
    from0,
    { fixed: '2.3.1' },
    { introduced: '2.4.0' },
    { fixed: '2.12.3' },
    { introduced: '2.13.0' },
    { fixed: '2.17.0' },
  ),
  log4j(
    'CVE-2021-44832',
    { introduced: '2.0-beta7' },
    { fixed: '2.3.2' },
    { introduced: '2.4' },
    { fixed: '2.12.4' },
    { introduced: '2.13.0' },
    { fixed: '2.17.1' },
  ),
  log4j('CVE-2023-26464', { introduced: '1.0.4' }, { fixed: '2.0' }),
];
const log4jAt = (version: string): string => `pkg:maven/org.apache.logging.log4j/log4j-core@${version}`;

describe('chooseTarget', () => {
  it.each([
    ['2.14.1', '2.17.1'],
    ['2.12.1', '2.12.4'],
    // Not 2.3.2, the fix of the same branch, which CVE-2017-5645 still affects.
    ['2.3.0', '2.12.4'],
    ['2.13.2', '2.17.1'],
    ['2.16.0', '2.17.1'],
  ])('upgrades log4j-core %s to %s', (installed, best) => {
    const found = answer(log4jAt(installed), LOG4J);

    expect(found.best?.version).toBe(best);
    expect(found.minSameMajor?.version).toBe(best);
    expect(found.best).toMatchObject({ isClean: true, remaining: [], introduces: [], breaking: 'none' });
  });

  it('goes beyond the nearest fix of a single advisory', () => {
    const { package: packageVersion, entries } = aQuestion(log4jAt('2.14.1'), LOG4J);
    const nearest = matchPackage(packageVersion, entries).find(({ groupId }) => groupId === 'CVE-2021-44228');

    expect(nearest?.fixedVersions[0]).toBe('2.15.0');
    expect(answer(log4jAt('2.14.1'), LOG4J).best?.version).toBe('2.17.1');
  });

  it.each<[string, string, readonly unknown[], string | undefined]>([
    [
      'skips fixes inside of another range',
      V1,
      [aRecord('CVE-1', from0, { fixed: '1.1.0' }), aRecord('CVE-2', { introduced: '1.1.0' }, { fixed: '1.2.0' })],
      '1.2.0',
    ],
    [
      'skips alternating fixes',
      V1,
      [
        aRecord('CVE-1', from0, { fixed: '1.1.0' }, { introduced: '1.2.0' }, { fixed: '1.3.0' }),
        aRecord('CVE-2', { introduced: '1.1.0' }, { fixed: '1.2.0' }, { introduced: '1.3.0' }, { fixed: '1.4.0' }),
      ],
      '1.4.0',
    ],
    [
      'stays below a window that opens again',
      V1,
      [aRecord('CVE-1', from0, { fixed: '1.1.0' }, { introduced: '2.0.0' })],
      '1.1.0',
    ],
    [
      'skips a fix equal to the installed version',
      V1,
      [aRecord('CVE-1', from0, { last_affected: '1.0.0' })],
      undefined,
    ],
    [
      'skips a fix of an older branch',
      'pkg:npm/left-pad@2.1.0',
      [aRecord('CVE-1', from0, { fixed: '1.9.0' }, { introduced: '2.0.0' })],
      undefined,
    ],
    ['skips a prerelease', V1, [aRecord('CVE-1', from0, { fixed: '1.1.0-rc.1' })], undefined],
    [
      'takes a prerelease of the same release',
      'pkg:npm/left-pad@2.0.0-rc.1',
      [aRecord('CVE-1', from0, { fixed: '2.0.0-rc.3' })],
      '2.0.0-rc.3',
    ],
    [
      'takes no prerelease of another release',
      'pkg:npm/left-pad@2.0.0-rc.1',
      [aRecord('CVE-1', from0, { fixed: '2.1.0-rc.1' })],
      undefined,
    ],
    [
      'takes a final version for a prerelease',
      'pkg:npm/left-pad@2.0.0-rc.1',
      [aRecord('CVE-1', from0, { fixed: '2.0.1' })],
      '2.0.1',
    ],
    ['considers epochs', 'pkg:pypi/foo@2.0', [recordOf('PyPI', 'foo')('CVE-1', from0, { fixed: '1!1.0' })], '1!1.0'],
  ])('%s', (_, purl, records, best) => {
    expect(answer(purl, records).best?.version).toBe(best);
  });

  it('returns fixes of older branches without recommending them', () => {
    const found = answer('pkg:npm/left-pad@2.1.0', [
      aRecord('CVE-1', from0, { fixed: '1.9.0' }, { introduced: '2.0.0' }),
    ]);

    expect(found).toMatchObject({ outcome: 'none', best: undefined, below: ['1.9.0'], affecting: ['CVE-1'] });
  });

  it('reports a conflict when another record calls the installed version fixed', () => {
    const records = [
      anOsvRecord({ id: 'CVE-2024-0001', affected: [anAffected({ events: [from0, { fixed: '1.0.0' }] })] }),
      anOsvRecord({
        id: 'GHSA-aaaa-bbbb-cccc',
        aliases: ['CVE-2024-0001'],
        affected: [anAffected({ events: [from0, { fixed: '1.1.0' }] })],
      }),
    ];
    const found = answer(V1, records);

    expect(found.conflicts).toEqual(['CVE-2024-0001']);
    expect(found.best?.version).toBe('1.1.0');
  });

  it('returns the last affected version if no fix is known', () => {
    const found = answer(V1, [aRecord('CVE-1', from0, { last_affected: '1.4.0' })]);

    expect(found).toMatchObject({ outcome: 'none', above: '1.4.0' });
  });

  it('reduces the risk if no version is clean', () => {
    const records = [
      aRecord('CVE-1', from0, { fixed: '1.1.0' }),
      aRecord('CVE-2', from0, { fixed: '3.0.0' }),
      aRecord('CVE-3', from0),
    ];
    const found = answer(V1, records, { facts: { 'CVE-1': { risk: 90 } } });

    expect(found.outcome).toBe('reduces');
    expect(found.best).toMatchObject({ version: '3.0.0', fixes: ['CVE-1', 'CVE-2'], remaining: ['CVE-3'], risk: 50 });
    expect(alternativesOf(found)).toEqual(['reduces_on_line 1.1.0']);
  });

  it('recommends no version that is worse than the installed one', () => {
    const records = [
      aRecord('CVE-1', from0, { fixed: '1.1.0' }),
      aRecord('CVE-2', { introduced: '1.1.0' }),
      aRecord('CVE-3', { introduced: '1.1.0' }),
    ];

    expect(answer(V1, records)).toMatchObject({ outcome: 'none', best: undefined });
  });

  it('returns the vulnerabilities that a target introduces', () => {
    const records = [aRecord('CVE-1', from0, { fixed: '1.1.0' }), aRecord('CVE-2', { introduced: '1.1.0' })];
    const found = answer(V1, records, { facts: { 'CVE-2': { risk: 10 } } });

    expect(found.best).toMatchObject({
      version: '1.1.0',
      fixes: ['CVE-1'],
      introduces: ['CVE-2'],
      remaining: ['CVE-2'],
    });
  });

  it('counts vulnerabilities that cannot be assessed as affecting', () => {
    const odd = anOsvRecord({
      id: 'CVE-2',
      affected: [
        {
          package: { ecosystem: 'npm', name: 'left-pad' },
          ranges: [{ type: 'SEMVER', events: [{ introduced: '0' }, { fixed: 'soon' }] }],
        },
      ],
    });
    const found = answer(V1, [aRecord('CVE-1', from0, { fixed: '1.1.0' }), odd]);

    expect(found.unassessed).toEqual(['CVE-2']);
    expect(found).toMatchObject({
      outcome: 'reduces',
      best: { version: '1.1.0', remaining: ['CVE-2'], isClean: false },
    });
  });

  it.each([
    ['an invalid version', 'pkg:npm/left-pad@banana'],
    ['no version at all', 'pkg:npm/left-pad'],
  ])('recommends nothing for %s', (_, purl) => {
    const question = aQuestion(V1, [aRecord('CVE-1', from0, { fixed: '1.1.0' })]);
    const version = purl.split('@')[1] ?? '';
    const found = chooseTarget({ ...question, package: { ...question.package, version } });

    expect(found).toMatchObject({ outcome: 'cannot_assess', best: undefined });
  });

  it('recommends nothing without a vulnerability, also after a record was withdrawn', () => {
    const withdrawn = anOsvRecord({ id: 'CVE-1', withdrawn: '2025-01-01T00:00:00Z' });

    expect(answer(V1, [withdrawn])).toMatchObject({ outcome: 'not_needed', best: undefined });
    expect(answer(V1, [aRecord('CVE-1', { introduced: '2.0.0' }, { fixed: '2.1.0' })]).outcome).toBe('not_needed');
  });

  it('finds no clean version of a package that is malicious in every version', () => {
    expect(answer(V1, [aRecord('MAL-2024-1', from0)])).toMatchObject({ outcome: 'none', best: undefined });
  });

  it('finds nothing if no fix can be parsed', () => {
    const unreadable = anOsvRecord({
      id: 'CVE-1',
      affected: [anAffected({ versions: ['1.0.0'], events: [{ introduced: 'x' }, { fixed: 'y' }] })],
    });

    expect(answer(V1, [unreadable])).toMatchObject({ outcome: 'none', best: undefined });
  });
});

describe('the alternatives to the best version', () => {
  const records = [
    aRecord('CVE-1', from0, { fixed: '1.1.0' }),
    aRecord('CVE-2', from0, { fixed: '1.2.0' }),
    aRecord('CVE-3', from0, { fixed: '2.0.0' }),
    aRecord('CVE-4', { introduced: '3.0.0' }, { fixed: '3.1.0' }),
  ];
  const facts = {
    'CVE-1': { severity: 'critical' },
    'CVE-2': { severity: 'high' },
    'CVE-3': { severity: 'low', isRelevant: false },
  } as const;

  it('are the nearest by severity and by relevance', () => {
    const found = answer(V1, records, { facts });

    expect(found.minAtOrAbove.critical?.version).toBe('1.1.0');
    expect(found.minAtOrAbove.high?.version).toBe('1.2.0');
    expect(found.minAtOrAbove.medium?.version).toBe('1.2.0');
    expect(found.minAtOrAbove.low?.version).toBe('2.0.0');
    expect(found.minCleanRelevant?.version).toBe('1.2.0');
    expect(found.minSameMajor).toBeUndefined();
    expect(found.best).toMatchObject({ version: '2.0.0', distance: 'major', breaking: 'likely' });
    expect(alternativesOf(found)).toEqual(['reduces_on_line 1.2.0', 'highest_clean 3.1.0']);
  });

  it('treat an unknown severity as the worst', () => {
    const found = answer(V1, records, { facts: { ...facts, 'CVE-3': { severity: 'unknown' } } });

    expect(found.minAtOrAbove.critical?.version).toBe('2.0.0');
  });

  it.each<[string, Partial<TargetQuestion>, string | undefined]>([
    ['the lowest', { strategy: 'lowest' }, '2.0.0'],
    ['the highest of any line if the installed line has none', { strategy: 'highest' }, '3.1.0'],
    ['no major release', { maxDistance: 'minor' }, '1.2.0'],
    ['patch releases only', { maxDistance: 'patch' }, undefined],
  ])('depend on strategy and distance: %s', (_, changes, best) => {
    expect(answer(V1, records, { ...changes, facts }).best?.version).toBe(best);
  });

  it('use the highest version of the own line with the strategy highest', () => {
    const own = [
      aRecord('CVE-1', from0, { fixed: '1.1.0' }),
      aRecord('CVE-2', { introduced: '1.5.0' }, { fixed: '1.6.0' }),
      aRecord('CVE-3', { introduced: '2.0.0' }, { fixed: '2.1.0' }),
    ];

    expect(answer(V1, own, { strategy: 'highest' }).best?.version).toBe('1.6.0');
  });
});

describe('versions that an organization uses', () => {
  const seen = [
    { version: '99.0.0', service: 'shop' },
    { version: '1.0.5', service: 'cart' },
  ];

  it('are ignored while another version is clean', () => {
    const found = answer(V1, [aRecord('CVE-1', from0, { fixed: '1.1.0' })], { further: { seen } });

    expect(found.best?.version).toBe('1.1.0');
    expect(alternativesOf(found)).toEqual([]);
  });

  it('are recommended with their services if no other version is clean', () => {
    const found = answer(V1, [aRecord('CVE-1', from0, { last_affected: '1.4.0' })], { further: { seen } });

    expect(found.best).toMatchObject({
      version: '99.0.0',
      sources: ['organization'],
      seenIn: ['shop'],
      verifiedExists: 'unknown',
    });
  });
});
