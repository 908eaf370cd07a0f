/** Owners in a set of components: positions in the set, whatever the order of the document. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { aComponent } from '../../../../test/support/inventories.ts';
import { LIMITS } from '../../limits.ts';
import type { Component } from '../../sbom/inventory.ts';
import { toComponentSet, type ComponentSet } from './component-set.ts';

const NO_CONTEXT = { distroOverride: undefined, image: undefined };

function setOf(components: readonly Component[], pairs: readonly (readonly [number, number])[]): ComponentSet {
  const inventory = {
    subject: undefined,
    edges: Int32Array.of(),
    roots: Int32Array.of(),
    graph: 'missing' as const,
    distro: undefined,
    tool: undefined,
    serviceCount: 0,
    fileCount: 0,
    claims: [],
    warnings: [],
    components,
    ownerships: Int32Array.from(pairs.flat()),
  };
  return toComponentSet(inventory, NO_CONTEXT);
}

/** Returns `owned <- owners`, by name. */
function ownersIn({ members }: ComponentSet): string[] {
  return members
    .filter(({ ownership }) => ownership !== null)
    .map(({ name, ownership, owners }) => {
      const names = owners.map((position) => members[position]?.name);
      return `${name} <- ${names.join(' ')} ${ownership}`;
    });
}

const RPM = aComponent({ purls: ['pkg:deb/debian/python3-rpm@4.18.0-3?distro=debian-12'] });
const TOOLS = aComponent({ purls: ['pkg:deb/debian/apt@2.6.1?distro=debian-12'] });
const SIX = aComponent({ purls: ['pkg:pypi/six@1.16.0'] });
const FOUND_SIX = { ...SIX, details: { locations: [{ path: '/usr/lib/python3/dist-packages/six' }] } };
const SYSTEM_SIX = aComponent({ purls: ['pkg:deb/debian/python3-six@1.16.0-4?distro=debian-12'] });

describe('owners in a set', () => {
  it('are members of the set', () => {
    expect(ownersIn(setOf([SIX, RPM], [[1, 0]]))).toEqual(['six <- python3-rpm certain']);
  });

  it.each<[string, readonly Component[], readonly (readonly [number, number])[], readonly string[]]>([
    [
      'one owner',
      [RPM, SIX, SIX],
      [
        [0, 1],
        [0, 2],
      ],
      ['six <- python3-rpm certain'],
    ],
    [
      'several owners',
      [RPM, TOOLS, SIX, SIX],
      [
        [0, 2],
        [1, 3],
      ],
      ['six <- apt python3-rpm certain'],
    ],
    ['no owner in one place', [RPM, SIX, SIX], [[0, 1]], []],
    [
      'a likely owner in one place',
      [RPM, SYSTEM_SIX, SIX, FOUND_SIX],
      [[0, 2]],
      ['six <- python3-rpm python3-six probable'],
    ],
  ])('are combined from all locations of a package: %s', (_, components, pairs, owners) => {
    expect(ownersIn(setOf(components, pairs))).toEqual(owners);
  });

  it('are dropped if there are too many', () => {
    const owners = Array.from({ length: LIMITS.ownersPerComponentMax + 1 }, (_, n) =>
      aComponent({ purls: [`pkg:deb/debian/a${n}@1?distro=debian-12`] }),
    );
    const pairs = owners.map((_, n) => [n + 1, 0] as const);

    expect(ownersIn(setOf([SIX, ...owners], pairs))).toEqual([]);
    expect(ownersIn(setOf([SIX, ...owners.slice(1)], pairs.slice(1)))).toHaveLength(1);
  });

  it('do not depend on the order of the components', () => {
    const kinds = [RPM, TOOLS, SIX, FOUND_SIX, SYSTEM_SIX, aComponent()];
    const systems: readonly Component[] = [RPM, TOOLS, SYSTEM_SIX];
    const document = fc.array(fc.constantFrom(...kinds), { minLength: 2, maxLength: 8 }).chain((components) => {
      const nodes = [...components.keys()];
      const isSystem = (node: number): boolean => systems.includes(components[node] ?? RPM);
      const possible = nodes
        .filter(isSystem)
        .flatMap((owner) => nodes.filter((node) => !isSystem(node)).map((owned) => [owner, owned] as const));
      return fc.record({
        components: fc.constant(components),
        pairs: fc.subarray(possible),
        order: fc.shuffledSubarray(nodes, { minLength: nodes.length }),
      });
    });
    fc.assert(
      fc.property(document, ({ components, pairs, order }) => {
        const shuffled = order.flatMap((index) => components[index] ?? []);
        const moved = pairs.map(([owner, owned]) => [order.indexOf(owner), order.indexOf(owned)] as const);

        expect(setOf(shuffled, moved.toReversed()).members).toEqual(setOf(components, pairs).members);
      }),
    );
  });
});
