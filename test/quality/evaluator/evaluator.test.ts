/**
 * Tests of the evaluator and its classes with our own documents and records, without the real data. Ids, versions and ranges are
 * real.
 */
import { describe, expect, it } from 'vitest';
import { parseSbom } from '../../../src/core/sbom/parse-sbom.ts';
import { anAffected, anOsvRecord, indexAdvisories, readAdvisory } from '../../support/advisories.ts';
import { compareDocument, toComparedDocument, type Pair } from './compare-document.ts';
import { describePairs } from './describe-pairs.ts';
import { SPEC_ECOSYSTEMS } from './ecosystems.ts';
import { isVulnerable, type OsvAffected } from './evaluate.ts';
import { listComponents } from './list-components.ts';
import { RecordIndex, type OsvRecord } from './record-index.ts';
import { toSpecPackage } from './to-spec-package.ts';

describe('evaluator', () => {
  it.each([
    ['2.4.48', false],
    ['2.4.49', true],
    // `fixed` and the next `introduced` at the same version, in this order.
    ['2.4.50', true],
    ['2.4.51', false],
  ])('sorts the events of a range and applies each to %s', (version, expected) => {
    const events = [{ introduced: '2.4.49' }, { fixed: '2.4.50' }, { introduced: '2.4.50' }, { fixed: '2.4.51' }];
    expect(isAffected(version, { events })).toBe(expected);
  });

  it.each([
    ['a version before the fix', '1.9.0', [{ introduced: '0' }, { fixed: '2.0.0' }], true],
    ['the fix itself', '2.0.0', [{ introduced: '0' }, { fixed: '2.0.0' }], false],
    ['the last affected version', '2.0.0', [{ introduced: '0' }, { last_affected: '2.0.0' }], true],
    ['a version after the last affected one', '2.0.1', [{ introduced: '0' }, { last_affected: '2.0.0' }], false],
    ['unsorted events', '1.5.0', [{ fixed: '2.0.0' }, { introduced: '1.0.0' }], true],
    ['a version below the limit', '1.9.0', [{ introduced: '0' }, { limit: '2.0.0' }], true],
    ['a version at the limit', '2.0.0', [{ introduced: '0' }, { limit: '2.0.0' }], false],
    ['the limit of everything', '2.0.0', [{ introduced: '0' }, { limit: '*' }], true],
    ['text that is not a version, in a range without bounds', 'latest', [{ introduced: '0' }], true],
    ['text that is not a version, in a range with a bound', 'latest', [{ introduced: '0' }, { fixed: '2.0.0' }], false],
  ])('handles %s', (_, version, events, expected) => {
    expect(isAffected(version, { events })).toBe(expected);
  });

  it('matches listed versions verbatim, in addition to ranges', () => {
    expect(isAffected('3.0.0', { events: [{ introduced: '0' }, { fixed: '2.0.0' }], versions: ['3.0.0'] })).toBe(true);
    expect(isAffected('3.0', { type: 'GIT', events: [{ introduced: '0' }], versions: ['3.0.0'] })).toBe(false);
  });

  it.each([
    ['pkg:npm/%40babel/traverse@7.0.0', 'npm', '@babel/traverse', '7.0.0'],
    ['pkg:npm/@babel/traverse', 'npm', '@babel/traverse', '5.0.0'],
    ['pkg:pypi/Zope.Interface@5.0', 'PyPI', 'zope-interface', '5.0'],
    ['pkg:pypi/twisted%5Btls%5D@18.9.0', 'PyPI', 'twisted', '18.9.0'],
    [
      'pkg:maven/org.apache.logging.log4j/log4j-core@2.14.1?type=jar',
      'Maven',
      'org.apache.logging.log4j:log4j-core',
      '2.14.1',
    ],
    ['pkg:golang/github.com/Masterminds/goutils@v1.1.0#sub', 'Go', 'github.com/masterminds/goutils', 'v1.1.0'],
    ['pkg:golang/net/http@go1.22.12', 'Go', 'stdlib', 'go1.22.12'],
    ['pkg:nuget/Newtonsoft.Json@12.0.1', 'NuGet', 'newtonsoft.json', '12.0.1'],
    ['pkg:swift/github.com/apple/Swift-NIO.git@2.0.0', 'SwiftURL', 'github.com/apple/swift-nio', '2.0.0'],
  ])('parses %s', (purl, ecosystem, name, version) => {
    expect(toSpecPackage({ purl, version: '5.0.0' })).toMatchObject({ ecosystem: { name: ecosystem }, name, version });
  });

  it('lists components of CycloneDX (nested and inside the subject), SPDX 2 (also wrapped) and SPDX 3', () => {
    const nested = { components: [{ purl: 'pkg:npm/a@1', components: [{ purl: 'pkg:npm/b@1', version: '1' }] }] };
    const reference = { referenceType: 'purl', referenceLocator: 'pkg:npm/d@1' };
    const identifier = { externalIdentifierType: 'packageUrl', identifier: 'pkg:npm/e@1' };
    const purls = [
      { ...nested, metadata: { component: { purl: 'pkg:npm/subject@1', components: [{ purl: 'pkg:npm/c@1' }] } } },
      { sbom: { packages: [{ versionInfo: '1', externalRefs: [reference, { referenceType: 'cpe23Type' }] }] } },
      {
        '@graph': [{ type: 'software_Package', externalIdentifier: [identifier], software_packageUrl: 'pkg:npm/f@1' }],
      },
    ].flatMap((document) => listComponents(document).map(({ purl }) => purl.slice('pkg:npm/'.length)));

    expect(purls.toSorted()).toEqual(['a@1', 'b@1', 'c@1', 'd@1', 'e@1', 'f@1']);
  });

  it('ignores withdrawn records and merges aliases across records under the CVE', () => {
    const index = new RecordIndex();
    index.add({ id: 'GHSA-aaaa-bbbb-cccc', aliases: ['PYSEC-2022-10'] });
    index.add({ id: 'PYSEC-2022-10', aliases: ['CVE-2022-22817'] });
    index.add({ id: 'GHSA-dddd-eeee-ffff', aliases: ['CVE-2022-22817'], withdrawn: '2023-01-01T00:00:00Z' });

    expect(index.aliasSetOf('GHSA-aaaa-bbbb-cccc')).toBe('CVE-2022-22817');
    expect(index.aliasSetOf('GHSA-dddd-eeee-ffff')).toBe('GHSA-dddd-eeee-ffff');
  });
});

interface Loss {
  readonly purl: string;
  readonly cve: string;
  /** The record that says affected, and the narrower one. */
  readonly records: readonly [OsvRecord, OsvRecord];
}

/** Real vulnerabilities that are missed if the more specific database decides alone. */
const LOSSES: readonly Loss[] = [
  {
    purl: 'pkg:pypi/pillow@9.0.0',
    cve: 'CVE-2022-22817',
    records: [
      pypi('GHSA-8vj2-vxx3-667w', 'CVE-2022-22817', 'pillow', [{ introduced: '0' }, { fixed: '9.0.1' }]),
      pypi('PYSEC-2022-10', 'CVE-2022-22817', 'pillow', [{ introduced: '0' }, { fixed: '9.0.0' }]),
    ],
  },
  {
    purl: 'pkg:pypi/langchain@0.0.300',
    cve: 'CVE-2023-36281',
    records: [
      pypi('GHSA-7gfq-f96f-g85j', 'CVE-2023-36281', 'langchain', [{ introduced: '0' }, { fixed: '0.0.312' }]),
      pypi('PYSEC-2023-151', 'CVE-2023-36281', 'langchain', [{ introduced: '0' }, { fixed: '0.0.171' }]),
    ],
  },
  {
    purl: 'pkg:pypi/django@2.0',
    cve: 'CVE-2020-7471',
    records: [
      pypi('GHSA-hmr4-m2h5-33qx', 'CVE-2020-7471', 'django', [{ introduced: '2.0' }, { fixed: '2.2.10' }]),
      pypi('PYSEC-2020-35', 'CVE-2020-7471', 'django', [
        { introduced: '1.11' },
        { fixed: '1.11.28' },
        { introduced: '2.2' },
        { fixed: '2.2.10' },
        { introduced: '3.0' },
        { fixed: '3.0.3' },
      ]),
    ],
  },
  {
    purl: 'pkg:golang/github.com/docker/docker@v20.10.11%2Bincompatible',
    cve: 'CVE-2024-29018',
    records: [
      go('GHSA-mq39-4gv4-mvpx', 'CVE-2024-29018', [{ introduced: '0' }, { fixed: '23.0.11' }]),
      go('GO-2024-2659', 'CVE-2024-29018', [
        { introduced: '25.0.0+incompatible' },
        { fixed: '25.0.5+incompatible' },
        { introduced: '26.0.0-rc1+incompatible' },
        { fixed: '26.0.0-rc3+incompatible' },
      ]),
    ],
  },
];

describe('two records that disagree', () => {
  it.each(LOSSES)('make $purl affected by $cve in the evaluator', ({ purl, cve, records }) => {
    const [about, index] = [toSpecPackage({ purl, version: '' }), new RecordIndex()];
    for (const record of records) index.add(record);

    expect(about && index.findHits(about).map(({ recordId }) => recordId)).toEqual([records[0].id]);
    expect(index.aliasSetOf(records[1].id)).toBe(cve);
  });

  it.each(LOSSES)('make $purl affected by $cve on both sides', ({ purl, cve, records }) => {
    expect(compare(purl, ...records)).toMatchObject([{ vulnerability: cve, reportedBy: 'both' }]);
  });
});

describe('a pair that only one side reports', () => {
  const open = [{ introduced: '0' }];

  it.each<[string, string, Record<string, unknown>, Partial<Pair>]>([
    [
      'is explained by the last version that GitHub knows to be affected',
      'pkg:gem/commonmarker@0.23.6',
      anAffected({
        ecosystem: 'RubyGems',
        name: 'commonmarker',
        events: open,
        database_specific: { last_known_affected_version_range: '< 0.23.4' },
      }),
      { reportedBy: 'evaluator', class: 'last-known-bound' },
    ],
    [
      'is explained by the bounds of the project around a Go module',
      'pkg:golang/github.com/nezhahq/nezha@v1.14.13',
      anAffected({
        ecosystem: 'Go',
        name: 'github.com/nezhahq/nezha',
        type: 'SEMVER',
        events: open,
        ecosystem_specific: {
          custom_ranges: [{ type: 'ECOSYSTEM', events: [{ introduced: '2.0.0' }, { fixed: '2.0.14' }] }],
        },
      }),
      { reportedBy: 'evaluator', class: 'custom-bound' },
    ],
    [
      'is explained by the reason for which the component counts as not checked',
      'pkg:golang/github.com/grafana/grafana@(devel)',
      anAffected({ ecosystem: 'Go', name: 'github.com/grafana/grafana', type: 'SEMVER', events: open }),
      { reportedBy: 'evaluator', class: 'not checked: devel-build' },
    ],
    [
      'is explained by a range that contradicts itself',
      'pkg:npm/derby@4.0.0-beta1',
      anAffected({ name: 'derby', events: [{ introduced: '4.0.0-beta1' }, { fixed: '4.0.0-beta.11' }] }),
      { reportedBy: 'evaluator', class: 'cannot assess: contradictory-range' },
    ],
    [
      'is explained by a name in other letters',
      'pkg:npm/Select2@3.5.4',
      anAffected({ name: 'select2', events: [{ introduced: '0' }, { fixed: '4.0.6' }] }),
      { reportedBy: 'assay', class: 'name-case-folded' },
    ],
    [
      'is explained by a purl type of a tool',
      'pkg:dotnet-core/Microsoft.AspNetCore.App.Runtime.linux-x64@6.0.0',
      anAffected({
        ecosystem: 'NuGet',
        name: 'Microsoft.AspNetCore.App.Runtime.linux-x64',
        events: [{ introduced: '6.0.0' }, { fixed: '6.0.2' }],
      }),
      { reportedBy: 'assay', class: 'other purl type' },
    ],
    [
      'is explained by the subpath of a Go module',
      'pkg:golang/go.etcd.io/etcd/client@v3.5.9#pkg/v3',
      anAffected({
        ecosystem: 'Go',
        name: 'go.etcd.io/etcd/client/pkg/v3',
        type: 'SEMVER',
        events: [{ introduced: '0' }, { fixed: '3.5.33' }],
      }),
      { reportedBy: 'assay', class: 'subpath' },
    ],
    [
      'is explained by another spelling of a listed version',
      'pkg:composer/bolt/bolt@v3.6.4',
      anAffected({ ecosystem: 'Packagist', name: 'bolt/bolt', events: [], versions: ['3.6.4'] }),
      { reportedBy: 'assay', class: 'listed in another spelling' },
    ],
    [
      'is explained by events at one version in the wrong order',
      'pkg:pypi/apache-iotdb@0.13.3',
      anAffected({
        ecosystem: 'PyPI',
        name: 'apache-iotdb',
        events: [{ introduced: '0.13.0' }, { fixed: '0.14.0rc1' }, { introduced: '0.12.2' }, { fixed: '0.13.0' }],
      }),
      { reportedBy: 'assay', class: 'events at one version' },
    ],
  ])('%s', (_, purl, affected, expected) => {
    expect(compare(purl, toRecord('GHSA-aaaa-bbbb-cccc', [], affected))).toMatchObject([expected]);
  });

  it.each<[string, string, Record<string, unknown>]>([
    [
      'a version that is not on the list of a malware record without an end',
      'pkg:npm/internal-lib@2.0.0',
      anAffected({ name: 'internal-lib', events: open, versions: ['99.0.0'] }),
    ],
    [
      'a package with an extra',
      'pkg:pypi/twisted%5Btls%5D@18.9.0',
      anAffected({ ecosystem: 'PyPI', name: 'twisted', events: [{ introduced: '0' }, { fixed: '19.2.1' }] }),
    ],
    [
      'a package of the Go standard library',
      'pkg:golang/net/http@1.19.13',
      // CVE-2023-45288
      anAffected({
        ecosystem: 'Go',
        name: 'stdlib',
        type: 'SEMVER',
        events: [{ introduced: '0' }, { fixed: '1.21.9' }],
        ecosystem_specific: { imports: [{ path: 'net/http' }] },
      }),
    ],
    [
      'a Maven artifact whose tool appended the artifact to the group',
      'pkg:maven/org.xerial.snappy.snappy-java/snappy-java@1.1.8.4',
      anAffected({
        ecosystem: 'Maven',
        name: 'org.xerial.snappy:snappy-java',
        events: [{ introduced: '0' }, { fixed: '1.1.10.4' }],
      }),
    ],
    [
      'a Maven artifact whose tool wrote the artifact in place of the group',
      'pkg:maven/spring-core/spring-core@5.3.17',
      anAffected({
        ecosystem: 'Maven',
        name: 'org.springframework:spring-core',
        events: [{ introduced: '0' }, { fixed: '5.3.18' }],
      }),
    ],
  ])('is never silent: %s', (_, purl, affected) => {
    const pairs = compare(purl, toRecord('MAL-2099-1', [], affected));

    expect(pairs).toHaveLength(1);
    expect(pairs.map((pair) => pair.class)).not.toContain('silent');
  });

  it('is silent if the product did not read the component', () => {
    const json = {
      bomFormat: 'CycloneDX',
      specVersion: '1.6',
      components: [{ name: 'a', purl: 'pkg:npm/left-pad@1.3.0' }],
    };
    const empty = parseSbom({ ...json, components: [] }, FORM);

    expect(compareDocument(toComparedDocument('a', json, empty), file([anOsvRecord()]))).toMatchObject([
      { reportedBy: 'evaluator', class: 'silent' },
    ]);
  });
});

describe('comparison table', () => {
  it('counts pairs by ecosystem and class', () => {
    const pair = { file: '', component: '', vulnerability: '', evidence: '' };
    const table = describePairs([
      { ...pair, ecosystem: 'npm', reportedBy: 'both', class: '' },
      { ...pair, ecosystem: 'npm', reportedBy: 'assay', class: 'name-case-folded' },
      { ...pair, ecosystem: 'Go', reportedBy: 'evaluator', class: 'custom-bound' },
      { ...pair, ecosystem: 'Go', reportedBy: 'evaluator', class: 'custom-bound' },
    ]);

    expect(table.split('\n').slice(2)).toEqual([
      '| Go | 0 |  | 2 custom-bound |',
      '| npm | 1 | 1 name-case-folded |  |',
      '| all | 1 | 1 name-case-folded | 2 custom-bound |',
    ]);
  });
});

const FORM = { format: 'cyclonedx', specVersion: '1.6', path: '' } as const;

function compare(purl: string, ...records: readonly OsvRecord[]): Pair[] {
  const json = { bomFormat: 'CycloneDX', specVersion: '1.6', components: [{ type: 'library', name: 'a', purl }] };
  return compareDocument(toComparedDocument('a', json, parseSbom(json, FORM)), file(records));
}

function file(records: readonly unknown[]): Parameters<typeof compareDocument>[1] {
  const index = new RecordIndex();
  for (const record of records) index.add(record as OsvRecord);
  return { index, candidates: indexAdvisories(records.map(readAdvisory)) };
}

function isAffected(
  version: string,
  { type = 'SEMVER', events, versions }: NonNullable<OsvAffected['ranges']>[number] & OsvAffected,
): boolean {
  const npm = SPEC_ECOSYSTEMS.find(({ name }) => name === 'npm');
  return (
    npm !== undefined &&
    isVulnerable(version, { ranges: [{ type, events: events ?? [] }], versions: versions ?? [] }, npm)
  );
}

function toRecord(id: string, aliases: readonly string[], affected: Record<string, unknown>): OsvRecord {
  return anOsvRecord({ id, aliases, affected: [affected] }) as unknown as OsvRecord;
}

type Events = readonly Record<string, string>[];

function pypi(id: string, cve: string, name: string, events: Events): OsvRecord {
  return toRecord(id, [cve], anAffected({ ecosystem: 'PyPI', name, events }));
}

function go(id: string, cve: string, events: Events): OsvRecord {
  return toRecord(id, [cve], anAffected({ ecosystem: 'Go', name: 'github.com/docker/docker', type: 'SEMVER', events }));
}
