/**
 * Records of one vulnerability that disagree about a package. The ids, versions and ranges are from real records; a narrower
 * record must never hide a wider one.
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anAffected, anOsvRecord, matchRecords } from '../../../../test/support/advisories.ts';

type Events = readonly Record<string, string>[];

const until = (fixed: string): Events => [{ introduced: '0' }, { fixed }];

describe('records that disagree', () => {
  it.each([
    [
      'pkg:pypi/pillow@9.0.0',
      'CVE-2022-22817',
      'PyPI',
      [
        ['GHSA-8vj2-vxx3-667w', 'pillow', until('9.0.1')],
        ['PYSEC-2022-10', 'pillow', until('9.0.0')],
      ],
      '9.0.1',
    ],
    [
      'pkg:pypi/langchain@0.0.300',
      'CVE-2023-36281',
      'PyPI',
      [
        ['GHSA-7gfq-f96f-g85j', 'langchain', until('0.0.312')],
        ['PYSEC-2023-151', 'langchain', until('0.0.171')],
      ],
      '0.0.312',
    ],
    [
      'pkg:pypi/django@2.0',
      'CVE-2020-7471',
      'PyPI',
      [
        ['GHSA-hmr4-m2h5-33qx', 'django', [{ introduced: '2.0' }, { fixed: '2.2.10' }]],
        [
          'PYSEC-2020-35',
          'django',
          [{ introduced: '2.2' }, { fixed: '2.2.10' }, { introduced: '3.0' }, { fixed: '3.0.3' }],
        ],
      ],
      '2.2.10',
    ],
    [
      'pkg:golang/github.com/docker/docker@v20.10.11%2Bincompatible',
      'CVE-2024-29018',
      'Go',
      [
        ['GHSA-mq39-4gv4-mvpx', 'github.com/docker/docker', until('23.0.11')],
        [
          'GO-2024-2659',
          'github.com/docker/docker',
          [{ introduced: '25.0.0+incompatible' }, { fixed: '25.0.5+incompatible' }],
        ],
      ],
      '23.0.11',
    ],
  ] as const)('report %s as affected by %s', (purl, cve, ecosystem, records, fix) => {
    const [match, ...others] = matchRecords(
      purl,
      ...records.map(([id, name, events]) => aRecord({ id, cve, ecosystem, name, events })),
    );

    expect(others).toEqual([]);
    expect(match).toMatchObject({ state: 'affected', canonicalId: cve, fixState: 'fixed' });
    expect(match?.assumptions).toContain('disputed');
    expect(match?.confidence).not.toBe('high');
    expect(match?.fixedVersions[0]).toBe(fix);
    expect(Object.fromEntries(match?.evidence.map(({ recordId, outcome }) => [recordId, outcome]) ?? [])).toEqual({
      [records[0][0]]: 'affected',
      [records[1][0]]: 'not_affected',
    });
  });

  it('let the record of a distribution override its own notice', () => {
    const affected = (fixed: string): object => ({
      affected: [anAffected({ ecosystem: 'Debian:12', name: 'openssl', events: until(fixed) })],
    });
    const own = anOsvRecord({ id: 'DEBIAN-CVE-2023-0464', ...affected('3.0.9-1') });
    const bundle = anOsvRecord({ id: 'DSA-5417-1', upstream: ['CVE-2023-0464'], ...affected('3.0.11-1') });

    expect(matchRecords('pkg:deb/debian/openssl@3.0.9-1?distro=debian-12', own, bundle)).toMatchObject([
      { state: 'not_affected', assumptions: [] },
    ]);
  });

  it('never lose a finding if a record of a language ecosystem is added', () => {
    const version = fc.constantFrom('0', '1.0.0', '1.2.0', '1.3.0', '1.4.0', '2.0.0', 'a b');
    const record = fc.record({
      id: fc.constantFrom('GHSA-1', 'GHSA-2', 'PYSEC-2024-1', 'MAL-2024-1', 'BIT-x-1', 'CVE-2024-1000'),
      events: fc.tuple(version, version).map(([introduced, fixed]) => [{ introduced }, { fixed }]),
    });
    fc.assert(
      fc.property(fc.array(record, { minLength: 1, maxLength: 5 }), record, (records, added) => {
        const toRecord = ({ id, events }: { id: string; events: Events }): object =>
          aRecord({ id, cve: 'CVE-2024-1000', ecosystem: 'PyPI', name: 'left-pad', events });
        const stateWith = (all: typeof records): unknown =>
          matchRecords('pkg:pypi/left-pad@1.3.0', ...all.map(toRecord))[0]?.state;

        fc.pre(stateWith(records) === 'affected');

        expect(stateWith([...records, added])).toBe('affected');
      }),
    );
  });
});

interface RecordFacts {
  readonly id: string;
  readonly cve: string;
  readonly ecosystem: string;
  readonly name: string;
  readonly events: Events;
}

function aRecord({ id, cve, ecosystem, name, events }: RecordFacts): Record<string, unknown> {
  return anOsvRecord({ id, aliases: id === cve ? [] : [cve], affected: [anAffected({ ecosystem, name, events })] });
}
