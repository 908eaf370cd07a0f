import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findEqualItems } from './unique-items.ts';

describe('findEqualItems', () => {
  it.each<[string, string]>([
    ['texts', '["a", "b", "a"]'],
    ['numbers written differently', '[1, 2, 1.0]'],
    ['zeros', '[0, 1, -0]'],
    ['nulls', '[null, false, null]'],
    ['objects', '[{ "a": 1 }, {}, { "a": 1 }]'],
    [
      'objects with members in another order',
      '[{ "a": 1, "b": { "c": 1, "d": 2 } }, 0, { "b": { "d": 2, "c": 1 }, "a": 1 }]',
    ],
    ['arrays', '[[1, [2]], [], [1, [2]]]'],
    ['members named __proto__', '[{ "__proto__": 1 }, {}, { "__proto__": 1 }]'],
  ])('finds equal %s', (_, json) => {
    expect(findEqualItems(JSON.parse(json) as unknown[])).toEqual([0, 2]);
  });

  it.each<[string, string]>([
    ['an empty list', '[]'],
    ['values of different types', '[0, "0", false, null, "", [], {}, [0], ["0"], { "0": 0 }]'],
    ['a text that looks like an item beside it', '[["a"], "[,\\"a\\"]", { "a": 1 }, "{,\\"a\\":1}"]'],
    ['other nestings of the same values', '[[[1], 2], [[1, 2]], [1, [2]], [1, 2], [[1], [2]]]'],
    ['other members with the same values', '[{ "a": 1, "b": 2 }, { "a": 2, "b": 1 }, { "a": 1 }, { "b": 2 }]'],
  ])('finds no equal items in %s', (_, json) => {
    expect(findEqualItems(JSON.parse(json) as unknown[])).toBeUndefined();
  });

  it('compares items longer than the text it keeps', () => {
    const long = (end: string): unknown => ({
      texts: Array.from({ length: 3_000 }, (_, n) => `${'x'.repeat(100)}${n}`),
      end,
    });

    expect(findEqualItems([long('a'), long('b'), long('c')])).toBeUndefined();
    expect(findEqualItems([long('a'), long('b'), long('a')])).toEqual([0, 2]);
  });

  it('agrees with a comparison of all pairs', () => {
    fc.assert(
      fc.property(fc.array(fc.jsonValue({ maxDepth: 3 })), (values) => {
        const items = JSON.parse(JSON.stringify(values)) as unknown[];

        expect(findEqualItems(items) !== undefined).toBe(hasEqualPair(items));
      }),
    );
  });

  it('finds a copy with its members in another order', () => {
    fc.assert(
      fc.property(fc.object({ maxDepth: 3, values: [fc.string(), fc.integer(), fc.constant(null)] }), (object) => {
        const item = JSON.parse(JSON.stringify(object)) as object;

        expect(findEqualItems([item, reverseMembers(item)])).toEqual([0, 1]);
      }),
    );
  });
});

function hasEqualPair(items: readonly unknown[]): boolean {
  return items.some((a, i) => items.slice(i + 1).some((b) => isEqual(a, b)));
}

function isEqual(a: unknown, b: unknown): boolean {
  return JSON.stringify(sortMembers(a)) === JSON.stringify(sortMembers(b));
}

function sortMembers(value: unknown): unknown {
  return mapMembers(value, sortMembers, (entries) => entries.sort(([a], [b]) => (a < b ? -1 : 1)));
}

function reverseMembers(value: unknown): unknown {
  return mapMembers(value, reverseMembers, (entries) => entries.reverse());
}

type Entry = [string, unknown];

function mapMembers(value: unknown, map: (value: unknown) => unknown, order: (entries: Entry[]) => Entry[]): unknown {
  if (Array.isArray(value)) return value.map(map);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(order(Object.entries(value)).map(([name, member]) => [name, map(member)]));
}
