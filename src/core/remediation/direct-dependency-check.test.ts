import { describe, expect, it } from 'vitest';
import { toDependencyGraph } from '../sbom/graph/dependency-graph.ts';
import { createDirectDependencyCheck } from './direct-dependency-check.ts';

type Edge = readonly [from: number, to: number];

/** Components are numbered from 0, -1 is the subject; `groups` are components that only group others. */
function judge(count: number, edges: readonly Edge[], groups: readonly number[] = []): (boolean | undefined)[] {
  const marks = new Uint8Array(count);
  for (const group of groups) marks[group] = 1;
  const graph = toDependencyGraph({
    count,
    groups: marks,
    edges: Int32Array.from(edges.flat()),
    roots: Int32Array.from([-1]),
  });
  const isDirect = createDirectDependencyCheck(graph);
  return Array.from({ length: count }, (_, index) => isDirect(index + 1));
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
    expect(judge(count, edges, groups).filter((_each, index) => !groups.includes(index))).toEqual(
      expected.filter((_each, index) => !groups.includes(index)),
    );
  });
});
