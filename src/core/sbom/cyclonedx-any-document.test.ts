/** Rules for every CycloneDX document, whoever wrote it: nothing throws, and no order matters. */
import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { warningsOf, withoutOrder } from '../../../test/support/inventories.ts';
import { readCycloneDx } from './cyclonedx.ts';

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

/** Documents with some of the parts. */
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

/** Reads, and lists what holds for every inventory and does not for this one. */
function findProblems(document: unknown): readonly string[] {
  const inventory = readCycloneDx(document, '');
  const text = JSON.stringify(inventory);
  const { edges, roots, claims, components } = inventory;
  const nodes = [...edges, ...roots, ...claims.flatMap((claim) => claim.components)];
  const rules = {
    'crosses the border of a thread': isDeepStrictEqual(structuredClone(inventory), inventory),
    'holds only text that can be stored': text.isWellFormed() && !text.includes(String.raw`\u00`),
    'leads to its own components': nodes.every((node) => node >= -1 && node < components.length),
  };
  return Object.entries(rules).flatMap(([rule, holds]) => (holds ? [] : [rule]));
}

describe('any document', () => {
  it('that is JSON becomes an inventory', () => {
    fc.assert(
      fc.property(anyJson, (document) => {
        expect(findProblems(document)).toEqual([]);
      }),
    );
  });

  it('with any JSON in its places becomes an inventory', () => {
    const names = ['metadata', ...Object.keys(PARTS)];
    const wild = fc.dictionary(fc.constantFrom(...names), fc.oneof(anyJson, fc.array(anyJson)));
    fc.assert(
      fc.property(wild, (parts) => {
        expect(findProblems({ ...HEAD, ...parts })).toEqual([]);
      }),
    );
  });

  it('that is broken in one place becomes an inventory', () => {
    const breakage = fc.record({
      at: fc.nat(),
      value: fc.oneof(anyJson, fc.constantFrom(null, '\u0000', '\uD800', {}, [], 7)),
    });
    fc.assert(
      fc.property(someDocument, fc.array(breakage, { minLength: 1, maxLength: 4 }), (document, breakages) => {
        const broken = structuredClone(document);
        for (const { at, value } of breakages) {
          const places = listPlaces(broken);
          const place = places[at % places.length];
          if (place !== undefined) Reflect.set(place.holder, place.name, value);
        }
        expect(findProblems(broken)).toEqual([]);
      }),
      { numRuns: 500 },
    );
  });

  it('is the same in any order of its lists and of the members of its objects', () => {
    fc.assert(
      fc.property(someDocument, fc.infiniteStream(fc.double({ min: 0, max: 1, noNaN: true })), (document, numbers) => {
        const next = (): number => numbers.next().value ?? 0;

        const other = readCycloneDx(mix(document, next), '');

        expect(withoutOrder(other)).toEqual(withoutOrder(readCycloneDx(document, '')));
      }),
      { numRuns: 300 },
    );
  });
});

describe('odd documents', () => {
  it.each<[string, unknown, readonly string[]]>([
    ['components that are nothing', [null, [], 'x', 7, { name: 7 }, {}], ['COMPONENT_UNREADABLE 6']],
    ['a purl that is null', [{ type: 'data', name: 'a', purl: null }], []],
    ['a list of purls', [{ name: 'a', purl: ['pkg:npm/a@1', 'pkg:npm/a@2', null] }], []],
    ['a list of CPEs', [{ type: 'data', name: 'a', cpe: ['cpe:/a:v:p', 7] }], ['CPE_IGNORED 1']],
    ['only a tag', [{ name: 'a', swid: { tagId: 't', name: 'a', version: '1' } }], ['COMPONENT_WITHOUT_PURL 1']],
    ['properties as an object', [{ type: 'data', name: 'a', properties: { 'syft:package:type': 'deb' } }], []],
  ])('with %s are read', (_, components, warnings) => {
    expect(warningsOf(readCycloneDx({ ...HEAD, metadata: {}, components }, ''))).toEqual(warnings);
  });

  it('with components sixty deep are read to the ground', () => {
    let component: Record<string, unknown> = { type: 'data', name: 'ground' };
    for (let depth = 1; depth < 60; depth += 1)
      component = { type: 'data', name: `level-${depth}`, components: [component] };
    const { components, edges, graph } = readCycloneDx({ components: [component] }, '');

    expect(components).toHaveLength(60);
    expect(components.at(-1)?.ref).toBe(`/components/0${'/components/0'.repeat(59)}`);
    expect(edges).toHaveLength(59 * 2);
    expect(graph).toBe('complete');
  });
});

interface Place {
  readonly holder: object;
  readonly name: string;
}

/** Every member and every element, at any depth. */
function listPlaces(document: object): readonly Place[] {
  const places: Place[] = [];
  const holders = [document];
  for (const holder of holders) {
    for (const name of Object.keys(holder)) {
      places.push({ holder, name });
      const value: unknown = Reflect.get(holder, name);
      if (typeof value === 'object' && value !== null) holders.push(value);
    }
  }
  return places;
}

function mix(value: unknown, next: () => number): unknown {
  if (Array.isArray(value)) return shuffle(value, next).map((each) => mix(each, next));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(shuffle(Object.entries(value), next).map(([name, each]) => [name, mix(each, next)]));
}

function shuffle<Value>(values: readonly Value[], next: () => number): readonly Value[] {
  return values
    .map((value) => ({ value, order: next() }))
    .toSorted((a, b) => a.order - b.order)
    .map(({ value }) => value);
}
