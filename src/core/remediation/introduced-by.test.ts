import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { aGraph, someGraph, type Edge } from '../../../test/support/inventories.ts';
import { toDependencyGraph } from '../sbom/graph/dependency-graph.ts';
import { findIntroducers } from './introduced-by.ts';

function introducersOf(count: number, edges: readonly Edge[], index: number, groups: readonly number[] = []) {
  return findIntroducers(toDependencyGraph(aGraph(count, edges, groups)), index);
}

describe('findIntroducers', () => {
  it.each<[string, readonly Edge[], readonly number[], readonly number[]]>([
    ['itself where it is direct', [[-1, 3]], [], [3]],
    [
      'the only parent',
      [
        [-1, 0],
        [0, 3],
      ],
      [],
      [0],
    ],
    [
      'every parent, also over others',
      [
        [-1, 0],
        [-1, 1],
        [0, 2],
        [2, 3],
        [1, 3],
      ],
      [],
      [0, 1],
    ],
    [
      'itself and a parent',
      [
        [-1, 0],
        [-1, 3],
        [0, 3],
      ],
      [],
      [0, 3],
    ],
    [
      'the parent that a lock file lists',
      [
        [-1, 0],
        [0, 1],
        [1, 3],
      ],
      [0],
      [1],
    ],
    [
      'no parent if no root leads to it',
      [
        [-1, 0],
        [2, 3],
      ],
      [],
      [],
    ],
    [
      'a parent in a cycle',
      [
        [-1, 0],
        [0, 1],
        [1, 0],
        [1, 3],
        [3, 3],
      ],
      [],
      [0],
    ],
    [
      'no parent through the root',
      [
        [-1, 0],
        [0, -1],
        [-1, 1],
        [1, 3],
      ],
      [],
      [1],
    ],
  ])('returns %s', (_, edges, groups, expected) => {
    expect(introducersOf(4, edges, 3, groups)).toEqual(expected);
  });

  it('handles a chain of 100,000 components', () => {
    const count = 100_000;
    const chain = Array.from({ length: count }, (_, n): Edge => [n - 1, n]);

    expect(introducersOf(count, chain, count - 1)).toEqual([0]);
  });

  it('agrees with a brute-force search', () => {
    fc.assert(
      fc.property(someGraph, ({ count, edges, groups }) => {
        const graph = toDependencyGraph(aGraph(count, edges, groups));
        const isBefore = (node: number): boolean =>
          graph.depths[node] === 0 || (graph.depths[node] === 1 && graph.groups[node - 1] === 1);
        for (let index = 0; index < count; index += 1) {
          const expected = Array.from({ length: count }, (_, n) => n).filter(
            (start) =>
              graph.depths[start + 1] === 1 &&
              !isBefore(start + 1) &&
              reaches(edges, start, index, (node) => isBefore(node + 1)),
          );

          expect(findIntroducers(graph, index)).toEqual(expected);
        }
      }),
    );
  });
});

/** Brute force that does not pass through roots and groups; the target itself may be one. */
function reaches(edges: readonly Edge[], from: number, to: number, isBarred: (node: number) => boolean): boolean {
  const seen = new Set([from]);
  for (const node of seen) {
    if (node === to) return true;
    for (const [a, b] of edges) if (a === node && (b === to || !isBarred(b))) seen.add(b);
  }
  return false;
}
