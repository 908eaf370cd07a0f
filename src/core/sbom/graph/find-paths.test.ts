import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { aGraph, someGraph, type Edge } from '../../../../test/support/inventories.ts';
import { toDependencyGraph, type GraphSource } from './dependency-graph.ts';
import { findDirect } from './direct-dependencies.ts';
import { findPaths } from './find-paths.ts';

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
      'in their order if they are equally long',
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
      'not to an unreachable component',
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
  ])('finds paths %s', (_, graph, index, paths) => {
    expect(findPaths(toDependencyGraph(graph), index, 5)).toEqual(paths);
  });

  it('returns at most the requested number of paths', () => {
    const edges = Array.from({ length: 20 }, (_, n): Edge[] => [
      [-1, n],
      [n, 20],
    ]).flat();

    expect(findPaths(toDependencyGraph(aGraph(21, edges)), 20, 5)).toHaveLength(5);
  });

  it('returns valid paths from a root, one for each direct dependency that leads to the component', () => {
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

describe('findPaths with a chain of 100,000 components', () => {
  it('returns one path', () => {
    const count = 100_000;
    const chain = Array.from({ length: count }, (_, n): Edge => [n - 1, n]);

    expect(findPaths(toDependencyGraph(aGraph(count, chain)), count - 1, 5)[0]).toHaveLength(count + 1);
  });
});
