import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { aGraph, someGraph, type Edge } from '../../../../test/support/inventories.ts';
import { toDependencyGraph } from './dependency-graph.ts';
import { findCycles } from './find-cycles.ts';

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
      'none if two paths meet',
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

  it('finds exactly the nodes that can reach themselves', () => {
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

/** Brute force: which nodes are reachable from which, in one step or more. */
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

describe('findCycles with 100,000 components', () => {
  const COUNT = 100_000;
  const chain = Array.from({ length: COUNT }, (_, n): Edge => [n - 1, n]);

  it('finds no cycle in a chain', () => {
    expect(findCycles(toDependencyGraph(aGraph(COUNT, chain)))).toEqual([]);
  });

  it('finds one cycle in a ring', () => {
    expect(findCycles(toDependencyGraph(aGraph(COUNT, [...chain, [COUNT - 1, -1]])))[0]).toHaveLength(COUNT + 1);
  });
});
