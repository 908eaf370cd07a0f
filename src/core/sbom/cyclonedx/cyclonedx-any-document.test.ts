/** Properties of every CycloneDX document: parsing never throws, and order does not matter. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { brokenSomewhere, findProblems, inTwoOrders } from '../../../../test/support/any-document.ts';
import { warningsOf, withoutOrder } from '../../../../test/support/inventories.ts';
import { parseCycloneDx } from './parse-cyclonedx.ts';

const PARTS = {
  components: [
    {
      type: 'library',
      'bom-ref': 'a',
      group: '@g',
      name: 'a',
      version: '1',
      purl: 'pkg:npm/%40g/a@1',
      cpe: 'cpe:2.3:a:g:a:1:*:*:*:*:*:*:*',
      scope: 'optional',
      supplier: { name: 'S' },
      licenses: [{ license: { id: 'MIT' } }, { expression: 'MIT OR Zlib' }],
      hashes: [
        { alg: 'SHA-1', content: 'aa' },
        { alg: 'SHA-256', content: 'bb' },
      ],
      externalReferences: [
        { type: 'vcs', url: 'https://example.com/a.git' },
        { type: 'website', url: 'https://example.com' },
      ],
      evidence: {
        identity: [
          { field: 'purl', concludedValue: 'pkg:npm/%40g/a@1?x=1' },
          { field: 'purl', concludedValue: 'pkg:npm/%40g/a@1?x=2' },
        ],
        occurrences: [{ location: '/a' }, { location: '/b' }],
        licenses: [{ license: { id: 'Zlib' } }],
      },
      properties: [
        { name: 'cdx:npm:package:development', value: 'true' },
        { name: 'cdx:npm:package:path', value: 'node_modules/a' },
        { name: 'syft:cpe23', value: 'cpe:2.3:a:h:a:1:*:*:*:*:*:*:*' },
        { name: 'aquasecurity:trivy:PkgType', value: 'node-pkg' },
      ],
    },
    {
      type: 'library',
      'bom-ref': 'b',
      name: 'b',
      version: '2',
      purl: 'pkg:deb/debian/b@2?distro=debian-12',
      properties: [
        { name: 'syft:package:type', value: 'deb' },
        { name: 'package:type', value: 'other' },
        { name: 'syft:metadata:source', value: 'b-src' },
        { name: 'syft:metadata:sourceVersion', value: '2-1' },
        { name: 'syft:metadata:epoch', value: '1' },
        { name: 'syft:location:0:path', value: '/var/lib/dpkg/status' },
        { name: 'syft:location:0:layerID', value: 'sha256:1' },
        { name: 'syft:location:1:path', value: '/usr/share/doc/b' },
      ],
      components: [{ type: 'library', 'bom-ref': 'b.c', name: 'c', purl: 'pkg:npm/c@3', components: [] }],
    },
    {
      type: 'operating-system',
      'bom-ref': 'os',
      name: 'Debian',
      version: '12.5',
      properties: [
        { name: 'syft:distro:id', value: 'debian' },
        { name: 'syft:distro:versionID', value: '12' },
      ],
    },
    { type: 'library', 'bom-ref': 'd', name: 'd', swid: { tagId: 't', name: 'd' } },
  ],
  services: [{ 'bom-ref': 's', name: 's', services: [{ 'bom-ref': 't', name: 't' }] }],
  formulation: [
    { components: [{ type: 'platform', 'bom-ref': 'make', name: 'make' }], workflows: [{ 'bom-ref': 'w' }] },
  ],
  dependencies: [
    { ref: 'shop', dependsOn: ['a', 'b', 'os', 's'] },
    { ref: 'a', dependsOn: ['b'], provides: ['d'] },
    { ref: 'a', dependsOn: ['x', 'a'] },
    { ref: 's', dependsOn: ['a'] },
  ],
  compositions: [{ aggregate: 'complete' }, { aggregate: 'incomplete', assemblies: ['b'] }],
  vulnerabilities: [
    { id: 'CVE-1', source: { name: 'NVD' }, affects: [{ ref: 'a' }, { ref: 'b.c' }], analysis: { state: 'in_triage' } },
    { id: 'CVE-2', affects: [{ ref: 'y' }, { ref: 'urn:cdx:3e671687-395b-41f5-a30f-a58921a69b79/1#b' }] },
  ],
};
const HEAD = {
  bomFormat: 'CycloneDX',
  specVersion: '1.6',
  serialNumber: 'urn:uuid:3e671687-395b-41f5-a30f-a58921a69b79',
  version: 1,
  metadata: {
    timestamp: '2024-01-31T12:00:00Z',
    tools: { components: [{ type: 'application', name: 'syft', version: '1.0' }] },
    component: {
      type: 'container',
      'bom-ref': 'shop',
      name: 'shop',
      components: [{ 'bom-ref': 'e', name: 'e', purl: 'pkg:npm/e@1' }],
    },
    properties: [{ name: 'gitlab:container_scanning:operating_system:name', value: 'debian' }],
  },
};

/** Documents with a subset of the parts. */
const someDocument = fc
  .record({
    components: fc.subarray(PARTS.components),
    services: fc.subarray(PARTS.services),
    formulation: fc.subarray(PARTS.formulation),
    dependencies: fc.subarray(PARTS.dependencies),
    compositions: fc.subarray(PARTS.compositions),
    vulnerabilities: fc.subarray(PARTS.vulnerabilities),
  })
  .map((parts) => ({ ...HEAD, ...parts }));

const anyJson = fc.jsonValue({ maxDepth: 4 });

const problemsOf = (document: unknown): readonly string[] => findProblems(parseCycloneDx(document, ''));

describe('parseCycloneDx with arbitrary documents', () => {
  it('makes an inventory from any JSON', () => {
    fc.assert(
      fc.property(anyJson, (document) => {
        expect(problemsOf(document)).toEqual([]);
      }),
    );
  });

  it('makes an inventory with any JSON in known members', () => {
    const names = ['metadata', ...Object.keys(PARTS)];
    const wild = fc.dictionary(fc.constantFrom(...names), fc.oneof(anyJson, fc.array(anyJson)));
    fc.assert(
      fc.property(wild, (parts) => {
        expect(problemsOf({ ...HEAD, ...parts })).toEqual([]);
      }),
    );
  });

  it('makes an inventory from a document with damaged parts', () => {
    fc.assert(
      fc.property(brokenSomewhere(someDocument), (broken) => {
        expect(problemsOf(broken)).toEqual([]);
      }),
      { numRuns: 500 },
    );
  });

  it('gives the same result for any order of lists and members', () => {
    fc.assert(
      fc.property(inTwoOrders(someDocument), ([document, mixed]) => {
        expect(withoutOrder(parseCycloneDx(mixed, ''))).toEqual(withoutOrder(parseCycloneDx(document, '')));
      }),
      { numRuns: 300 },
    );
  });
});

describe('parseCycloneDx with unusual documents', () => {
  it.each<[string, unknown, readonly string[]]>([
    ['components that are nothing', [null, [], 'x', 7, { name: 7 }, {}], ['COMPONENT_UNREADABLE 6']],
    ['a purl that is null', [{ type: 'data', name: 'a', purl: null }], []],
    ['a list of purls', [{ name: 'a', purl: ['pkg:npm/a@1', 'pkg:npm/a@2', null] }], []],
    ['a list of CPEs', [{ type: 'data', name: 'a', cpe: ['cpe:/a:v:p', 7] }], ['CPE_IGNORED 1']],
    ['only a tag', [{ name: 'a', swid: { tagId: 't', name: 'a', version: '1' } }], ['COMPONENT_WITHOUT_PURL 1']],
    ['properties as an object', [{ type: 'data', name: 'a', properties: { 'syft:package:type': 'deb' } }], []],
  ])('parses a document with %s', (_, components, warnings) => {
    expect(warningsOf(parseCycloneDx({ ...HEAD, metadata: {}, components }, ''))).toEqual(warnings);
  });

  it('parses components nested sixty levels deep', () => {
    let component: Record<string, unknown> = { type: 'data', name: 'ground' };
    for (let depth = 1; depth < 60; depth += 1)
      component = { type: 'data', name: `level-${depth}`, components: [component] };
    const { components, edges, graph } = parseCycloneDx({ components: [component] }, '');

    expect(components).toHaveLength(60);
    expect(components.at(-1)?.ref).toBe(`/components/0${'/components/0'.repeat(59)}`);
    expect(edges).toHaveLength(59 * 2);
    expect(graph).toBe('complete');
  });
});
