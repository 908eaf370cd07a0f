/** Parts of a CycloneDX document beside its components: services, build tools, completeness, vulnerabilities. */
import { describe, expect, it } from 'vitest';
import { aCycloneDx } from '../../../../test/support/documents.ts';
import { edgesOf, warningsOf } from '../../../../test/support/inventories.ts';
import { LIMITS } from '../../limits.ts';
import { parseCycloneDx } from './parse-cyclonedx.ts';
import type { Inventory } from '../inventory.ts';

const SERIAL = '3E671687-395B-41f5-a30f-a58921a69b79';

function read(changes: Record<string, unknown>): Inventory {
  return parseCycloneDx(aCycloneDx({ serialNumber: `urn:uuid:${SERIAL}`, ...changes }), '');
}

function aPackage(name: string, changes: Record<string, unknown> = {}) {
  return { type: 'library', name, 'bom-ref': name, purl: `pkg:npm/${name}@1`, ...changes };
}

describe('duplicate bom-ref', () => {
  it('gives a warning at each component after the first, and references resolve to the first', () => {
    const inventory = read({
      components: [aPackage('a'), aPackage('b', { 'bom-ref': 'a' }), aPackage('c', { components: [aPackage('a')] })],
      dependencies: [{ ref: 'c', dependsOn: ['a'] }],
    });

    expect(inventory.warnings).toEqual([
      { code: 'REFERENCE_DUPLICATE', count: 2, paths: ['/components/1', '/components/2/components/0'] },
    ]);
    const edges = [...inventory.edges].flatMap((from, i, all) => (i % 2 === 0 ? [`${from} ${all[i + 1]}`] : []));
    expect(edges).toContain('2 0');
  });
});

describe('formulation', () => {
  const formulation = [
    {
      'bom-ref': 'formula',
      components: [
        {
          type: 'platform',
          name: 'builder',
          'bom-ref': 'builder',
          components: [{ type: 'application', name: 'make' }],
        },
        { type: 'operating-system', name: 'debian', version: '13', 'bom-ref': 'host' },
        { type: 'library', name: 'left-pad', 'bom-ref': 'left-pad' },
        { type: 'application', 'bom-ref': 'nameless' },
        null,
      ],
      services: [{ name: 'registry', 'bom-ref': 'registry' }],
      workflows: [{ 'bom-ref': 'workflow', uid: '1', taskTypes: ['build'], resourceReferences: [{ ref: 'left-pad' }] }],
    },
    null,
  ];

  it('lists build tools, which are not part of the software', () => {
    const inventory = read({ formulation });

    expect(inventory.components.map(({ name, scope }) => `${name} ${scope}`)).toEqual([
      'left-pad required',
      'builder build',
      'make build',
      'debian build',
    ]);
    expect(inventory).toMatchObject({ graph: 'complete', distro: undefined, serviceCount: 0, warnings: [] });
  });

  it('can be referenced', () => {
    const dependencies = [
      { ref: 'shop', dependsOn: ['left-pad'] },
      { ref: 'builder', dependsOn: ['host', 'registry'] },
    ];

    const inventory = read({ formulation, dependencies });

    expect(edgesOf(inventory)).toEqual([
      '* > left-pad',
      'builder > /formulation/0/components/0/components/0',
      'builder > host',
    ]);
    expect(warningsOf(inventory)).toEqual([]);
  });

  it('is truncated if there are too many tools', () => {
    const tools = Array.from({ length: LIMITS.buildToolsPerSbomMax + 2 }, (_, n) => ({ name: `tool-${n}` }));
    const inventory = read({ formulation: [{ components: tools }] });

    expect(inventory.components).toHaveLength(LIMITS.buildToolsPerSbomMax + 1);
    expect(warningsOf(inventory)).toEqual(['BUILD_TOOLS_CUT 2']);
  });
});

describe('services', () => {
  it('are counted at every level', () => {
    const services = [{ name: 'a', services: [{ name: 'b' }, null] }, { name: 'c' }, 'x'];

    expect(read({ services }).serviceCount).toBe(3);
  });

  it('do not add edges to their dependencies', () => {
    const inventory = read({
      components: [aPackage('a'), aPackage('b')],
      services: [{ name: 's', 'bom-ref': 's' }],
      dependencies: [
        { ref: 'shop', dependsOn: ['a', 's'] },
        { ref: 's', dependsOn: ['b'] },
      ],
    });

    expect(edgesOf(inventory)).toEqual(['* > a']);
    expect(inventory).toMatchObject({ graph: 'partial', warnings: [] });
  });

  it('keep the graph complete if the software has the same dependencies', () => {
    const inventory = read({
      services: [{ name: 's', 'bom-ref': 's' }],
      dependencies: [
        { ref: 'shop', dependsOn: ['left-pad', 's'] },
        { ref: 's', dependsOn: ['left-pad'] },
      ],
    });

    expect(inventory.graph).toBe('complete');
  });
});

describe('compositions', () => {
  it.each<[string, unknown, Inventory['graph']]>([
    ['of a whole document', [{ aggregate: 'complete', assemblies: ['shop'], dependencies: ['shop'] }], 'complete'],
    ['of an incomplete document', [{ aggregate: 'incomplete' }], 'partial'],
    [
      'of an incomplete document, named',
      [{ 'bom-ref': 'composition', aggregate: 'incomplete_first_party_only' }],
      'partial',
    ],
    [
      'with a component whose parts are missing',
      [{ aggregate: 'incomplete_third_party_only', assemblies: ['left-pad'] }],
      'partial',
    ],
    [
      'with a component whose dependencies are missing',
      [{ aggregate: 'incomplete', dependencies: ['left-pad'] }],
      'partial',
    ],
    ['with a gap after a whole', [{ aggregate: 'complete' }, { aggregate: 'incomplete' }], 'partial'],
    ['with a gap in the list of vulnerabilities', [{ aggregate: 'incomplete', vulnerabilities: ['v'] }], 'complete'],
    ['with a gap in an unknown component', [{ aggregate: 'incomplete', dependencies: ['x'] }], 'complete'],
    ['with an unknown subject', [{ aggregate: 'unknown', dependencies: ['shop'] }], 'partial'],
    [
      'of cyclonedx-gomod',
      [
        { aggregate: 'complete', dependencies: ['shop'] },
        { aggregate: 'unknown', dependencies: ['left-pad'] },
      ],
      'complete',
    ],
    [
      'without information',
      [{ aggregate: 'unknown' }, { aggregate: 'not_specified', assemblies: ['shop'] }],
      'complete',
    ],
    ['of invalid shape', [null, {}, { aggregate: 7 }, 'incomplete'], 'complete'],
    ['of another type', { aggregate: 'incomplete' }, 'complete'],
  ])('%s set the completeness of the graph', (_, compositions, graph) => {
    expect(read({ compositions }).graph).toBe(graph);
  });

  it('do not make a graph with unreachable components complete', () => {
    const components = [aPackage('left-pad'), aPackage('alone')];

    expect(read({ components, compositions: [{ aggregate: 'complete' }] }).graph).toBe('partial');
  });
});

describe('vulnerabilities', () => {
  it('become claims about components', () => {
    const { claims, graph, warnings } = read({
      components: [aPackage('left-pad'), aPackage('b')],
      dependencies: [{ ref: 'shop', dependsOn: ['left-pad', 'b'] }],
      vulnerabilities: [
        {
          'bom-ref': 'v',
          id: 'CVE-2021-44228',
          source: { name: 'NVD', url: 'https://nvd.nist.gov' },
          analysis: {
            state: 'not_affected',
            justification: 'code_not_reachable',
            detail: 'Never\ncalled.',
            response: ['update'],
          },
          affects: [{ ref: 'b' }, { ref: 'shop' }, { ref: 'b', versions: [{ version: '1', status: 'affected' }] }],
        },
        { id: 'GHSA-1' },
        { analysis: { state: 'exploitable' } },
        null,
      ],
    });

    const nothing = {
      source: undefined,
      components: [],
      state: undefined,
      justification: undefined,
      detail: undefined,
    };
    expect(claims).toEqual([
      {
        id: 'CVE-2021-44228',
        source: 'NVD',
        components: [1, -1],
        state: 'not_affected',
        justification: 'code_not_reachable',
        detail: 'Never called.',
      },
      { ...nothing, id: 'GHSA-1' },
    ]);
    expect({ graph, warnings }).toEqual({ graph: 'complete', warnings: [] });
  });

  it.each<[string, unknown, readonly number[], readonly string[]]>([
    ['of this document', `urn:cdx:${SERIAL}/1#left-pad`, [0], []],
    ['of this document in another case', `urn:cdx:${SERIAL.toLowerCase()}/1#left-pad`, [0], []],
    ['of another version of this document', `urn:cdx:${SERIAL}/7#left-pad`, [0], []],
    ['of this document, encoded', `urn:cdx:${SERIAL}/1#left%2Dpad`, [0], []],
    ['of this document to nothing', `urn:cdx:${SERIAL}/1#x`, [], []],
    ['of this document as a whole', `urn:cdx:${SERIAL}/1`, [], []],
    ['of another document', 'urn:cdx:f08a6ccd-4dce-4759-bd84-c626675d60a7/1#left-pad', [], []],
    ['that is broken', 'urn:cdx:', [], []],
    ['to a service', 's', [], []],
    ['to nothing', 'x', [], ['REFERENCE_DANGLING 1']],
    ['that is none', 7, [], ['REFERENCE_DANGLING 1']],
  ])('resolve a reference %s', (_, ref, components, warnings) => {
    const inventory = read({ vulnerabilities: [{ id: 'CVE-1', affects: [{ ref }] }], services: [{ 'bom-ref': 's' }] });

    expect(inventory.claims.map((claim) => claim.components)).toEqual([components]);
    expect(warningsOf(inventory)).toEqual(warnings);
    expect(inventory.graph).toBe('complete');
  });

  it('are limited in number', () => {
    const components = Array.from({ length: LIMITS.componentsPerClaimMax + 1 }, (_, n) => aPackage(`p${n}`));
    const affects = components.map((component) => ({ ref: component['bom-ref'] }));
    const many = Array.from({ length: LIMITS.claimsPerSbomMax }, (_, n) => ({ id: `CVE-${n}` }));
    const inventory = read({
      components,
      dependencies: [],
      vulnerabilities: [{ id: 'x'.repeat(200), affects, analysis: { detail: 'a\u0000' } }, ...many],
    });

    expect(inventory.claims).toHaveLength(LIMITS.claimsPerSbomMax);
    expect(inventory.claims[0]?.components).toHaveLength(LIMITS.componentsPerClaimMax);
    expect(inventory.claims[0]).toMatchObject({
      id: `${'x'.repeat(LIMITS.advisoryIdCharactersMax)}…`,
      detail: 'a\uFFFD',
    });
    expect(warningsOf(inventory)).toEqual(['CLAIMS_CUT 2', 'TEXT_REPLACED 1']);
  });
});

describe('references', () => {
  it('can be BOM-Links into the document itself', () => {
    const dependencies = [{ ref: `urn:cdx:${SERIAL}/1#shop`, dependsOn: [`urn:cdx:${SERIAL}/1#left-pad`] }];

    expect(edgesOf(read({ dependencies }))).toEqual(['* > left-pad']);
  });

  it('can be purls if components have no bom-ref', () => {
    const inventory = read({
      components: [
        aPackage('a', { 'bom-ref': undefined }),
        aPackage('b', { 'bom-ref': 'pkg:npm/c@1' }),
        aPackage('c', { 'bom-ref': undefined }),
      ],
      dependencies: [{ ref: 'shop', dependsOn: ['pkg:npm/a@1', 'pkg:npm/b@1', 'pkg:npm/c@1'] }],
    });

    expect(edgesOf(inventory)).toEqual(['* > /components/0', '* > pkg:npm/c@1']);
    expect(warningsOf(inventory)).toEqual(['REFERENCE_DANGLING 1']);
  });

  it('resolve to the subject even if it is listed among the components', () => {
    const inventory = read({ components: [aPackage('shop'), aPackage('left-pad')] });

    expect([...inventory.roots]).toEqual([-1, 0]);
    expect(edgesOf(inventory)).toEqual(['* > left-pad']);
    expect(inventory.graph).toBe('complete');
  });
});
