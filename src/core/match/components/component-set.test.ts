import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { aComponent } from '../../../../test/support/inventories.ts';
import type { Component, Inventory } from '../../sbom/inventory.ts';
import { toComponentSet } from './component-set.ts';

const NO_CONTEXT = { distroOverride: undefined, image: undefined };

function anInventory(components: readonly Component[], edges: readonly number[] = []): Inventory {
  return {
    subject: undefined,
    components,
    edges: Int32Array.from(edges),
    ownerships: Int32Array.of(),
    roots: Int32Array.of(-1),
    graph: 'complete',
    distro: undefined,
    tool: undefined,
    serviceCount: 0,
    fileCount: 0,
    claims: [],
    warnings: [],
  };
}

function setOf(components: readonly Component[], edges?: readonly number[]) {
  return toComponentSet(anInventory(components, edges), NO_CONTEXT);
}

describe('toComponentSet', () => {
  it('contains a package version once, however often and in whatever spelling it is listed', () => {
    const { members, memberOf } = setOf([
      aComponent({ ref: 'a', purls: ['pkg:npm/%40types/node@18.0.0'], name: 'node', group: '@types' }),
      aComponent({ ref: 'b', purls: ['pkg:npm/@types/node@18.0.0?package-id=1'], name: '@types/node' }),
      aComponent({ ref: 'c', purls: ['pkg:npm/types-node@18.0.0'] }),
    ]);

    expect(members.map(({ name, version }) => [name, version])).toEqual([
      ['@types/node', '18.0.0'],
      ['types-node', '18.0.0'],
    ]);
    expect([...memberOf]).toEqual([0, 0, 1]);
  });

  it('keeps a purl as sent, and of several always the same one', () => {
    const purls = ['pkg:npm/left-pad@1.3.0?b=1', 'pkg:npm/left-pad@1.3.0?a=1'];
    const [first, second] = [purls, purls.toReversed()].map((list) =>
      setOf(list.map((purl) => aComponent({ purls: [purl] }))),
    );

    expect(first?.members[0]?.purl).toBe('pkg:npm/left-pad@1.3.0?a=1');
    expect(second).toEqual(first);
  });

  it('uses the strongest scope of all locations', () => {
    const scopes = ['development', 'optional', 'test'] as const;

    expect(setOf(scopes.map((scope) => aComponent({ scope }))).members[0]?.scope).toBe('optional');
  });

  it('is direct if any of its locations is', () => {
    const components = [
      aComponent({ ref: 'a' }),
      aComponent({ ref: 'b', purls: ['pkg:npm/b@1'] }),
      aComponent({ ref: 'c' }),
    ];

    // a is below b, which is below the subject; c is the same package directly below the subject.
    const { members } = setOf(components, [-1, 1, 1, 0, -1, 2]);

    expect(members.map(({ name, direct }) => [name, direct])).toEqual([
      ['b', true],
      ['left-pad', true],
    ]);
  });

  it('distinguishes unidentified components by everything that the document says about them', () => {
    const unknown = { purls: [], packageType: undefined };
    const { members } = setOf([
      aComponent({ ...unknown, name: 'app', version: '1' }),
      aComponent({ ...unknown, name: 'app', version: '2' }),
      aComponent({ ...unknown, name: 'app', version: '1', type: 'file' }),
      aComponent({ ...unknown, name: 'app', version: '1', group: 'acme' }),
      aComponent({ ...unknown, name: 'app', version: '1' }),
    ]);

    expect(members).toHaveLength(4);
    expect(members.every(({ notChecked, keys }) => notChecked === 'no-identity' && keys.length === 0)).toBe(true);
    expect(members.map(({ name }) => name).toSorted()).toEqual(['acme/app', 'app', 'app', 'app']);
  });

  it('reports a package of an unsupported type as not checked', () => {
    const [member] = setOf([aComponent({ purls: ['pkg:generic/openssl@3.0.1'] })]).members;

    expect(member).toMatchObject({ ecosystem: 'generic', notChecked: 'unsupported-type' });
  });

  it('does not depend on the order of the components', () => {
    const component = fc
      .record({
        name: fc.constantFrom('a', 'b', 'c'),
        version: fc.constantFrom('1.0.0', '2.0.0', undefined),
        scope: fc.constantFrom('required', 'optional', 'development'),
        type: fc.constantFrom('library', 'framework'),
      } as const)
      .map(({ name, version, ...changes }) =>
        aComponent({ name, version, purls: version === undefined ? [] : [`pkg:npm/${name}@${version}`], ...changes }),
      );
    fc.assert(
      fc.property(
        fc
          .array(component, { maxLength: 12 })
          .chain((list) => fc.tuple(fc.constant(list), fc.shuffledSubarray(list, { minLength: list.length }))),
        ([list, shuffled]) => {
          expect(setOf(shuffled).members).toEqual(setOf(list).members);
        },
      ),
    );
  });
});
