import { describe, expect, it } from 'vitest';
import { aGraph, type Edge } from '../../../../test/support/inventories.ts';
import { toDependencyGraph } from './dependency-graph.ts';
import { createDirectDependencyCheck, findDirect } from './direct-dependencies.ts';

describe('findDirect', () => {
  it.each<[string, ReturnType<typeof aGraph>, ReturnType<typeof findDirect>]>([
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
      'does not know whether a listed component that another one needs is direct',
      aGraph(2, [
        [-1, 0],
        [0, 1],
        [-1, 1],
      ]),
      [true, null],
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
