import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { aGraph, someGraph, type Edge } from '../../../test/support/inventories.ts';
import { toDependencyGraph } from '../sbom/graph/dependency-graph.ts';
import { createDirectDependencyCheck, findIntroducers } from './introduced-by.ts';

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

describe('createDirectDependencyCheck', () => {
  it.each<[string, (boolean | undefined)[], number, Edge[], number[]]>([
    [
      'counts only the children of the root as direct',
      [true, false, true],
      3,
      [
        [-1, 0],
        [0, 1],
        [-1, 2],
      ],
      [],
    ],
    ['counts an only dependency as direct', [true], 1, [[-1, 0]], []],
    [
      'returns unknown for a list without edges',
      [undefined, undefined],
      2,
      [
        [-1, 0],
        [-1, 1],
      ],
      [],
    ],
    [
      'counts the top of a list with all edges as direct',
      [true, undefined],
      2,
      [
        [-1, 0],
        [-1, 1],
        [0, 1],
      ],
      [],
    ],
    [
      'accepts a lock file as such a list',
      [undefined, true, undefined],
      3,
      [
        [-1, 0],
        [0, 1],
        [0, 2],
        [1, 2],
      ],
      [0],
    ],
    [
      'evaluates a lock file next to a list separately',
      [undefined, undefined, undefined, true, true, false],
      6,
      [
        [-1, 0],
        [0, 1],
        [0, 2],
        [-1, 3],
        [3, 4],
        [4, 5],
      ],
      [0, 3],
    ],
    [
      'ignores the edge of a component to itself',
      [undefined, undefined],
      2,
      [
        [-1, 0],
        [-1, 1],
        [0, 0],
      ],
      [],
    ],
  ])('%s', (_, expected, count, edges, groups) => {
    const isDirect = createDirectDependencyCheck(toDependencyGraph(aGraph(count, edges, groups)));
    const components = expected.map((_each, index) => index).filter((index) => !groups.includes(index));

    expect(components.map((index) => isDirect(index + 1))).toEqual(components.map((index) => expected[index]));
  });
});
