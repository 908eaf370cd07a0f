/** Reorders everything in a case whose order has no meaning: components, records, their entries, ranges, events and versions. */
import { createRandom, type SeededRandom } from '../support/seeded-random.ts';
import type { Json, LabeledCase } from './labeled-case.ts';

/** Labels refer to components by position, so they apply only to the original order. */
export function shuffleCase(labeled: LabeledCase, seed: number): LabeledCase {
  const random = createRandom(seed);
  const records = labeled.records.map(({ osv, ...copy }) => ({
    ...copy,
    osv: shuffleLists(osv, RECORD_LISTS, random),
  }));
  return { ...labeled, components: shuffle(labeled.components, random), records: shuffle(records, random), labels: [] };
}

type ListNames = Readonly<Record<string, unknown>>;

// Lists inside the elements of a list, by its name.
const RECORD_LISTS: ListNames = {
  aliases: {},
  upstream: {},
  related: {},
  affected: { versions: {}, ranges: { events: {} } },
};

function shuffleLists(object: Json, names: ListNames, random: SeededRandom): Json {
  const shuffled: Record<string, unknown> = { ...object };
  for (const [name, inner] of Object.entries(names)) {
    const list = object[name];
    if (!Array.isArray(list)) continue;
    shuffled[name] = shuffle(list, random).map((element: unknown) =>
      isObject(element) ? shuffleLists(element, inner as ListNames, random) : element,
    );
  }
  return shuffled;
}

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function shuffle<Item>(items: readonly Item[], random: SeededRandom): Item[] {
  return items
    .map((item) => ({ item, place: random.next() }))
    .toSorted((a, b) => a.place - b.place)
    .map(({ item }) => item);
}
