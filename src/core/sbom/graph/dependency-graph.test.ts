import { describe, expect, it } from 'vitest';
import { aGraph, type Edge } from '../../../../test/support/inventories.ts';
import { classifyGraph, toDependencyGraph } from './dependency-graph.ts';

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
