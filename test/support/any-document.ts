/** Documents for property tests, with invalid values in some places or in another order, and invariants of every inventory. */
import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import type { Inventory } from '../../src/core/sbom/inventory.ts';

/** Returns the invariants that the inventory violates. */
export function findProblems(inventory: Inventory): readonly string[] {
  const text = JSON.stringify(inventory);
  const { edges, roots, claims, components } = inventory;
  const nodes = [...edges, ...roots, ...claims.flatMap((claim) => claim.components)];
  const rules = {
    'crosses the border of a thread': isDeepStrictEqual(structuredClone(inventory), inventory),
    'holds only text that can be stored': text.isWellFormed() && !text.includes(String.raw`\u00`),
    'leads to its own components': nodes.every((node) => node >= -1 && node < components.length),
  };
  return Object.entries(rules).flatMap(([rule, holds]) => (holds ? [] : [rule]));
}

/** Returns the document with other values in one to four places, at any depth. */
export function brokenSomewhere<Document extends object>(documents: fc.Arbitrary<Document>): fc.Arbitrary<Document> {
  const value = fc.oneof(fc.jsonValue({ maxDepth: 3 }), fc.constantFrom(null, '\u0000', '\uD800', {}, [], 7));
  const breakages = fc.array(fc.record({ at: fc.nat(), value }), { minLength: 1, maxLength: 4 });
  return fc.tuple(documents, breakages).map(([document, list]) => {
    const broken = structuredClone(document);
    for (const each of list) {
      const places = listPlaces(broken);
      const place = places[each.at % places.length];
      if (place !== undefined) Reflect.set(place.holder, place.name, each.value);
    }
    return broken;
  });
}

/** Returns the document, and a copy with its lists and object members in another order. */
export function inTwoOrders<Document>(documents: fc.Arbitrary<Document>): fc.Arbitrary<readonly [Document, unknown]> {
  const numbers = fc.infiniteStream(fc.double({ min: 0, max: 1, noNaN: true }));
  return fc.tuple(documents, numbers).map(([document, stream]) => {
    return [document, mix(document, () => stream.next().value ?? 0)] as const;
  });
}

interface Place {
  readonly holder: object;
  readonly name: string;
}

/** Lists every member and every element, at any depth. */
function listPlaces(document: object): readonly Place[] {
  const places: Place[] = [];
  const holders = [document];
  for (const holder of holders) {
    for (const name of Object.keys(holder)) {
      places.push({ holder, name });
      const value: unknown = Reflect.get(holder, name);
      if (typeof value === 'object' && value !== null) holders.push(value);
    }
  }
  return places;
}

function mix(value: unknown, next: () => number): unknown {
  if (Array.isArray(value)) return shuffle(value, next).map((each) => mix(each, next));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(shuffle(Object.entries(value), next).map(([name, each]) => [name, mix(each, next)]));
}

function shuffle<Value>(values: readonly Value[], next: () => number): readonly Value[] {
  return values
    .map((value) => ({ value, order: next() }))
    .toSorted((a, b) => a.order - b.order)
    .map(({ value }) => value);
}
