import { describe, expect, it } from 'vitest';
import { aGraph, type Edge } from '../../../../test/support/inventories.ts';
import { findDirect, classifyGraph, toDependencyGraph } from './dependency-graph.ts';

describe('findDirect', () => {
  it.each<[string, ReturnType<typeof aGraph>, readonly (boolean | undefined)[] | undefined]>([
    ['finds nothing without edges', aGraph(2, []), undefined],
    [
      'finds the dependencies of the subject',
      aGraph(2, [
        [-1, 0],
        [0, 1],
      ]),
      [true, false],
    ],
    [
      'uses the shortest path',
      aGraph(2, [
        [-1, 0],
        [0, 1],
        [-1, 1],
      ]),
      [true, true],
    ],
    [
      'starts at unused components if the subject has no dependencies',
      aGraph(3, [
        [0, 1],
        [1, 2],
      ]),
      [true, true, false],
    ],
    [
      'finds nothing about components that no root leads to',
      aGraph(3, [
        [-1, 0],
        [1, 2],
      ]),
      [true, undefined, undefined],
    ],
    ['finds nothing about components outside of the graph', aGraph(3, [[0, 1]]), [true, true, undefined]],
    [
      'stops at a cycle',
      aGraph(3, [
        [-1, 0],
        [0, 1],
        [1, 2],
        [2, 0],
      ]),
      [true, false, false],
    ],
    [
      'stops at a loop',
      aGraph(1, [
        [-1, 0],
        [0, 0],
      ]),
      [true],
    ],
    [
      'finds no path into an isolated cycle',
      aGraph(2, [
        [0, 1],
        [1, 0],
      ]),
      [undefined, undefined],
    ],
    [
      'follows a group',
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
      'follows a group in a group',
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
      'prefers the path through a group that is found late',
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
    [
      'counts a root that is a group',
      aGraph(
        3,
        [
          [0, 1],
          [1, 2],
        ],
        [0],
      ),
      [true, true, false],
    ],
  ])('%s', (_, graph, direct) => {
    expect(findDirect(graph)).toEqual(direct);
  });
});

describe('classifyGraph', () => {
  it.each<[string, ReturnType<typeof aGraph>, boolean, string]>([
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
  ])('labels a graph with %s', (_, graph, isPartial, label) => {
    expect(classifyGraph(graph, { isPartial })).toBe(label);
  });
});

describe('toDependencyGraph', () => {
  it('handles a chain of 100,000 components', () => {
    const count = 100_000;
    const chain = Array.from({ length: count }, (_, n): Edge => [n - 1, n]);

    expect(toDependencyGraph(aGraph(count, chain)).depths[count]).toBe(count);
  });
});
