import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { aCycloneDx, anSpdx } from '../../../test/support/documents.ts';
import { warningsOf, withoutOrder } from '../../../test/support/inventories.ts';
import { findPackages } from '../identity/packages/find-packages.ts';
import { LIMITS } from '../limits.ts';
import { listIn } from './untrusted-value.ts';
import type { Inventory } from './inventory.ts';
import { parseSbom } from './parse-sbom.ts';

const CYCLONEDX = { format: 'cyclonedx', specVersion: '1.6', path: '' } as const;
const SPDX = { format: 'spdx', specVersion: '2.3', path: '' } as const;

function parseComponents(components: readonly unknown[], dependencies: readonly unknown[] = []): Inventory {
  return parseSbom(aCycloneDx({ components, dependencies }), CYCLONEDX);
}

describe('parseSbom', () => {
  it('parses both formats', () => {
    expect(parseSbom(aCycloneDx(), CYCLONEDX).components).toHaveLength(1);
    expect(parseSbom(anSpdx(), SPDX).subject?.name).toBe('shop');
  });

  it.each(['1.2', '1.3', '1.4', '1.5', '1.7', '1.8'])('parses CycloneDX %s', (specVersion) => {
    expect(parseSbom(aCycloneDx({ specVersion }), { ...CYCLONEDX, specVersion }).components).toHaveLength(1);
  });

  it("parses a document in GitHub's wrapper", () => {
    const inventory = parseSbom({ sbom: anSpdx({ packages: [null] }) }, { ...SPDX, path: '/sbom' });

    expect(inventory.warnings[0]).toEqual({ code: 'COMPONENT_UNREADABLE', count: 1, paths: ['/sbom/packages/0'] });
  });

  it('parses SPDX 3, also in a wrapper', () => {
    const document = { '@graph': [{ type: 'software_Package', name: 'a' }] };

    for (const specVersion of ['3.0', '3.0.0', '3.0.1']) {
      expect(parseSbom(document, { ...SPDX, specVersion }).components).toHaveLength(1);
    }
    expect(parseSbom({ sbom: document }, { ...SPDX, specVersion: '3.0.1', path: '/sbom' }).warnings).toEqual([
      { code: 'COMPONENT_WITHOUT_PURL', count: 1, paths: ['/sbom/@graph/0'] },
    ]);
  });

  it("parses the details of a document in GitHub's wrapper", () => {
    const [shop] = listIn(anSpdx(), 'packages');
    const packages = [{ ...Object(shop), licenseConcluded: 'MIT', versionInfo: 'NOASSERTION' }];
    const { components } = parseSbom({ sbom: anSpdx({ packages }) }, { ...SPDX, path: '/sbom' });

    expect(components).toMatchObject([{ name: 'shop', version: undefined, details: { licenses: ['MIT'] } }]);
  });

  it('does not throw for any members', () => {
    const member = fc.jsonValue({ maxDepth: 4 });
    const component = fc.record(
      {
        name: member,
        purl: member,
        version: member,
        group: member,
        'bom-ref': member,
        components: member,
        properties: member,
        evidence: fc.record({ identity: member }),
      },
      { requiredKeys: [] },
    );
    const spdxPackage = fc.record(
      { name: member, SPDXID: member, versionInfo: member, externalRefs: member, sourceInfo: member },
      { requiredKeys: [] },
    );
    const document = fc.record(
      {
        metadata: fc.oneof(member, fc.record({ component, tools: member, timestamp: member })),
        components: fc.oneof(member, fc.array(component)),
        dependencies: fc.oneof(member, fc.array(fc.record({ ref: member, dependsOn: member, provides: member }))),
        services: member,
        packages: fc.oneof(member, fc.array(spdxPackage)),
        relationships: fc.oneof(
          member,
          fc.array(
            fc.record({
              spdxElementId: member,
              relatedSpdxElement: member,
              relationshipType: fc.oneof(member, fc.constant('DEPENDS_ON')),
            }),
          ),
        ),
        documentDescribes: member,
        creationInfo: fc.oneof(member, fc.record({ creators: member, created: member })),
      },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(document, (value) => {
        for (const form of [CYCLONEDX, SPDX]) {
          const inventory = parseSbom(value, form);

          expect(structuredClone(inventory)).toEqual(inventory);
          expect([...inventory.edges].every((node) => node >= -1 && node < inventory.components.length)).toBe(true);
        }
      }),
    );
  });

  it('gives the same inventory, except for order, for components and dependencies in any order', () => {
    const refs = ['a', 'b', 'c', 'd', 'e'];
    const component = (ref: string) =>
      fc.record({
        type: fc.constantFrom('library', 'operating-system'),
        name: fc.constantFrom('debian', 'x', 7),
        version: fc.constantFrom('11', '12', null),
        purl: fc.constantFrom('pkg:npm/x@1', 'pkg:', null),
        'bom-ref': fc.constant(ref),
      });
    const dependency = fc.record({
      ref: fc.constantFrom(...refs, 'shop', 'nowhere'),
      dependsOn: fc.array(fc.constantFrom(...refs, 'shop', 'nowhere')),
    });
    const two = fc
      .tuple(fc.tuple(...refs.map(component)), fc.array(dependency))
      .chain(([components, dependencies]) =>
        fc.tuple(fc.constant({ components, dependencies }), shuffled(components), shuffled(dependencies)),
      );
    fc.assert(
      fc.property(two, ([{ components, dependencies }, otherComponents, otherDependencies]) => {
        const one = parseComponents(components, dependencies);
        const other = parseComponents(otherComponents, otherDependencies);

        expect(withoutOrder(other)).toEqual(withoutOrder(one));
      }),
    );
  });
});

function shuffled<T>(list: readonly T[]): fc.Arbitrary<T[]> {
  return fc.shuffledSubarray([...list], { minLength: list.length });
}

describe('parseSbom with a malicious document', () => {
  it('keeps the valid components among invalid ones', () => {
    const components = [
      null,
      7,
      'x',
      [],
      {},
      { name: 7 },
      { name: {} },
      { type: 'library', name: 'a', purl: 'pkg:npm/a@1' },
    ];
    const inventory = parseComponents(components);

    expect(inventory.components).toHaveLength(1);
    expect(inventory.warnings).toEqual([
      { code: 'COMPONENT_UNREADABLE', count: 7, paths: Array.from({ length: 7 }, (_, n) => `/components/${n}`) },
    ]);
  });

  it('keeps a few paths for a million warnings', () => {
    const inventory = parseComponents(Array.from({ length: 200_000 }, () => null));

    expect(warningsOf(inventory)).toEqual(['COMPONENT_UNREADABLE 200000']);
    expect(inventory.warnings[0]?.paths).toHaveLength(LIMITS.warningPathsPerCodeMax);
  });

  it('handles cycles, loops, a chain of 100,000 and dangling references', () => {
    const count = 100_000;
    const components = Array.from({ length: count }, (_, n) => ({ type: 'data', name: 'a', 'bom-ref': `c${n}` }));
    const chain = components.map(({ 'bom-ref': ref }, n) => ({ ref, dependsOn: [`c${n + 1}`, ref] }));
    const inventory = parseComponents(components, [
      { ref: 'shop', dependsOn: ['c0'] },
      ...chain,
      { ref: `c${count - 1}`, dependsOn: ['c0'] },
    ]);

    expect(inventory.edges).toHaveLength(2 * (1 + (count - 1) + count + 1));
    expect(inventory).toMatchObject({ graph: 'partial', warnings: [{ code: 'REFERENCE_DANGLING', count: 1 }] });
  });

  it('makes an inventory proportional to the edges of a dense graph', () => {
    const refs = Array.from({ length: 1_000 }, (_, n) => `${n}`);
    const inventory = parseComponents(
      refs.map((ref) => ({ type: 'data', name: 'a', 'bom-ref': ref })),
      refs.map((ref) => ({ ref, dependsOn: refs })),
    );

    expect(inventory.edges).toHaveLength(2_000_000);
  });

  it('handles the maximum depth without recursion', () => {
    const levels = 10_000;
    let component: object = { type: 'data', name: 'a' };
    for (let level = 1; level < levels; level += 1) component = { type: 'data', name: 'a', components: [component] };

    expect(parseComponents([component]).components).toHaveLength(levels);
  });

  it.each<[string, string, string[]]>([
    ['pkg:', 'invalid-purl', ['PURL_INVALID 1']],
    ['pkg:npm', 'invalid-purl', ['PURL_INVALID 1']],
    ['pkg:npm/%00@1', 'invalid-purl', ['PURL_INVALID 1']],
    ['pkg:npm/\u0000@1', 'invalid-purl', ['PURL_INVALID 1', 'TEXT_REPLACED 1']],
    ['pkg:npm/../../x@1', 'invalid-purl', ['PURL_INVALID 1']],
    ['PKG:NPM/a@1', 'npm a 1', ['PURL_NOT_STRICT 1']],
    [`pkg:npm/${'a'.repeat(2_041)}`, 'no-identity', ['IDENTITY_TOO_LONG 1']],
    [`pkg:npm/${'a'.repeat(1_000_000)}`, 'no-identity', ['IDENTITY_TOO_LONG 1']],
    ['pkg:npm/\u202Esoixa@1', 'npm \u202Esoixa 1', ['PURL_DISAGREES 1', 'PURL_NOT_STRICT 1']],
    ['pkg:npm/ax\u200Bios@1', 'npm ax\u200Bios 1', ['PURL_DISAGREES 1', 'PURL_NOT_STRICT 1']],
    ['pkg:npm/\u0430xios@1', 'npm \u0430xios 1', ['PURL_DISAGREES 1', 'PURL_NOT_STRICT 1']],
  ])('identifies the purl %.40j as %s', (purl, expected, warnings) => {
    const inventory = parseComponents([{ type: 'library', name: 'a', purl }]);

    expect(identityOf(inventory)).toBe(expected);
    expect(warningsOf(inventory)).toEqual(warnings);
  });

  it.each<[string, string]>([
    ['', 'no-version'],
    ['1.'.repeat(5_000), 'unparsable-version'],
    [`1.0-${'a'.repeat(50_000)}`, 'unparsable-version'],
    ['9'.repeat(10_000), 'unparsable-version'],
    ['0x10', 'npm a 0x10'],
    [' 1.0 ', 'npm a  1.0 '],
    ['latest', 'floating-ref'],
    ['>=1', 'floating-ref'],
    ['1.0😀', 'npm a 1.0😀'],
    ['\u202E0.1', 'npm a \u202E0.1'],
  ])('identifies the version %.40j as %.40s', (version, expected) => {
    expect(identityOf(parseComponents([{ type: 'library', name: 'a', version, purl: 'pkg:npm/a' }]))).toBe(expected);
  });

  it.each(['<img src=x onerror=alert(1)>', 'javascript:alert(1)', '=HYPERLINK("http://x")', '+1', '-1', '@x'])(
    'keeps the name %s',
    (name) => {
      expect(parseComponents([{ type: 'data', name }])).toMatchObject({ components: [{ name }], warnings: [] });
    },
  );

  it.each([
    ['\t=1', '\uFFFD=1'],
    ['\r=1', '\uFFFD=1'],
  ])('keeps the name %j as %j', (name, kept) => {
    expect(parseComponents([{ type: 'data', name }])).toMatchObject({
      components: [{ name: kept }],
      warnings: [{ code: 'TEXT_REPLACED' }],
    });
  });

  it('does not change prototypes', () => {
    const value: unknown = JSON.parse(
      '{"__proto__":{"isAdmin":true},"components":[{"name":"a","__proto__":{"isAdmin":true},"constructor":{"prototype":{"isAdmin":true}}}]}',
    );

    expect(parseSbom(value, CYCLONEDX).components).toHaveLength(1);
    expect(Reflect.get({}, 'isAdmin')).toBeUndefined();
  });
});

/** Family, name and version of the single component, or the reason why it has none. */
function identityOf({ components: [component] }: Inventory): string {
  if (component === undefined) return 'no component';
  const { packages, reason } = findPackages(component);
  return (
    packages.map(({ identity, version }) => `${identity.family} ${identity.name} ${version}`).join() || String(reason)
  );
}
