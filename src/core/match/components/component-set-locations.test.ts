/** The locations of a component in its document, other than its scope: the platform, and whether a root leads to it. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { aComponent } from '../../../../test/support/inventories.ts';
import type { Component, Inventory } from '../../sbom/inventory.ts';
import { wholePlatform } from './component-platform.ts';
import { toComponentSet, type SetMember } from './component-set.ts';

function membersOf(
  components: readonly Component[],
  { edges = [], isGraphWhole = false }: { readonly edges?: readonly number[]; readonly isGraphWhole?: boolean } = {},
): readonly SetMember[] {
  const inventory: Inventory = {
    subject: undefined,
    components,
    edges: Int32Array.from(edges),
    ownerships: Int32Array.of(),
    roots: Int32Array.of(-1),
    graph: 'complete',
    distro: undefined,
    tool: undefined,
    about: { phases: [], serialNumber: undefined, version: undefined, isGraphWhole, isDated: false },
    serviceCount: 0,
    fileCount: 0,
    claims: [],
    warnings: [],
  };
  return toComponentSet(inventory, { distroOverride: undefined, image: undefined }).members;
}

function bash(arch: string | undefined, changes: Partial<Component> = {}): Component {
  const qualifiers = arch === undefined ? '' : `&arch=${arch}`;
  const purl = `pkg:deb/debian/bash@5.2?distro=debian-12${qualifiers}`;
  return aComponent({ ref: purl, name: 'bash', version: '5.2', purls: [purl], ...changes });
}

describe('the platform of a member', () => {
  it('is null if it is the platform in the purl', () => {
    const [member] = membersOf([bash('amd64'), bash('amd64')]);

    expect(member?.platform).toBeNull();
    expect(member && wholePlatform(member)).toEqual({ os: [], arch: ['amd64'] });
  });

  it.each<[string, readonly Component[], object]>([
    ['a property of a tool', [aComponent({ platform: { os: ['darwin'], arch: [] } })], { os: ['darwin'], arch: [] }],
    [
      'a property beside the purl',
      [bash('amd64', { platform: { os: ['linux'], arch: [] } })],
      { os: ['linux'], arch: ['amd64'] },
    ],
    ['two places', [bash('amd64'), bash('i386')], { os: [], arch: ['386', 'amd64'] }],
    ['three places', [bash('arm64'), bash('amd64'), bash('i386')], { os: [], arch: ['386', 'amd64', 'arm64'] }],
    ['a place without the information', [bash('amd64'), bash(undefined)], { os: [], arch: [] }],
    [
      'several purls of one component',
      [bash('amd64', { purls: [...bash('amd64').purls, ...bash('arm64').purls] })],
      { os: [], arch: ['amd64', 'arm64'] },
    ],
  ])('is determined by %s', (_, components, platform) => {
    const [member] = membersOf(components);

    expect(member && wholePlatform(member)).toEqual(platform);
  });

  it('does not depend on the order of the locations', () => {
    const place = fc.constantFrom(
      bash('amd64'),
      bash('i386'),
      bash(undefined),
      bash('arm64', { platform: { os: ['linux'], arch: [] } }),
    );
    fc.assert(
      fc.property(fc.array(place, { minLength: 1, maxLength: 5 }), (places) => {
        expect(membersOf(places.toReversed())).toEqual(membersOf(places));
      }),
    );
  });
});

describe('inGraph of a member', () => {
  const components = [aComponent({ ref: 'a' }), bash('amd64')];

  it.each<[string, readonly number[], boolean, readonly (boolean | null)[]]>([
    ['is known if the graph is declared complete', [-1, 0], true, [false, true]],
    ['is unknown if the graph is not declared complete', [-1, 0], false, [null, null]],
    ['is unknown without a graph', [], true, [null, null]],
  ])('%s', (_, edges, isGraphWhole, expected) => {
    expect(membersOf(components, { edges, isGraphWhole }).map(({ inGraph }) => inGraph)).toEqual(expected);
  });

  it('is true if one of its locations is reachable', () => {
    const twice = [aComponent({ ref: 'a' }), aComponent({ ref: 'b' })];

    expect(membersOf(twice, { edges: [-1, 0], isGraphWhole: true })).toMatchObject([{ inGraph: true }]);
  });

  it('is null for a build tool', () => {
    const tool = { ...bash('amd64'), scope: 'build' } as const;

    expect(membersOf([aComponent(), tool], { edges: [-1, 0], isGraphWhole: true })).toMatchObject([
      { name: 'bash', inGraph: null },
      { name: 'left-pad', inGraph: true },
    ]);
  });
});
