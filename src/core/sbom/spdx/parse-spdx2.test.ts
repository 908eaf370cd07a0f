import { describe, expect, it } from 'vitest';
import { anSpdx } from '../../../../test/support/documents.ts';
import { aComponent, edgesOf, warningsOf } from '../../../../test/support/inventories.ts';
import type { Inventory } from '../inventory.ts';
import { parseSpdx2 } from './parse-spdx2.ts';
import type { ComponentScope } from '../../vocabulary/sbom.ts';

const PURL = aPurl('a');

function aPurl(name: string): object {
  return { referenceCategory: 'PACKAGE-MANAGER', referenceType: 'purl', referenceLocator: `pkg:npm/${name}@1` };
}

function aPackage(id: string, changes: Record<string, unknown> = {}): Record<string, unknown> {
  return { SPDXID: `SPDXRef-${id}`, name: id, externalRefs: [aPurl(id)], ...changes };
}

function describes(id: string): object {
  return { spdxElementId: 'SPDXRef-DOCUMENT', relationshipType: 'DESCRIBES', relatedSpdxElement: `SPDXRef-${id}` };
}

function read(changes: Record<string, unknown>): Inventory {
  return parseSpdx2(anSpdx({ relationships: [], ...changes }), '');
}

function readOne(changes: Record<string, unknown>) {
  const inventory = read({ packages: [aPackage('a', changes)] });
  return { component: inventory.components[0], warnings: warningsOf(inventory), paths: inventory.warnings[0]?.paths };
}

describe('parseSpdx2', () => {
  it('returns the subject, the packages and their edges', () => {
    const document = anSpdx({
      packages: [aPackage('shop', { externalRefs: [] }), aPackage('a', { versionInfo: '1' })],
      relationships: [
        describes('shop'),
        { spdxElementId: 'SPDXRef-shop', relationshipType: 'DEPENDS_ON', relatedSpdxElement: 'SPDXRef-a' },
      ],
    });

    const shop = aComponent({ type: 'package', ref: 'SPDXRef-shop', name: 'shop', version: undefined, purls: [] });
    expect(parseSpdx2(document, '')).toEqual({
      subject: shop,
      components: [
        shop,
        aComponent({ type: 'package', ref: 'SPDXRef-a', name: 'a', version: '1', purls: ['pkg:npm/a@1'] }),
      ],
      edges: Int32Array.of(0, 1),
      ownerships: Int32Array.of(),
      roots: Int32Array.of(0),
      graph: 'complete',
      distro: undefined,
      tool: 'test',
      about: { phases: [], serialNumber: undefined, version: undefined, isGraphWhole: false, isDated: true },
      serviceCount: 0,
      fileCount: 0,
      claims: [],
      warnings: [{ code: 'COMPONENT_WITHOUT_PURL', count: 1, paths: ['/packages/0'] }],
    });
  });

  it.each([null, [], 'x', {}, { packages: null, relationships: null, files: null, creationInfo: 1 }])(
    'returns an empty inventory for %j',
    (document) => {
      expect(parseSpdx2(document, '')).toMatchObject({
        subject: undefined,
        components: [],
        graph: 'missing',
        warnings: [],
      });
    },
  );

  it.each<[string, Record<string, unknown>, string | undefined]>([
    ['a relationship', { relationships: [describes('a')] }, 'SPDXRef-a'],
    [
      'the old spelling of Trivy',
      { relationships: [{ ...describes('a'), relationshipType: 'DESCRIBE' }] },
      'SPDXRef-a',
    ],
    [
      'a reversed relationship',
      {
        relationships: [
          { spdxElementId: 'SPDXRef-a', relationshipType: 'DESCRIBED_BY', relatedSpdxElement: 'SPDXRef-DOCUMENT' },
        ],
      },
      'SPDXRef-a',
    ],
    ['documentDescribes', { documentDescribes: ['SPDXRef-b'] }, 'SPDXRef-b'],
    ['both, saying the same', { documentDescribes: ['SPDXRef-a'], relationships: [describes('a')] }, 'SPDXRef-a'],
    ['both, saying different things', { documentDescribes: ['SPDXRef-b'], relationships: [describes('a')] }, undefined],
    ['two packages', { documentDescribes: ['SPDXRef-a', 'SPDXRef-b'] }, undefined],
    ['itself', { relationships: [describes('DOCUMENT')] }, undefined],
    ['nothing', {}, undefined],
    ['a file', { files: [{ SPDXID: 'SPDXRef-f' }], documentDescribes: ['SPDXRef-f'] }, undefined],
    ['a value that is not a string', { documentDescribes: [null] }, undefined],
  ])('finds the subject by %s', (_, changes, ref) => {
    const inventory = read({ packages: [aPackage('a'), aPackage('b')], ...changes });

    expect(inventory.subject?.ref).toBe(ref);
    expect(inventory.components).toHaveLength(2);
  });

  it('uses all described packages as roots', () => {
    const inventory = read({
      packages: [aPackage('a'), aPackage('b'), aPackage('c')],
      documentDescribes: ['SPDXRef-c', 'SPDXRef-c', 'DocumentRef-x:SPDXRef-b'],
      relationships: [describes('a')],
    });

    expect(inventory).toMatchObject({ roots: Int32Array.of(0, 2), subject: undefined, warnings: [] });
  });

  it('warns if a described package is not listed', () => {
    expect(read({ packages: [], documentDescribes: ['SPDXRef-x'] }).warnings).toEqual([
      { code: 'REFERENCE_DANGLING', count: 1, paths: ['/documentDescribes/0'] },
    ]);
  });

  it('resolves to the first of two packages with the same id', () => {
    const inventory = read({
      packages: [aPackage('a'), aPackage('a', { name: 'b' })],
      documentDescribes: ['SPDXRef-a'],
    });

    expect(inventory).toMatchObject({ subject: { name: 'a' }, components: [{}, {}] });
  });

  it('counts the files', () => {
    expect(read({ packages: [], files: [{ SPDXID: 'SPDXRef-x' }, null, 7] }).fileCount).toBe(3);
  });

  it.each([null, 7, [], {}, { name: 7 }, { name: null }, { name: {} }])(
    'counts the package %j as unreadable',
    (unreadable) => {
      const inventory = read({ packages: [unreadable, aPackage('a')] });

      expect(inventory.components).toHaveLength(1);
      expect(inventory.warnings).toEqual([{ code: 'COMPONENT_UNREADABLE', count: 1, paths: ['/packages/0'] }]);
    },
  );
});

describe('SPDX 2 package without a name', () => {
  it('can be referenced', () => {
    const inventory = read({
      packages: [{ SPDXID: 'SPDXRef-x' }, aPackage('a')],
      relationships: [{ spdxElementId: 'SPDXRef-a', relationshipType: 'DEPENDS_ON', relatedSpdxElement: 'SPDXRef-x' }],
      documentDescribes: ['SPDXRef-x'],
    });

    expect(warningsOf(inventory)).toEqual(['COMPONENT_UNREADABLE 1']);
  });
});

describe('SPDX 2 package', () => {
  it.each<[string, Record<string, unknown>, object]>([
    ['with an unstated version', { versionInfo: 'NOASSERTION' }, { version: undefined }],
    ['with no version', { versionInfo: 'NONE' }, { version: undefined }],
    ['with an empty version', { versionInfo: '' }, { version: undefined }],
    ['with a purpose', { primaryPackagePurpose: 'OPERATING_SYSTEM' }, { type: 'operating-system' }],
    ['that Trivy calls a system', { SPDXID: 'SPDXRef-OperatingSystem-261ae6' }, { type: 'operating-system' }],
    ['that Trivy calls an application', { SPDXID: 'SPDXRef-Application-1' }, { type: 'application' }],
    ['that Trivy calls an image', { SPDXID: 'SPDXRef-ContainerImage-1' }, { type: 'container' }],
    ['without an id', { SPDXID: undefined }, { ref: '/packages/0' }],
    [
      'built from another',
      { sourceInfo: 'built package from: util-linux 1:2.36.1-8' },
      { source: { name: 'util-linux', version: '1:2.36.1-8' } },
    ],
    [
      'built from another without a version',
      { sourceInfo: 'built package from: util-linux' },
      { source: { name: 'util-linux', version: undefined } },
    ],
    ['built from an unstated source', { sourceInfo: 'built package from:  ' }, { source: undefined }],
    [
      'acquired from a database',
      { sourceInfo: 'acquired package info from DPKG DB: /var/lib, /etc/x' },
      {
        source: undefined,
        packageType: 'deb',
        details: { locations: [{ path: '/var/lib' }, { path: '/etc/x' }] },
      },
    ],
    [
      'acquired from somewhere',
      { sourceInfo: 'acquired package info from the following paths: /bin/x' },
      { packageType: undefined, details: { locations: [{ path: '/bin/x' }] } },
    ],
    ['acquired from nowhere', { sourceInfo: 'acquired package info from DPKG DB' }, { packageType: undefined }],
    ['found by Clair in a database', { packageFileName: 'sqlite:var/lib/rpm' }, { packageType: 'rpm' }],
    ['found by Clair in a jar', { packageFileName: 'maven:usr/share/java/x.jar' }, { packageType: 'maven' }],
    ['in another database', { packageFileName: 'sqlite:var/lib/app/data.db' }, { packageType: undefined }],
    ['in a file with a colon', { packageFileName: 'a:b/c' }, { packageType: undefined }],
    [
      'with notes of an old Trivy',
      { packageFileName: 'usr/x', attributionTexts: ['LayerDigest: sha256:2', 'LayerDiffID: sha256:1', null, 'x'] },
      { details: { locations: [{ path: 'usr/x', layer: 'sha256:1' }] } },
    ],
    [
      'with notes of a new Trivy',
      { annotations: [null, { comment: 7 }, { comment: 'PkgType: alpine' }, { comment: 'PkgType: other' }] },
      { packageType: 'alpine' },
    ],
    [
      'that is a lock file',
      { SPDXID: 'SPDXRef-Application-1', sourceInfo: 'app/composer.lock' },
      { details: { locations: [{ path: 'app/composer.lock' }] } },
    ],
    ['that is all of a language', { SPDXID: 'SPDXRef-Application-1', sourceInfo: 'Node.js' }, { details: undefined }],
    [
      'with everything that is shown',
      {
        summary: 'short',
        description: 'long',
        supplier: 'Organization: Debian',
        originator: 'Person: Jane (jane@example.com)',
        licenseConcluded: 'MIT',
        licenseDeclared: 'Apache-2.0',
        checksums: [{ algorithm: 'SHA256', checksumValue: 'aa' }, { algorithm: 'MD5' }, null],
        homepage: 'https://example.com',
        downloadLocation: 'git+https://example.com/a.git',
      },
      {
        details: {
          description: 'long',
          supplier: 'Debian',
          licenses: ['MIT'],
          hashes: [{ algorithm: 'SHA256', value: 'aa' }],
          references: [
            { type: 'website', url: 'https://example.com' },
            { type: 'distribution', url: 'git+https://example.com/a.git' },
          ],
        },
      },
    ],
    [
      'with less of it',
      {
        summary: 'short',
        supplier: 'NOASSERTION',
        originator: 'Jane',
        licenseConcluded: 'NOASSERTION',
        licenseDeclared: 'MIT',
      },
      { details: { description: 'short', supplier: 'Jane', licenses: ['MIT'] } },
    ],
    [
      'that asserts nothing',
      Object.fromEntries(
        [
          'supplier',
          'originator',
          'licenseConcluded',
          'licenseDeclared',
          'homepage',
          'downloadLocation',
          'packageFileName',
          'primaryPackagePurpose',
          'versionInfo',
        ].map((name, n) => [name, n % 2 === 0 ? 'NOASSERTION' : 'NONE']),
      ),
      { type: 'package', version: undefined, details: undefined },
    ],
  ])('%s is parsed', (_, changes, expected) => {
    expect(readOne(changes)).toMatchObject({ component: expected, warnings: [] });
  });

  it('has the purls and CPEs of its references, each once', () => {
    const reference = (referenceType: string, referenceLocator: unknown) => ({ referenceType, referenceLocator });
    const externalRefs = [
      reference('purl', 'pkg:npm/a@1'),
      reference('purl', 'pkg:npm/a@1'),
      reference('purl', 'pkg:npm/a@1?x=b'),
      reference('cpe23Type', 'cpe:2.3:a:v:p:1:*:*:*:*:*:*:*'),
      reference('cpe22Type', 'cpe:/a:v:p:1'),
      { ...reference('purl', 'pkg:npm/a@1?x=c'), referenceCategory: 'PACKAGE_MANAGER' },
      { ...reference('purl', 'pkg:npm/a@1?x=d'), referenceCategory: 'OTHER' },
      { ...reference('other', 'pkg:npm/a@1?x=e'), referenceCategory: 'PACKAGE-MANAGER' },
      reference('http://spdx.org/rdf/references/purl', 'pkg:npm/a@1?x=f'),
      reference('http', 'https://example.com'),
      null,
    ];

    expect(readOne({ externalRefs })).toMatchObject({
      component: {
        purls: ['', '?x=b', '?x=c', '?x=d', '?x=e', '?x=f'].map((end) => `pkg:npm/a@1${end}`),
        cpes: ['cpe:2.3:a:v:p:1:*:*:*:*:*:*:*', 'cpe:/a:v:p:1'],
        details: { references: [{ type: 'http', url: 'https://example.com' }] },
      },
      warnings: [],
    });
  });

  it('with advisories makes claims without a state, one per vulnerability', () => {
    const security = (referenceType: string, referenceLocator: unknown) => ({
      referenceCategory: 'SECURITY',
      referenceType,
      referenceLocator,
    });
    const one = security('advisory', 'https://avd.example.com/nvd/cve-2024-53908');
    const inventory = read({
      packages: [
        aPackage('a', { externalRefs: [PURL, one, security('fix', 'https://example.com/CVE-2024-0001')] }),
        aPackage('b', { externalRefs: [PURL, one, security('advisory', 'https://example.com/x'), security('url', 7)] }),
      ],
    });

    expect(inventory.claims).toEqual([
      {
        id: 'CVE-2024-53908',
        source: undefined,
        components: [0, 1],
        state: undefined,
        justification: undefined,
        detail: undefined,
      },
    ]);
    expect(inventory.components[0]?.details?.references).toHaveLength(2);
  });

  it.each<[string, Record<string, unknown>, string, string]>([
    ['without a purl', { externalRefs: [] }, 'COMPONENT_WITHOUT_PURL 1', '/packages/0'],
    [
      'whose purl is an address',
      { externalRefs: [{ referenceType: 'purl', referenceLocator: 'https://x' }] },
      'PURL_INVALID 1',
      '/packages/0/externalRefs/0/referenceLocator',
    ],
    [
      'whose purl is missing',
      { externalRefs: [{ referenceType: 'purl' }] },
      'PURL_INVALID 1',
      '/packages/0/externalRefs/0/referenceLocator',
    ],
    [
      'whose CPE is none',
      { externalRefs: [PURL, { referenceType: 'cpe23Type', referenceLocator: 'x' }] },
      'CPE_IGNORED 1',
      '/packages/0/externalRefs/1/referenceLocator',
    ],
    ['whose version is a number', { versionInfo: 2 }, 'VERSION_UNCOMPARABLE 1', '/packages/0/versionInfo'],
  ])('%s is kept with a warning', (_, changes, warning, path) => {
    expect(readOne(changes)).toMatchObject({ component: { name: 'a' }, warnings: [warning], paths: [path] });
  });
});

describe('SPDX 2 relationships', () => {
  const packages = ['a', 'b', 'c'].map((id) => aPackage(id));
  const relate = (first: string, relationshipType: unknown, second: unknown) => ({
    spdxElementId: `SPDXRef-${first}`,
    relationshipType,
    relatedSpdxElement: typeof second === 'string' ? `SPDXRef-${second}` : second,
  });

  it.each<[string, string]>([
    ['DEPENDS_ON', 'a > b'],
    ['CONTAINS', 'a > b'],
    ['HAS_PREREQUISITE', 'a > b'],
    ['DYNAMIC_LINK', 'a > b'],
    ['STATIC_LINK', 'a > b'],
    ['DEPENDENCY_OF', 'b > a'],
    ['RUNTIME_DEPENDENCY_OF', 'b > a'],
    ['BUILD_DEPENDENCY_OF', 'b > a'],
    ['DEV_DEPENDENCY_OF', 'b > a'],
    ['TEST_DEPENDENCY_OF', 'b > a'],
    ['OPTIONAL_DEPENDENCY_OF', 'b > a'],
    ['PROVIDED_DEPENDENCY_OF', 'b > a'],
    ['PREREQUISITE_FOR', 'b > a'],
    ['CONTAINED_BY', 'b > a'],
    ['PACKAGE_OF', 'b > a'],
    ['OPTIONAL_COMPONENT_OF', 'b > a'],
    ['BUILD_TOOL_OF', 'b > a'],
    ['DEV_TOOL_OF', 'b > a'],
    ['TEST_TOOL_OF', 'b > a'],
    ['GENERATED_FROM', 'a > b'],
    ['GENERATES', 'b > a'],
    ['VARIANT_OF', 'b > a'],
    ['depends-on', 'a > b'],
    ['contained_by', 'b > a'],
    ['http://spdx.org/rdf/terms#dependencyOf', 'b > a'],
  ])('of type %s give the edge %s', (type, edge) => {
    const inventory = read({ packages, relationships: [relate('a', type, 'b')] });

    expect(edgesOf(inventory).map((each) => each.replaceAll('SPDXRef-', ''))).toEqual([edge]);
  });

  it.each(['OTHER', 'DESCENDANT_OF', 'ANCESTOR_OF', 'COPY_OF', 'toString', undefined, null, 7])(
    'of type %s give no edge',
    (type) => {
      const inventory = read({ packages, relationships: [relate('a', type, 'nowhere')] });

      expect(inventory).toMatchObject({ graph: 'missing', warnings: [] });
    },
  );

  it('are equal in both directions, and counted once', () => {
    const relationships = [
      relate('a', 'CONTAINS', 'b'),
      relate('b', 'CONTAINED_BY', 'a'),
      relate('b', 'DEPENDENCY_OF', 'a'),
    ];

    expect(read({ packages, relationships }).edges).toHaveLength(2);
  });

  it.each<[string, ComponentScope]>([
    ['DEPENDENCY_OF', 'required'],
    ['RUNTIME_DEPENDENCY_OF', 'required'],
    ['CONTAINED_BY', 'required'],
    ['OPTIONAL_DEPENDENCY_OF', 'optional'],
    ['PROVIDED_DEPENDENCY_OF', 'optional'],
    ['BUILD_DEPENDENCY_OF', 'build'],
    ['BUILD_TOOL_OF', 'build'],
    ['DEV_DEPENDENCY_OF', 'development'],
    ['DEV_TOOL_OF', 'development'],
    ['TEST_DEPENDENCY_OF', 'test'],
    ['TEST_TOOL_OF', 'test'],
  ])('of type %s give the scope %s to the package and its dependencies', (type, scope) => {
    const { components } = read({
      packages: [...packages, aPackage('alone')],
      relationships: [describes('a'), relate('b', type, 'a'), relate('b', 'DEPENDS_ON', 'c')],
    });

    expect(components.map((component) => component.scope)).toEqual(['required', scope, scope, 'unknown']);
  });

  it.each(['ownership-by-file-overlap: indicates that ...', 'evident-by: ...', undefined])(
    'of type OTHER give no edge: %s',
    (comment) => {
      const inventory = read({ packages, relationships: [{ ...relate('a', 'OTHER', 'b'), comment }] });

      expect(inventory.edges).toHaveLength(0);
    },
  );

  it.each<[string, object, readonly string[]]>([
    ['to a file', relate('a', 'CONTAINS', 'file'), []],
    ['to a snippet', relate('a', 'CONTAINS', 'snippet'), []],
    ['from the document', { ...relate('a', 'CONTAINS', 'b'), spdxElementId: 'SPDXRef-DOCUMENT' }, []],
    ['to nothing that is asserted', { ...relate('a', 'DEPENDS_ON', 'b'), relatedSpdxElement: 'NOASSERTION' }, []],
    ['to nothing at all', { ...relate('a', 'DEPENDS_ON', 'b'), relatedSpdxElement: 'NONE' }, []],
    ['to another document', { ...relate('a', 'DEPENDS_ON', 'b'), relatedSpdxElement: 'DocumentRef-x:SPDXRef-b' }, []],
    ['to an unknown id', relate('a', 'DEPENDS_ON', 'x'), ['REFERENCE_DANGLING 1']],
    ['from an unknown id', relate('x', 'DEPENDS_ON', 'a'), ['REFERENCE_DANGLING 1']],
    ['to an id that is not a string', relate('a', 'DEPENDS_ON', 7), ['REFERENCE_DANGLING 1']],
    ['that describe an unknown id', describes('x'), ['REFERENCE_DANGLING 1']],
  ])('%s give no edge', (_, relationship, warnings) => {
    const inventory = read({
      packages,
      files: [{ SPDXID: 'SPDXRef-file' }, null],
      snippets: [{ SPDXID: 'SPDXRef-snippet' }],
      relationships: [relationship, null],
    });

    expect([...inventory.edges]).toEqual([]);
    expect(warningsOf(inventory)).toEqual(warnings);
  });
});

describe('SPDX 2 creation info and system', () => {
  it('name the system found by Trivy', () => {
    const packages = [
      aPackage('x', {
        SPDXID: 'SPDXRef-OperatingSystem-261ae6',
        name: 'debian',
        versionInfo: '11.6',
        externalRefs: [],
      }),
    ];

    expect(read({ packages })).toMatchObject({ distro: 'debian-11.6', warnings: [] });
  });

  it('name the system found by Clair by its id', () => {
    const other = (referenceType: string, referenceLocator: string) => ({ referenceType, referenceLocator });
    const system = aPackage('x', {
      name: 'Red Hat Enterprise Linux Server',
      primaryPackagePurpose: 'OPERATING-SYSTEM',
      versionInfo: '8',
      externalRefs: [other('did', 'rhel'), other('version_id', '8')],
    });

    expect(read({ packages: [system] }).distro).toBe('rhel-8');
  });

  it.each<[unknown, string | undefined]>([
    [['Organization: Anchore, Inc', 'Tool: syft-0.64.0'], 'syft-0.64.0'],
    [['Tool: a', 'Tool: b', { Tool: 'c' }, null], 'a, b'],
    [['Person: x'], undefined],
    ['Tool: x', undefined],
  ])('with creators %j give the tool %s', (creators, tool) => {
    expect(read({ packages: [], creationInfo: { creators } }).tool).toBe(tool);
  });

  it('give a warning for an invalid time', () => {
    expect(warningsOf(read({ packages: [], creationInfo: { created: 'now' } }))).toEqual(['TIMESTAMP_INVALID 1']);
  });
});
