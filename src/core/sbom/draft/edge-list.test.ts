import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { EdgeList } from './edge-list.ts';

const NODE_MAX = 5;
const edges = fc.array(fc.tuple(fc.integer({ min: -1, max: NODE_MAX }), fc.integer({ min: -1, max: NODE_MAX })), {
  maxLength: 200,
});

function listOf(pairs: readonly (readonly [number, number])[]): EdgeList {
  const list = new EdgeList();
  for (const [from, to] of pairs) list.add(from, to);
  return list;
}

function pairsOf(packed: Int32Array): string[] {
  return Array.from({ length: packed.length / 2 }, (_, i) => `${packed[i * 2]} ${packed[i * 2 + 1]}`);
}

describe('EdgeList', () => {
  it('returns each edge once, grouped by node and in order', () => {
    const list = listOf([
      [2, 1],
      [-1, 2],
      [2, 0],
      [-1, 2],
      [2, 1],
      [0, 0],
    ]);

    expect([...list.toUnique(NODE_MAX)]).toEqual([-1, 2, 0, 0, 2, 1, 2, 0]);
  });

  it('returns an empty list without edges', () => {
    expect([...new EdgeList().toUnique(0)]).toEqual([]);
  });

  it('agrees with a set of pairs', () => {
    fc.assert(
      fc.property(edges, (pairs) => {
        const unique = pairsOf(listOf(pairs).toUnique(NODE_MAX));

        expect(unique.toSorted()).toEqual([...new Set(pairs.map((pair) => pair.join(' ')))].toSorted());
      }),
    );
  });

  it('grows beyond its initial capacity', () => {
    const list = new EdgeList();
    for (let i = 0; i < 100_000; i += 1) list.add(i, i - 1);

    expect(list.toUnique(100_000)).toHaveLength(200_000);
  });
});
