import { describe, expect, it } from 'vitest';
import { findCycles } from './find-cycles.ts';

function graphOf(edges: Readonly<Record<string, readonly string[]>>): Map<string, Set<string>> {
  return new Map(Object.entries(edges).map(([file, targets]) => [file, new Set(targets)]));
}

describe('findCycles', () => {
  it.each([
    ['no files', {}, []],
    ['a tree', { a: ['b', 'c'], b: ['c'], c: [] }, []],
    ['a file that imports itself', { a: ['a'] }, [['a']]],
    ['two files', { a: ['b'], b: ['a'] }, [['a', 'b']]],
    ['the shortest way round', { a: ['b', 'c'], b: ['c'], c: ['a'] }, [['a', 'c']]],
    [
      'circles apart from each other',
      { a: ['b'], b: ['a', 'c'], c: ['d'], d: ['c'] },
      [
        ['a', 'b'],
        ['c', 'd'],
      ],
    ],
    ['a circle behind files that are not in it', { a: ['b'], b: ['c'], c: ['d'], d: ['b'] }, [['b', 'c', 'd']]],
    ['circles that share a file once', { a: ['b'], b: ['a', 'c'], c: ['b'] }, [['a', 'b']]],
    ['files that are not in the graph', { a: ['elsewhere'] }, []],
  ])('handles %s', (_name, edges, cycles) => {
    expect(findCycles(graphOf(edges))).toEqual(cycles);
  });
});
