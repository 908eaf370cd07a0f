import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { propagateScopes, findContradictedScopes, combineScopes } from './component-scopes.ts';
import { COMPONENT_SCOPES, type ComponentScope } from '../../vocabulary/sbom.ts';
import { aComponent } from '../../../../test/support/inventories.ts';

type ScopedEdge = readonly [from: number, to: number, scope: ComponentScope];

function spread(
  nodeCount: number,
  edges: readonly ScopedEdge[],
  roots: readonly number[] = [0],
): readonly ComponentScope[] {
  const byScope = Map.groupBy(edges, ([, , scope]) => scope);
  const packed = [...byScope].map(
    ([scope, list]) => [scope, Int32Array.from(list.flatMap(([from, to]) => [from, to]))] as const,
  );
  return propagateScopes({ nodeCount, edges: new Map(packed), roots });
}

describe('propagateScopes', () => {
  it('starts at a subject that is not a component', () => {
    const edges: readonly ScopedEdge[] = [
      [-1, 0, 'development'],
      [0, 1, 'required'],
      [-1, 2, 'required'],
      [2, 3, 'optional'],
      [1, 3, 'required'],
    ];

    expect(spread(5, edges, [-1])).toEqual(['development', 'development', 'required', 'optional', 'unknown']);
  });

  it.each<[string, readonly ScopedEdge[], readonly ComponentScope[]]>([
    [
      'a chain',
      [
        [0, 1, 'required'],
        [1, 2, 'required'],
      ],
      ['required', 'required', 'required'],
    ],
    [
      'a dependency of a test',
      [
        [0, 1, 'test'],
        [1, 2, 'required'],
      ],
      ['required', 'test', 'test'],
    ],
    [
      'a test of a tool',
      [
        [0, 1, 'build'],
        [1, 2, 'test'],
      ],
      ['required', 'build', 'test'],
    ],
    [
      'a tool of a test',
      [
        [0, 1, 'test'],
        [1, 2, 'build'],
      ],
      ['required', 'test', 'test'],
    ],
    [
      'a better way',
      [
        [0, 1, 'test'],
        [1, 2, 'required'],
        [0, 2, 'optional'],
      ],
      ['required', 'test', 'optional'],
    ],
    [
      'a better way that is longer',
      [
        [0, 2, 'development'],
        [0, 1, 'required'],
        [1, 2, 'required'],
      ],
      ['required', 'required', 'required'],
    ],
    [
      'the same edge twice',
      [
        [0, 1, 'test'],
        [0, 1, 'optional'],
        [1, 2, 'required'],
      ],
      ['required', 'optional', 'optional'],
    ],
    [
      'a cycle below a root',
      [
        [0, 1, 'development'],
        [1, 2, 'required'],
        [2, 1, 'required'],
      ],
      ['required', 'development', 'development'],
    ],
    [
      'a way back to the root',
      [
        [0, 1, 'test'],
        [1, 0, 'test'],
        [0, 2, 'required'],
      ],
      ['required', 'test', 'required'],
    ],
    [
      'a loop',
      [
        [0, 0, 'test'],
        [0, 1, 'required'],
        [1, 2, 'required'],
      ],
      ['required', 'required', 'required'],
    ],
    ['an unreachable component', [[1, 2, 'test']], ['unknown', 'required', 'test']],
    [
      'a cycle that nothing leads to',
      [
        [1, 2, 'test'],
        [2, 1, 'required'],
      ],
      ['unknown', 'required', 'required'],
    ],
    ['nothing', [], ['unknown', 'unknown', 'unknown']],
  ])('assigns scopes for %s', (_, edges, scopes) => {
    expect(spread(3, edges)).toEqual(scopes);
  });

  it('starts at every root', () => {
    expect(
      spread(
        4,
        [
          [0, 1, 'test'],
          [2, 1, 'optional'],
          [1, 3, 'required'],
        ],
        [0, 2],
      ),
    ).toEqual(['required', 'optional', 'required', 'optional']);
  });

  it('treats a root as required even if a test depends on it', () => {
    expect(spread(2, [[0, 1, 'test']], [0, 1])).toEqual(['required', 'required']);
  });

  it('handles a chain of any length', () => {
    const edges = Array.from({ length: 100_000 }, (_, n): ScopedEdge => [n, n + 1, n === 50_000 ? 'test' : 'required']);
    const scopes = spread(100_001, edges);

    expect([scopes[50_000], scopes[50_001], scopes[100_000]]).toEqual(['required', 'test', 'test']);
  });

  it('agrees with brute force', () => {
    const node = fc.integer({ min: 0, max: 5 });
    const edge = fc.tuple(node, node, fc.constantFrom(...COMPONENT_SCOPES));
    fc.assert(
      fc.property(fc.array(edge, { maxLength: 15 }), fc.array(node, { maxLength: 2 }), (edges, roots) => {
        expect(spread(6, edges, roots)).toEqual(tryEveryWay(6, edges, roots));
      }),
    );
  });
});

/** Relaxes every edge until nothing changes. */
function tryEveryWay(
  nodeCount: number,
  edges: readonly ScopedEdge[],
  roots: readonly number[],
): readonly ComponentScope[] {
  const ranks: number[] = Array.from({ length: nodeCount }, () => COMPONENT_SCOPES.length);
  const settle = (): void => {
    for (let round = 0; round < nodeCount * COMPONENT_SCOPES.length; round += 1) {
      for (const [from, to, scope] of edges) {
        const way = Math.max(ranks[from] ?? 0, COMPONENT_SCOPES.indexOf(scope));
        if ((ranks[from] ?? 0) < COMPONENT_SCOPES.length) ranks[to] = Math.min(ranks[to] ?? 0, way);
      }
    }
  };
  for (const node of ranks.keys()) {
    const isLedTo = edges.some(([, to]) => to === node);
    if (roots.includes(node) || (!isLedTo && edges.some(([from]) => from === node))) ranks[node] = 0;
  }
  settle();
  for (const [node, rank] of ranks.entries()) if (rank === COMPONENT_SCOPES.length) ranks[node] = 0;
  settle();
  return ranks.map((rank, node) =>
    edges.some(([from, to]) => from === node || to === node) ? (COMPONENT_SCOPES[rank] ?? 'unknown') : 'unknown',
  );
}

function needed(
  scopes: readonly ComponentScope[],
  edges: readonly number[],
  roots: readonly number[] = [-1],
): number[] {
  const components = scopes.map((scope) => aComponent({ scope }));
  return findContradictedScopes({ components, edges: Int32Array.from(edges), roots: Int32Array.from(roots) });
}

describe('findContradictedScopes', () => {
  it.each<[string, readonly ComponentScope[], readonly number[], readonly number[]]>([
    ['keeps the scope of a dependency of the subject only', ['development'], [-1, 0], []],
    ['raises a dependency of a required component', ['required', 'development'], [-1, 0, 0, 1], [1]],
    [
      'raises transitive dependencies of a required component',
      ['required', 'development', 'test'],
      [0, 1, 1, 2],
      [1, 2],
    ],
    ['keeps the scope of a dependency of development components', ['development', 'development'], [-1, 0, 0, 1], []],
    ['keeps other scopes', ['required', 'optional', 'excluded'], [0, 1, 0, 2], []],
    ['stops at a cycle', ['required', 'development', 'development'], [0, 1, 1, 2, 2, 1], [1, 2]],
    ['changes nothing in a document without edges', ['required', 'development'], [], []],
  ])('%s', (_, scopes, edges, expected) => {
    expect(needed(scopes, edges)).toEqual(expected);
  });

  it('keeps the scope of a component that only a root component depends on', () => {
    expect(needed(['required', 'development'], [0, 1], [0])).toEqual([]);
  });
});

describe('combineScopes', () => {
  it.each<[readonly ComponentScope[], ComponentScope]>([
    [['test', 'required', 'development'], 'required'],
    [['excluded', 'optional'], 'optional'],
    [['development', 'unknown'], 'unknown'],
    [[], 'unknown'],
  ])('returns for %j: %s', (scopes, expected) => {
    expect(combineScopes(scopes)).toBe(expected);
  });
});
