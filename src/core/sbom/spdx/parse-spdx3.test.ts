import { describe, expect, it } from 'vitest';
import { aComponent, edgesOf, warningsOf } from '../../../../test/support/inventories.ts';
import { ElementList } from '../untrusted-value.ts';
import type { Component, Inventory } from '../inventory.ts';
import { parseSpdx3 } from './parse-spdx3.ts';
import type { ComponentScope } from '../../vocabulary/sbom.ts';

const CONTEXT = 'https://spdx.org/rdf/3.0.1/spdx-context.jsonld';
const TERMS = 'https://spdx.org/rdf/3.0.1/terms';

function aPackage(id: string, changes: Record<string, unknown> = {}): Record<string, unknown> {
  return { type: 'software_Package', spdxId: id, name: id, software_packageUrl: `pkg:npm/${id}@1`, ...changes };
}

function relate(from: unknown, relationshipType: string, to: unknown, changes: object = {}): Record<string, unknown> {
  return { type: 'Relationship', from, relationshipType, to, ...changes };
}

function aDocument(...roots: readonly string[]): Record<string, unknown> {
  return { type: 'SpdxDocument', spdxId: 'document', rootElement: roots };
}

function read(...elements: readonly unknown[]): Inventory {
  return parseSpdx3({ '@context': CONTEXT, '@graph': elements }, '');
}

function readOne(changes: Record<string, unknown>, ...others: readonly unknown[]): Component | undefined {
  return read(aPackage('a', changes), ...others).components[0];
}

describe('parseSpdx3', () => {
  it('returns the packages, the roots and their edges', () => {
    const shop = aComponent({
      type: 'package',
      ref: 'shop',
      name: 'shop',
      purls: ['pkg:npm/shop@1'],
      version: undefined,
    });
    const inventory = read(
      relate('shop', 'dependsOn', ['a']),
      { type: 'CreationInfo', '@id': '_:c', created: '2026-01-01T00:00:00Z', createdUsing: ['tool'] },
      aDocument('shop'),
      aPackage('shop'),
      aPackage('a', { software_packageVersion: '1' }),
      { type: 'software_File', spdxId: 'file', name: 'x' },
      { type: 'Tool', spdxId: 'tool', name: 'Tool: syft 1.0' },
    );

    expect(inventory).toEqual({
      subject: shop,
      components: [shop, aComponent({ type: 'package', ref: 'a', name: 'a', version: '1', purls: ['pkg:npm/a@1'] })],
      edges: Int32Array.of(0, 1),
      ownerships: Int32Array.of(),
      roots: Int32Array.of(0),
      graph: 'complete',
      distro: undefined,
      tool: 'syft 1.0',
      about: { phases: [], serialNumber: undefined, version: undefined, isGraphWhole: false, isDated: true },
      serviceCount: 0,
      fileCount: 1,
      claims: [],
      warnings: [],
    });
  });

  it.each([null, [], 'x', {}, { '@graph': null }, { '@graph': 7 }, { '@graph': [null, 7, 'x', [], {}] }])(
    'returns an empty inventory for %j',
    (document) => {
      expect(parseSpdx3(document, '')).toMatchObject({ components: [], graph: 'missing', warnings: [] });
    },
  );

  it('parses a document that is a single element', () => {
    expect(parseSpdx3({ '@context': CONTEXT, ...aPackage('a', { software_packageUrl: 'x' }) }, '')).toMatchObject({
      components: [{ name: 'a' }],
      warnings: [{ code: 'PURL_INVALID', paths: ['/software_packageUrl'] }],
    });
    expect(parseSpdx3({ '@context': CONTEXT, type: 'software_File', name: 'a' }, '').fileCount).toBe(1);
  });

  it('parses a document element by element', () => {
    const elements = [relate('a', 'contains', ['b']), aPackage('a'), aPackage('b'), aDocument('a')];
    const list = new ElementList(elements.length, (i) => elements[i]);

    expect(parseSpdx3({ '@graph': list }, '')).toEqual(parseSpdx3({ '@graph': elements }, ''));
  });

  it.each<[string, readonly unknown[], readonly string[]]>([
    ['its root element', [aDocument('a')], ['a']],
    ['a single root without a list', [{ ...aDocument(), rootElement: 'a' }], ['a']],
    ['several', [aDocument('a', 'b', 'a')], ['a', 'b']],
    ['its list of contents', [aDocument('sbom'), { type: 'software_Sbom', spdxId: 'sbom', rootElement: ['b'] }], ['b']],
    ['a list of contents alone', [{ type: 'Bom', spdxId: 'bom', rootElement: ['b'] }], ['b']],
    ['a relationship', [aDocument(), relate('document', 'describes', ['a'])], ['a']],
    ['a relationship of a blank list', [{ type: 'Bom', '@id': '_:b' }, relate('_:b', 'describes', 'a')], ['a']],
    ['the words of SPDX 2', [relate('SPDXRef-DOCUMENT', 'DESCRIBES', ['a'])], ['a']],
    ['the element itself', [{ ...aDocument(), rootElement: [{ spdxId: 'a' }] }], ['a']],
    ['nothing but a file', [aDocument('file'), { type: 'software_File', spdxId: 'file' }], []],
    ['the elements that a package describes', [relate('a', 'describes', ['b'])], []],
    ['nothing', [], []],
  ])('uses as roots %s', (_, elements, roots) => {
    const inventory = read(aPackage('a'), ...elements, aPackage('b'));

    expect(Array.from(inventory.roots, (node) => inventory.components[node]?.ref)).toEqual(roots);
    expect(inventory.subject?.ref).toBe(roots.length === 1 ? roots[0] : undefined);
    expect(warningsOf(inventory)).toEqual([]);
  });

  it.each([{}, { name: 7 }, { name: null }])('counts a package with %j as unreadable', (member) => {
    const inventory = read(
      { type: 'software_Package', spdxId: 'x', ...member },
      aPackage('a'),
      relate('a', 'contains', ['x']),
    );

    expect(inventory.components).toHaveLength(1);
    expect(inventory.warnings).toEqual([{ code: 'COMPONENT_UNREADABLE', count: 1, paths: ['/@graph/0'] }]);
  });

  it('resolves to the first of two packages with the same id', () => {
    const inventory = read(aPackage('a'), aPackage('a', { name: 'b' }), aDocument('a'));

    expect(inventory).toMatchObject({ subject: { name: 'a' }, components: [{}, {}] });
  });

  it.each<[string, unknown]>([
    ['CreationInfo', { type: 'CreationInfo', created: 'now' }],
    ['element', { type: 'Person', creationInfo: { type: 'CreationInfo', created: 'now' } }],
  ])('warns about an invalid time in its %s', (_, element) => {
    expect(warningsOf(read(element))).toEqual(['TIMESTAMP_INVALID 1']);
  });

  it('lists the tools of all CreationInfo elements, each once', () => {
    const tools = [{ name: 'b' }, { spdxId: 'tool' }, { name: 'b' }, 'nowhere', 7];
    const inventory = read(
      { type: 'CreationInfo', createdUsing: tools },
      { type: 'Person', creationInfo: { createdUsing: 'tool' } },
      { type: 'Tool', spdxId: 'tool', name: 'a' },
    );

    expect(inventory.tool).toBe('a, b');
  });
});

describe('SPDX 3 package', () => {
  it.each(['software_Package', 'Package', 'spdx:Software/Package', `${TERMS}/Software/Package`])(
    'of type %s is parsed',
    (type) => {
      expect(
        read({ ...aPackage('a'), type }, { '@type': type, name: 'b' }, { type: ['x', type], name: 'c' }).components,
      ).toHaveLength(3);
    },
  );

  it.each<[string, Record<string, unknown>, object]>([
    ['with a purpose', { software_primaryPurpose: 'operatingSystem' }, { type: 'operating-system' }],
    [
      'with a purpose as an address',
      { primaryPurpose: `${TERMS}/Software/SoftwarePurpose/library` },
      { type: 'library' },
    ],
    ['that is a model', { type: 'ai_AIPackage', software_primaryPurpose: 'model' }, { type: 'machine-learning-model' }],
    ['that is data', { type: 'dataset_DatasetPackage' }, { type: 'data' }],
    ['with a blank id', { spdxId: undefined, '@id': '_:a' }, { ref: '_:a' }],
    ['without an id', { spdxId: undefined }, { ref: '/@graph/0' }],
    ['with an unstated version', { software_packageVersion: 'NOASSERTION' }, { version: undefined }],
    ['with a version of no profile', { packageVersion: '2' }, { version: '2' }],
    [
      'with identifiers',
      {
        externalIdentifier: [
          { externalIdentifierType: 'packageUrl', identifier: 'pkg:npm/b@1' },
          {
            externalIdentifierType: `${TERMS}/Core/ExternalIdentifierType/cpe23`,
            identifier: 'cpe:2.3:a:v:p:1:*:*:*:*:*:*:*',
          },
          { externalIdentifierType: 'cpe22', identifier: 'cpe:/a:v:p:1' },
          { externalIdentifierType: 'gitoid', identifier: 'gitoid:blob:sha1:1' },
          null,
        ],
      },
      {
        purls: ['pkg:npm/a@1', 'pkg:npm/b@1'],
        cpes: ['cpe:2.3:a:v:p:1:*:*:*:*:*:*:*', 'cpe:/a:v:p:1'],
        details: { references: [{ type: 'gitoid', url: 'gitoid:blob:sha1:1' }] },
      },
    ],
    [
      'with identifiers under another name',
      {
        software_packageUrl: undefined,
        externalIdentifiers: [{ externalIdentifierType: 'purl', identifier: 'pkg:npm/b@1' }],
      },
      { purls: ['pkg:npm/b@1'] },
    ],
    [
      'with everything that is shown',
      {
        summary: 'short',
        description: 'long',
        suppliedBy: 'org',
        originatedBy: ['person'],
        verifiedUsing: [{ type: 'Hash', algorithm: `${TERMS}/Core/HashAlgorithm/sha256`, hashValue: 'aa' }, null],
        software_homePage: 'https://example.com',
        software_downloadLocation: 'https://example.com/a.tgz',
        software_sourceInfo: 'acquired package info from DPKG DB: /var/lib',
        externalRef: [{ externalRefType: 'bugTracker', locator: ['https://example.com/bugs'] }],
      },
      {
        packageType: 'deb',
        details: {
          description: 'long',
          supplier: 'Example',
          hashes: [{ algorithm: 'sha256', value: 'aa' }],
          references: [
            { type: 'website', url: 'https://example.com' },
            { type: 'distribution', url: 'https://example.com/a.tgz' },
            { type: 'bugTracker', url: 'https://example.com/bugs' },
          ],
          locations: [{ path: '/var/lib' }],
        },
      },
    ],
    ['with an originator', { originatedBy: ['absent', 'person'] }, { details: { supplier: 'Jane' } }],
    [
      'with a supplier in its place',
      { suppliedBy: { type: 'Person', name: 'Jane' } },
      { details: { supplier: 'Jane' } },
    ],
  ])('%s is parsed', (_, changes, expected) => {
    const agents = [
      { type: 'Organization', spdxId: 'org', name: 'Organization: Example' },
      { type: 'Person', spdxId: 'person', name: 'Jane' },
    ];

    expect(readOne(changes, ...agents)).toMatchObject(expected);
  });

  it('has identifiers that are separate elements', () => {
    const identifier = {
      type: 'ExternalIdentifier',
      spdxId: 'i',
      externalIdentifierType: 'purl',
      identifier: 'pkg:nuget/b@1',
    };

    expect(readOne({ externalIdentifier: ['i'] }, identifier)?.purls).toEqual(['pkg:npm/a@1', 'pkg:nuget/b@1']);
  });

  it('names the operating system', () => {
    const system = aPackage('debian', { software_primaryPurpose: 'operatingSystem', software_packageVersion: '12' });

    expect(read(system).distro).toBe('debian-12');
  });

  const expression = (id: string, text: unknown) => ({
    type: 'simplelicensing_LicenseExpression',
    spdxId: id,
    simplelicensing_licenseExpression: text,
  });

  it.each<[string, readonly unknown[], readonly string[] | undefined]>([
    ['a declared one', [relate('a', 'hasDeclaredLicense', ['mit']), expression('mit', 'MIT')], ['MIT']],
    [
      'the concluded one of both',
      [
        expression('mit', 'MIT'),
        expression('x', 'Apache-2.0'),
        relate('a', 'hasDeclaredLicense', ['mit']),
        relate('a', 'HAS_CONCLUDED_LICENSE', ['x']),
      ],
      ['Apache-2.0'],
    ],
    [
      'the declared one if none is concluded',
      [
        expression('mit', 'MIT'),
        expression('x', 'NOASSERTION'),
        relate('a', 'hasDeclaredLicense', ['mit']),
        relate('a', 'hasConcludedLicense', ['x']),
        relate('a', 'hasConcludedLicense', [`${TERMS}/ExpandedLicensing/NoAssertionLicense`]),
      ],
      ['MIT'],
    ],
    ['one of the list', [relate('a', 'hasDeclaredLicense', 'https://spdx.org/licenses/MIT')], ['MIT']],
    ['one in its place', [relate('a', 'hasDeclaredLicense', [expression('', 'MIT')])], ['MIT']],
    [
      'one with a name only',
      [
        relate('a', 'hasDeclaredLicense', ['l']),
        { type: 'expandedlicensing_CustomLicense', spdxId: 'l', name: 'Ours' },
      ],
      ['Ours'],
    ],
    ['none that leads nowhere', [relate('a', 'hasDeclaredLicense', ['nowhere', 7, null])], undefined],
  ])('gets %s for its licenses', (_, elements, licenses) => {
    expect(readOne({}, ...elements)?.details?.licenses).toEqual(licenses);
  });
});

describe('SPDX 3 relationships', () => {
  const packages = ['a', 'b', 'c'].map((id) => aPackage(id));

  it.each<[string, string, ComponentScope]>([
    ['dependsOn', 'a > b', 'required'],
    ['DEPENDS_ON', 'a > b', 'required'],
    [`${TERMS}/Core/RelationshipType/dependsOn`, 'a > b', 'required'],
    ['contains', 'a > b', 'required'],
    ['hasDynamicLink', 'a > b', 'required'],
    ['hasStaticLink', 'a > b', 'required'],
    ['hasPrerequisite', 'a > b', 'required'],
    ['hasOptionalDependency', 'a > b', 'optional'],
    ['hasOptionalComponent', 'a > b', 'optional'],
    ['hasProvidedDependency', 'a > b', 'optional'],
    ['usesTool', 'a > b', 'build'],
    ['trainedOn', 'a > b', 'build'],
    ['testedOn', 'a > b', 'test'],
    ['generates', 'b > a', 'required'],
  ])('of type %s give the edge %s with scope %s', (type, edge, scope) => {
    const inventory = read(...packages, relate('a', type, ['b']));

    expect(edgesOf(inventory)).toEqual([edge]);
    expect(inventory.components.map((component) => component.scope)).toEqual(['required', scope, 'unknown']);
  });

  it.each<[string, string, ComponentScope]>([
    ['dependsOn', 'runtime', 'required'],
    ['dependsOn', 'build', 'build'],
    ['dependsOn', 'development', 'development'],
    ['dependsOn', 'design', 'development'],
    ['dependsOn', 'test', 'test'],
    ['dependsOn', `${TERMS}/Core/LifecycleScopeType/test`, 'test'],
    ['dependsOn', 'other', 'required'],
    ['usesTool', 'test', 'test'],
    ['hasStaticLink', 'build', 'required'],
  ])('of type %s with scope %s give the scope %s to the package and its dependencies', (type, scope, expected) => {
    const { components } = read(
      ...packages,
      aDocument('a'),
      relate('a', type, ['b'], { type: 'LifecycleScopedRelationship', scope }),
      relate('b', 'dependsOn', 'c'),
    );

    expect(components.map((component) => component.scope)).toEqual(['required', expected, expected]);
  });

  it('have several targets, and embedded elements', () => {
    expect(edgesOf(read(relate({ spdxId: 'a' }, 'contains', [{ '@id': 'b' }, 'c', 'c']), ...packages))).toEqual([
      'a > b',
      'a > c',
    ]);
  });

  it('resolve shortened ids', () => {
    const document = {
      '@context': [CONTEXT, { ours: 'https://example.com/x#', ignored: 7 }, null],
      '@graph': [
        { ...aPackage('a'), spdxId: 'ours:a' },
        { ...aPackage('b'), spdxId: 'https://example.com/x#b' },
        relate('https://example.com/x#a', 'contains', ['ours:b']),
        aDocument('ours:a'),
      ],
    };

    expect(parseSpdx3(document, '')).toMatchObject({
      edges: Int32Array.of(0, 1),
      subject: { ref: 'ours:a' },
      warnings: [],
    });
  });

  it.each<[string, readonly unknown[], readonly string[]]>([
    ['to a file', [relate('a', 'contains', ['f']), { type: 'software_File', spdxId: 'f', name: 'f' }], []],
    ['to nothing', [relate('a', 'dependsOn', ['NoneElement', `${TERMS}/Core/NoAssertionElement`])], []],
    [
      'to another document',
      [relate('a', 'dependsOn', ['far']), { ...aDocument(), import: [{ externalSpdxId: 'far' }, null] }],
      [],
    ],
    ['to an unknown id', [relate('a', 'dependsOn', ['x'])], ['REFERENCE_DANGLING 1']],
    ['from an unknown id', [relate('x', 'dependsOn', ['a'])], ['REFERENCE_DANGLING 1']],
    ['to no id', [relate('a', 'dependsOn', [7])], ['REFERENCE_DANGLING 1']],
    ['of a root that is not there', [aDocument('x')], ['REFERENCE_DANGLING 1']],
    ['of no interest', [relate('x', 'hasDocumentation', ['y']), { relationshipType: 7 }], []],
  ])('%s give no edge', (_, elements, warnings) => {
    const inventory = read(...packages, ...elements);

    expect([...inventory.edges]).toEqual([]);
    expect(warningsOf(inventory)).toEqual(warnings);
  });

  it.each<[string, Inventory['graph']]>([
    ['complete', 'complete'],
    ['noAssertion', 'complete'],
    ['incomplete', 'partial'],
  ])('that are %s make the graph %s', (completeness, graph) => {
    expect(read(aPackage('a'), aPackage('b'), relate('a', 'dependsOn', ['b'], { completeness })).graph).toBe(graph);
  });
});

describe('SPDX 3 security profile', () => {
  const vulnerability = {
    type: 'security_Vulnerability',
    spdxId: 'v',
    name: 'a defect',
    externalIdentifier: [{ externalIdentifierType: 'cve', identifier: 'CVE-2024-0001' }],
  };
  const assess = (status: string, changes: object = {}) =>
    relate('v', 'x', ['a'], { type: `security_Vex${status}VulnAssessmentRelationship`, ...changes });

  it.each<[string, string]>([
    ['Affected', 'exploitable'],
    ['Fixed', 'resolved'],
    ['NotAffected', 'not_affected'],
    ['UnderInvestigation', 'in_triage'],
  ])('gives a claim of status %s', (status, state) => {
    expect(read(assess(status), vulnerability, aPackage('a')).claims).toMatchObject([
      { id: 'CVE-2024-0001', state, components: [0] },
    ]);
  });

  it('keeps the author and the reason of a claim', () => {
    const claim = assess('NotAffected', {
      suppliedBy: 'org',
      security_justificationType: `${TERMS}/Security/VexJustificationType/componentNotPresent`,
      security_impactStatement: 'not\nhere',
    });
    const inventory = read(aPackage('a'), vulnerability, claim, {
      type: 'Organization',
      spdxId: 'org',
      name: 'Example',
    });

    expect(inventory.claims).toEqual([
      {
        id: 'CVE-2024-0001',
        source: 'Example',
        components: [0],
        state: 'not_affected',
        justification: 'componentNotPresent',
        detail: 'not here',
      },
    ]);
  });

  it('keeps a vulnerability without an assessment, by its name if it has no other id', () => {
    const named = { type: 'security_Vulnerability', spdxId: 'w', name: 'GHSA-x' };
    const { claims } = read(aPackage('a'), relate('a', 'hasAssociatedVulnerability', ['v', 'w']), vulnerability, named);

    expect(claims).toMatchObject([
      { id: 'CVE-2024-0001', state: undefined, components: [0] },
      { id: 'GHSA-x', state: undefined, components: [0] },
    ]);
  });

  it.each([
    ['a score', { type: 'security_CvssV3VulnAssessmentRelationship' }],
    ['an unknown vulnerability', { from: 'nowhere' }],
  ])('makes no claim for %s', (_, changes) => {
    expect(read(aPackage('a'), vulnerability, { ...assess('Affected'), ...changes }).claims).toEqual([]);
  });

  it('warns about a claim with an unlisted target, which is not a gap in the graph', () => {
    const inventory = read(
      aPackage('a'),
      aPackage('b'),
      relate('a', 'contains', ['b']),
      vulnerability,
      assess('Affected', { to: ['nowhere'] }),
    );

    expect(inventory).toMatchObject({ graph: 'complete', claims: [{ components: [] }] });
    expect(warningsOf(inventory)).toEqual(['REFERENCE_DANGLING 1']);
  });
});
