import { describe, expect, it } from 'vitest';
import { aCycloneDx } from '../../../../test/support/documents.ts';
import { aComponent, edgesOf, warningsOf } from '../../../../test/support/inventories.ts';
import { LIMITS } from '../../limits.ts';
import { parseCycloneDx } from './parse-cyclonedx.ts';
import type { Inventory } from '../inventory.ts';

function read(changes: Record<string, unknown>): Inventory {
  return parseCycloneDx(aCycloneDx({ dependencies: [], ...changes }), '');
}

/** Parses a document with one component and returns it. */
function readOne(component: Record<string, unknown>) {
  const inventory = read({ components: [{ type: 'library', name: 'a', purl: 'pkg:npm/a@1', ...component }] });
  return { component: inventory.components[0], warnings: warningsOf(inventory), paths: inventory.warnings[0]?.paths };
}

describe('parseCycloneDx', () => {
  it('returns the subject, the components and their edges', () => {
    expect(parseCycloneDx(aCycloneDx(), '')).toEqual({
      subject: aComponent({ ref: 'shop', type: 'application', name: 'shop', version: '1.0.0', purls: [] }),
      components: [aComponent()],
      edges: Int32Array.of(-1, 0),
      ownerships: Int32Array.of(),
      roots: Int32Array.of(-1),
      graph: 'complete',
      distro: undefined,
      tool: undefined,
      about: { phases: [], serialNumber: undefined, version: 1, isGraphWhole: false, isDated: false },
      serviceCount: 0,
      fileCount: 0,
      claims: [],
      warnings: [],
    });
  });

  it.each([
    null,
    [],
    1,
    'x',
    {},
    { components: null, metadata: null, dependencies: null },
    { metadata: { component: [] } },
  ])('returns an empty inventory for %j', (document) => {
    expect(parseCycloneDx(document, '')).toMatchObject({
      subject: undefined,
      components: [],
      graph: 'missing',
      warnings: [],
    });
  });

  it('lists nested components in document order, each contained in its parent', () => {
    const inventory = read({
      metadata: { component: { name: 'shop', 'bom-ref': 'shop', components: [{ name: 'd', 'bom-ref': 'd' }] } },
      components: [
        {
          name: 'a',
          'bom-ref': 'a',
          components: [{ name: 'b', 'bom-ref': 'b', components: [{ name: 'c', 'bom-ref': 'c' }] }],
        },
        { name: 'e', 'bom-ref': 'e' },
      ],
    });

    expect(inventory.components.map(({ name }) => name)).toEqual(['a', 'b', 'c', 'e', 'd']);
    expect(edgesOf(inventory)).toEqual(['* > d', 'a > b', 'b > c']);
  });

  it('keeps the children of a component without a name', () => {
    const inventory = read({
      components: [{ name: 'a', 'bom-ref': 'a', components: [{ components: [{ name: 'b', 'bom-ref': 'b' }] }] }],
    });

    expect(edgesOf(inventory)).toEqual(['a > b']);
    expect(inventory.warnings).toContainEqual({
      code: 'COMPONENT_UNREADABLE',
      count: 1,
      paths: ['/components/0/components/0'],
    });
  });

  it('reports paths relative to the uploaded document', () => {
    const inventory = parseCycloneDx(aCycloneDx({ components: [null], dependencies: [{ ref: 'x' }] }), '/sbom');

    expect(inventory.warnings.map(({ paths }) => paths)).toEqual([
      ['/sbom/components/0'],
      ['/sbom/dependencies/0/ref'],
    ]);
  });
});

/** Has no purl that could disagree with the name. */
const noPackage = { type: 'data', purl: undefined };

describe('CycloneDX component', () => {
  it.each<[string, Record<string, unknown>, object]>([
    [
      'with everything',
      { group: '@g', version: '1', scope: 'optional', cpe: 'cpe:2.3:a:v:p:1:*:*:*:*:*:*:*', 'bom-ref': 'r' },
      { group: '@g', version: '1', scope: 'optional', cpes: ['cpe:2.3:a:v:p:1:*:*:*:*:*:*:*'], ref: 'r' },
    ],
    ['without a reference', {}, { ref: '/components/0' }],
    ['with an empty reference', { 'bom-ref': '' }, { ref: '/components/0' }],
    ['with a reference of another kind', { 'bom-ref': 7 }, { ref: '/components/0' }],
    ['without a type', { type: undefined }, { type: 'unknown' }],
    ['without a scope, which is required by default', {}, { scope: 'required' }],
    ['with an unknown scope', { scope: 'foo' }, { scope: 'unknown' }],
    ['with a scope of another kind', { scope: ['required'] }, { scope: 'unknown' }],
    ['with an empty version', { version: '' }, { version: undefined }],
    ['with a blank version', { version: ' 1.0 ', purl: 'pkg:npm/a' }, { version: ' 1.0 ' }],
    ['with an empty group', { group: '' }, { group: undefined }],
    ['with an empty name', { name: '' }, { name: '' }],
    ['with members of a prototype', { ['__proto__']: { version: '9' }, constructor: 1 }, { version: undefined }],
  ])('%s is parsed', (_, changes, expected) => {
    expect(readOne(changes)).toMatchObject({ component: expected, warnings: [] });
  });

  it('keeps every purl once, including those in the evidence', () => {
    const identity = [
      { field: 'purl', concludedValue: 'pkg:npm/a@1?x=1' },
      { field: 'purl', concludedValue: 'pkg:npm/a@1' },
      { field: 'name', concludedValue: 'a' },
      { field: 'cpe', concludedValue: 'cpe:/a:v:p' },
      null,
    ];
    const { component } = readOne({
      evidence: { identity },
      properties: [{ name: 'syft:cpe23', value: 'cpe:2.3:a:x:y' }],
    });

    expect(component).toMatchObject({
      purls: ['pkg:npm/a@1', 'pkg:npm/a@1?x=1'],
      cpes: ['cpe:/a:v:p', 'cpe:2.3:a:x:y'],
    });
  });

  it('parses the single evidence object of CycloneDX 1.5', () => {
    const { component } = readOne({
      purl: undefined,
      evidence: { identity: { field: 'purl', concludedValue: 'pkg:npm/b@2' } },
    });

    expect(component?.purls).toEqual(['pkg:npm/b@2']);
  });

  it.each<[string, Record<string, string>, object | undefined]>([
    [
      'of syft for Debian',
      { 'syft:metadata:source': 'glibc', 'syft:metadata:sourceVersion': '2.31-13' },
      { name: 'glibc', version: '2.31-13' },
    ],
    ['of syft without a version', { 'syft:metadata:source': 'zlib' }, { name: 'zlib', version: undefined }],
    ['of syft for Alpine', { 'syft:metadata:originPackage': 'busybox' }, { name: 'busybox', version: undefined }],
    [
      'of syft for rpm',
      { 'syft:metadata:sourceRpm': 'elfutils-0.190-2.el9.src.rpm' },
      { name: 'elfutils', version: '0.190-2.el9' },
    ],
    [
      'of trivy',
      {
        'aquasecurity:trivy:SrcName': 'zlib',
        'aquasecurity:trivy:SrcVersion': '1.2.11',
        'aquasecurity:trivy:SrcRelease': '2+deb11u2',
        'aquasecurity:trivy:SrcEpoch': '1',
      },
      { name: 'zlib', version: '1:1.2.11-2+deb11u2' },
    ],
    [
      'of trivy without release and epoch',
      { 'aquasecurity:trivy:SrcName': 'zlib', 'aquasecurity:trivy:SrcVersion': '1.2.11' },
      { name: 'zlib', version: '1.2.11' },
    ],
    ['of trivy without a name', { 'aquasecurity:trivy:SrcVersion': '1.2.11' }, undefined],
    ['of others', { 'cdx:npm:package:path': 'x' }, undefined],
  ])('gets its source package from properties %s', (_, properties, source) => {
    const list = Object.entries(properties).map(([name, value]) => ({ name, value }));

    expect(readOne({ properties: [null, { name: 1 }, ...list] }).component?.source).toEqual(source);
  });

  it.each<[string, Record<string, unknown>, string, string]>([
    ['without a purl', { purl: undefined }, 'COMPONENT_WITHOUT_PURL 1', '/components/0'],
    ['whose purl is not a string', { purl: 7 }, 'PURL_INVALID 1', '/components/0/purl'],
    ['whose purl names nothing', { purl: 'pkg:npm' }, 'PURL_INVALID 1', '/components/0/purl'],
    [
      'whose purl is too long',
      { purl: `pkg:npm/${'a'.repeat(LIMITS.purlBytesMax)}` },
      'IDENTITY_TOO_LONG 1',
      '/components/0/purl',
    ],
    ['whose purl is not strict', { name: 'b', purl: 'pkg:npm/@a/b' }, 'PURL_NOT_STRICT 1', '/components/0/purl'],
    ['whose purl has another name', { name: 'b', purl: 'pkg:npm/c' }, 'PURL_DISAGREES 1', '/components/0/purl'],
    [
      'whose purl has another version',
      { name: 'b', version: '1', purl: 'pkg:npm/b@2' },
      'PURL_DISAGREES 1',
      '/components/0/purl',
    ],
    ['whose CPE is about everything', { cpe: 'cpe:2.3:*:*:*:*:*:*:*:*:*:*:*' }, 'CPE_IGNORED 1', '/components/0/cpe'],
    ['whose CPE is none', { cpe: 'nginx' }, 'CPE_IGNORED 1', '/components/0/cpe'],
    [
      'whose CPE is too long',
      { cpe: `cpe:/a:${'a'.repeat(LIMITS.cpeBytesMax)}` },
      'IDENTITY_TOO_LONG 1',
      '/components/0/cpe',
    ],
    ['whose name is too long', { name: 'a'.repeat(47_000), ...noPackage }, 'IDENTITY_TOO_LONG 1', '/components/0/name'],
    ['whose group is too long', { group: 'a'.repeat(513) }, 'IDENTITY_TOO_LONG 1', '/components/0/group'],
    [
      'whose version is too long',
      { version: '1.'.repeat(5_000), ...noPackage },
      'IDENTITY_TOO_LONG 1',
      '/components/0/version',
    ],
    ['whose reference is too long', { 'bom-ref': 'é'.repeat(513) }, 'IDENTITY_TOO_LONG 1', '/components/0'],
    ['whose version is a number', { version: 1.1 }, 'VERSION_UNCOMPARABLE 1', '/components/0/version'],
    ['whose name contains NUL', { name: 'a\u0000b', ...noPackage }, 'TEXT_REPLACED 1', '/components/0/name'],
    [
      'whose version contains an unpaired surrogate',
      { version: '1\uD800', ...noPackage },
      'TEXT_REPLACED 1',
      '/components/0/version',
    ],
  ])('%s is kept with a warning', (_, changes, warning, path) => {
    const { component, warnings, paths } = readOne(changes);

    expect(component).toBeDefined();
    expect(warnings).toEqual([warning]);
    expect(paths).toEqual([path]);
  });

  it('marks truncated texts, and drops identities that are too long', () => {
    const { component } = readOne({
      name: 'n'.repeat(600),
      version: '1'.repeat(300),
      purl: `pkg:npm/${'p'.repeat(3_000)}`,
    });

    expect(component).toMatchObject({ name: `${'n'.repeat(512)}…`, version: `${'1'.repeat(256)}…`, purls: [] });
  });

  it('keeps an invalid purl as the reason why it cannot be assessed', () => {
    expect(readOne({ purl: 'pkg:npm/%00@1' }).component?.purls).toEqual(['pkg:npm/%00@1']);
  });

  it('keeps at most the maximum number of identities', () => {
    const identity = Array.from({ length: 300 }, (_, n) => ({ field: 'purl', concludedValue: `pkg:npm/a@${n}` }));
    const { component, warnings } = readOne({ purl: undefined, evidence: { identity } });

    expect(component?.purls).toHaveLength(LIMITS.identitiesPerComponentMax);
    expect(warnings).toEqual([`IDENTITY_TOO_LONG ${300 - LIMITS.identitiesPerComponentMax}`]);
  });

  it.each(['operating-system', 'file', 'data', 'cryptographic-asset'])('of type %s needs no purl', (type) => {
    expect(readOne({ type, purl: undefined }).warnings).toEqual([]);
  });
});

describe('CycloneDX dependencies', () => {
  const components = ['a', 'b', 'c'].map((ref) => ({ type: 'data', name: ref, 'bom-ref': ref }));

  it.each<[string, unknown, readonly string[], readonly string[]]>([
    [
      'of the subject and of components',
      [
        { ref: 'shop', dependsOn: ['a'] },
        { ref: 'a', dependsOn: ['b', 'c'] },
      ],
      ['* > a', 'a > b', 'a > c'],
      [],
    ],
    [
      'stated twice',
      [
        { ref: 'a', dependsOn: ['b', 'b'] },
        { ref: 'a', dependsOn: ['b'] },
      ],
      ['a > b'],
      [],
    ],
    [
      'in a cycle and in a loop',
      [
        { ref: 'a', dependsOn: ['b', 'a'] },
        { ref: 'b', dependsOn: ['a'] },
      ],
      ['a > b', 'a > a', 'b > a'],
      [],
    ],
    ['that are provided', [{ ref: 'a', provides: ['b'] }], ['a > b'], []],
    ['without any', [{ ref: 'a' }, { ref: 'b', dependsOn: null }], [], []],
    ['as a single text', [{ ref: 'a', dependsOn: 'b' }], ['a > b'], []],
    ['of nothing', [{ ref: 'x', dependsOn: ['a'] }], [], ['REFERENCE_DANGLING 1']],
    ['on nothing', [{ ref: 'a', dependsOn: ['x', 7, null, 'b'] }], ['a > b'], ['REFERENCE_DANGLING 3']],
    ['that are none', [null, 'x', {}], [], ['REFERENCE_DANGLING 3']],
    ['on another document', [{ ref: 'a', dependsOn: ['urn:cdx:f08a6ccd-4dce-4759-bd84-c626675d60a7/1#b'] }], [], []],
    [
      'of and on services',
      [
        { ref: 's', dependsOn: ['a'] },
        { ref: 'a', dependsOn: ['s', 't'] },
      ],
      [],
      [],
    ],
  ])('%s are parsed', (_, dependencies, edges, warnings) => {
    const inventory = read({
      components,
      dependencies,
      services: [{ 'bom-ref': 's', services: [{ 'bom-ref': 't' }, null] }],
    });

    expect(edgesOf(inventory)).toEqual(edges);
    expect(warningsOf(inventory)).toEqual(warnings);
  });

  it('resolve to the first of two components with the same reference', () => {
    const inventory = read({
      components: [...components, { type: 'data', name: 'd', 'bom-ref': 'a' }],
      dependencies: [{ ref: 'b', dependsOn: ['a'] }],
    });

    expect([...inventory.edges]).toEqual([1, 0]);
  });

  it('distinguish references that are equal after cleaning', () => {
    const two = ['x\u0001', 'x\u0002'].map((ref) => ({ type: 'data', name: 'x', 'bom-ref': ref }));
    const inventory = read({ components: two, dependencies: [{ ref: 'x\u0002', dependsOn: ['x\u0001'] }] });

    expect([...inventory.edges]).toEqual([1, 0]);
  });
});

describe('CycloneDX metadata', () => {
  const system = (name: string, version?: string) => ({ type: 'operating-system', name, version });

  it.each<[string, readonly object[], string | undefined]>([
    ['one system', [system('debian', '11.6')], 'debian-11.6'],
    ['one system twice', [system('Debian', '12'), system('debian', '12')], 'debian-12'],
    ['two systems', [system('debian', '12'), system('debian', '11')], undefined],
    ['a system without a version', [system('debian')], undefined],
    ['no system', [], undefined],
  ])('with %s gives the distribution %s', (_, components, distro) => {
    expect(read({ components }).distro).toBe(distro);
  });

  it('accepts an operating system as the subject', () => {
    expect(read({ metadata: { component: system('debian', '12') } }).distro).toBe('debian-12');
  });

  it.each<[unknown, string | undefined]>([
    [[{ vendor: 'anchore', name: 'syft', version: '0.57.0' }], 'syft 0.57.0'],
    [{ components: [{ name: 'a', version: '1' }], services: [{ name: 'b' }] }, 'a 1, b'],
    [{ components: [{ name: 'a', version: '1' }], services: [{ name: 'a', version: '1' }] }, 'a 1'],
    [[{ name: 'a\u0000' }], 'a\uFFFD'],
    [[{}, null, { name: '' }], undefined],
    ['syft', undefined],
    [undefined, undefined],
  ])('with tools %j gives the tool %s', (tools, tool) => {
    expect(read({ metadata: { tools } }).tool).toBe(tool);
  });

  it.each(['2024-01-31T12:00:00Z', '2024-01-31t12:00:00.123456+02:00', null, undefined])(
    'accepts the timestamp %s',
    (timestamp) => {
      expect(warningsOf(read({ metadata: { timestamp }, components: [] }))).toEqual([]);
    },
  );

  it.each([
    '',
    'yesterday',
    '2024-01-31',
    '2024-13-01T00:00:00Z',
    '0001-01-01T00:00:00Z',
    '2024-01-31T25:00:00Z',
    1_700_000_000,
  ])('warns about the timestamp %j', (timestamp) => {
    expect(read({ metadata: { timestamp }, components: [] }).warnings).toEqual([
      { code: 'TIMESTAMP_INVALID', count: 1, paths: ['/metadata/timestamp'] },
    ]);
  });
});
