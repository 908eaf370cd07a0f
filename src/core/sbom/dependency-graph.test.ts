import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { aComponent } from '../../../test/support/inventories.ts';
import { findCycles } from './dependency-cycles.ts';
import { findDirect, labelGraph, toDependencyGraph, type GraphSource } from './dependency-graph.ts';
import { findPaths } from './dependency-paths.ts';

type Edge = readonly [from: number, to: number];

/** Components named a, b, c, ...; -1 is the subject. */
function aGraph(count: number, edges: readonly Edge[], groups: readonly number[] = []): GraphSource {
  const components = Array.from({ length: count }, (_, n) =>
    aComponent({ name: String.fromCharCode(97 + n), ...(groups.includes(n) && { type: 'application', purls: [] }) }),
  );
  return { components, edges: Int32Array.from(edges.flat()) };
}

const someGraph = fc.integer({ min: 1, max: 8 }).chain((count) => {
  const node = fc.integer({ min: -1, max: count - 1 });
  return fc.record({
    count: fc.constant(count),
    edges: fc.uniqueArray(fc.tuple(node, node), { maxLength: 24, selector: ([from, to]) => `${from} ${to}` }),
    groups: fc.subarray([0, 1, 2]),
  });
});

describe('findDirect', () => {
  it.each<[string, GraphSource, readonly (boolean | undefined)[] | undefined]>([
    ['says nothing without edges', aGraph(2, []), undefined],
    [
      'knows what the subject names',
      aGraph(2, [
        [-1, 0],
        [0, 1],
      ]),
      [true, false],
    ],
    [
      'takes the shortest way',
      aGraph(2, [
        [-1, 0],
        [0, 1],
        [-1, 1],
      ]),
      [true, true],
    ],
    [
      'begins at what nothing uses when the subject names nothing',
      aGraph(3, [
        [0, 1],
        [1, 2],
      ]),
      [true, true, false],
    ],
    [
      'says nothing about what no root leads to',
      aGraph(3, [
        [-1, 0],
        [1, 2],
      ]),
      [true, undefined, undefined],
    ],
    ['says nothing about what stands beside the graph', aGraph(3, [[0, 1]]), [true, true, undefined]],
    [
      'ends on a cycle',
      aGraph(3, [
        [-1, 0],
        [0, 1],
        [1, 2],
        [2, 0],
      ]),
      [true, false, false],
    ],
    [
      'ends on a loop',
      aGraph(1, [
        [-1, 0],
        [0, 0],
      ]),
      [true],
    ],
    [
      'finds no way into a cycle that stands alone',
      aGraph(2, [
        [0, 1],
        [1, 0],
      ]),
      [undefined, undefined],
    ],
    [
      'passes through a group',
      aGraph(
        3,
        [
          [-1, 0],
          [0, 1],
          [1, 2],
        ],
        [0],
      ),
      [true, true, false],
    ],
    [
      'passes through a group in a group',
      aGraph(
        4,
        [
          [-1, 0],
          [0, 1],
          [1, 2],
          [2, 3],
        ],
        [0, 1],
      ),
      [true, true, true, false],
    ],
    [
      'prefers the way through a group that is found late',
      aGraph(
        4,
        [
          [-1, 0],
          [0, 2],
          [-1, 1],
          [1, 2],
          [2, 3],
        ],
        [1],
      ),
      [true, true, true, false],
    ],
    ['counts a root that is a group', aGraph(2, [[0, 1]], [0]), [true, true]],
  ])('%s', (_, graph, direct) => {
    expect(findDirect(graph)).toEqual(direct);
  });
});

describe('labelGraph', () => {
  it.each<[string, GraphSource, boolean, string]>([
    ['no edges', aGraph(2, []), false, 'missing'],
    [
      'everything within reach',
      aGraph(2, [
        [-1, 0],
        [0, 1],
      ]),
      false,
      'complete',
    ],
    [
      'everything within reach, and a reference to nothing',
      aGraph(2, [
        [-1, 0],
        [0, 1],
      ]),
      true,
      'partial',
    ],
    ['a component out of reach', aGraph(2, [[-1, 0]]), false, 'partial'],
    [
      'several roots',
      aGraph(4, [
        [0, 1],
        [2, 3],
      ]),
      false,
      'complete',
    ],
  ])('with %s', (_, graph, hasDangling, label) => {
    expect(labelGraph(graph, { hasDangling })).toBe(label);
  });
});

describe('findPaths', () => {
  it.each<[string, GraphSource, number, readonly (readonly number[])[]]>([
    ['to a direct dependency', aGraph(1, [[-1, 0]]), 0, [[-1, 0]]],
    [
      'through each direct dependency, shortest first',
      aGraph(4, [
        [-1, 0],
        [0, 1],
        [1, 3],
        [-1, 2],
        [2, 3],
      ]),
      3,
      [
        [-1, 2, 3],
        [-1, 0, 1, 3],
      ],
    ],
    [
      'by name where they are equally long',
      aGraph(3, [
        [-1, 1],
        [1, 2],
        [-1, 0],
        [0, 2],
      ]),
      2,
      [
        [-1, 0, 2],
        [-1, 1, 2],
      ],
    ],
    [
      'through groups',
      aGraph(
        3,
        [
          [-1, 0],
          [0, 1],
          [1, 2],
        ],
        [0],
      ),
      2,
      [[-1, 0, 1, 2]],
    ],
    ['to a group', aGraph(1, [[-1, 0]], [0]), 0, [[-1, 0]]],
    ['to a root', aGraph(2, [[0, 1]]), 0, [[0]]],
    ['from a root that is a component', aGraph(2, [[0, 1]]), 1, [[0, 1]]],
    [
      'not to what cannot be reached',
      aGraph(3, [
        [-1, 0],
        [1, 2],
      ]),
      2,
      [],
    ],
    [
      'not back through the subject',
      aGraph(3, [
        [-1, 0],
        [0, -1],
        [-1, 1],
        [1, 2],
      ]),
      2,
      [[-1, 1, 2]],
    ],
    [
      'out of a cycle',
      aGraph(3, [
        [-1, 0],
        [0, 1],
        [1, 0],
        [1, 2],
      ]),
      2,
      [[-1, 0, 1, 2]],
    ],
  ])('%s', (_, graph, index, paths) => {
    expect(findPaths(toDependencyGraph(graph), index, 5)).toEqual(paths);
  });

  it('gives no more than it is asked for', () => {
    const edges = Array.from({ length: 20 }, (_, n): Edge[] => [
      [-1, n],
      [n, 20],
    ]).flat();

    expect(findPaths(toDependencyGraph(aGraph(21, edges)), 20, 5)).toHaveLength(5);
  });

  it('gives real paths from a root, one for each direct dependency that leads there', () => {
    fc.assert(
      fc.property(someGraph, ({ count, edges, groups }) => {
        const graph = toDependencyGraph(aGraph(count, edges, groups));
        const direct = findDirect(aGraph(count, edges, groups));
        for (let index = 0; index < count; index += 1) {
          const paths = findPaths(graph, index, 100);

          expect(paths.length > 0).toBe(direct?.[index] !== undefined);
          for (const path of paths) {
            expect(graph.roots).toContain((path[0] ?? 0) + 1);
            expect(path.at(-1)).toBe(index);
            expect(new Set(path).size).toBe(path.length);
            for (let i = 1; i < path.length; i += 1) expect(edges).toContainEqual([path[i - 1], path[i]]);
          }
        }
      }),
    );
  });
});

describe('findCycles', () => {
  it.each<[string, readonly Edge[], readonly (readonly number[])[]]>([
    [
      'none in a chain',
      [
        [-1, 0],
        [0, 1],
        [1, 2],
      ],
      [],
    ],
    [
      'none where two ways meet',
      [
        [-1, 0],
        [-1, 1],
        [0, 2],
        [1, 2],
      ],
      [],
    ],
    [
      'a pair',
      [
        [0, 1],
        [1, 0],
      ],
      [[0, 1]],
    ],
    ['a loop', [[2, 2]], [[2]]],
    [
      'two that touch as one',
      [
        [0, 1],
        [1, 0],
        [1, 2],
        [2, 1],
      ],
      [[0, 1, 2]],
    ],
    [
      'one through the subject',
      [
        [-1, 0],
        [0, -1],
      ],
      [[-1, 0]],
    ],
    [
      'two apart',
      [
        [3, 2],
        [2, 3],
        [0, 1],
        [1, 0],
      ],
      [
        [0, 1],
        [2, 3],
      ],
    ],
  ])('finds %s', (_, edges, cycles) => {
    expect(findCycles(toDependencyGraph(aGraph(4, edges)))).toEqual(cycles);
  });

  it('finds exactly what can reach itself', () => {
    fc.assert(
      fc.property(someGraph, ({ count, edges }) => {
        const reach = reachability(count, edges);
        const expected = reach.flatMap((_, n) => (reach[n]?.[n] === true ? [n - 1] : []));
        const cycles = findCycles(toDependencyGraph(aGraph(count, edges)));

        expect(cycles.flat().toSorted((a, b) => a - b)).toEqual(expected);
        for (const [first = 0, ...others] of cycles) {
          for (const other of others) expect(reach[first + 1]?.[other + 1] && reach[other + 1]?.[first + 1]).toBe(true);
        }
      }),
    );
  });
});

/** Brute force: which node leads to which, in one step or more. */
function reachability(count: number, edges: readonly Edge[]): boolean[][] {
  const nodes = Array.from({ length: count + 1 }, (_, n) => n);
  const reach = nodes.map((from) => nodes.map((to) => edges.some(([a, b]) => a === from - 1 && b === to - 1)));
  for (const through of nodes) {
    for (const from of nodes) {
      for (const to of nodes) {
        const row = reach[from];
        if (row?.[through] === true && reach[through]?.[to] === true) row[to] = true;
      }
    }
  }
  return reach;
}

describe('a graph of 100,000 components', () => {
  const COUNT = 100_000;
  const chain: readonly Edge[] = Array.from({ length: COUNT }, (_, n) => [n - 1, n]);

  it('in one chain is walked to its end', () => {
    const graph = toDependencyGraph(aGraph(COUNT, chain));

    expect(graph.depths[COUNT]).toBe(COUNT);
    expect(findPaths(graph, COUNT - 1, 5)[0]).toHaveLength(COUNT + 1);
    expect(findCycles(graph)).toEqual([]);
  });

  it('in one cycle is one cycle', () => {
    expect(findCycles(toDependencyGraph(aGraph(COUNT, [...chain, [COUNT - 1, -1]])))[0]).toHaveLength(COUNT + 1);
  });
});
