/**
 * Chooses pairs of versions that are worth asking a native tool about. Neighbors in text order share a long prefix, and neighbors
 * in digit order are nearly or fully equal, so they differ in the parts that the rules are about. Only a few pairs of the same
 * shape are kept.
 */
export type VersionTexts = readonly [string, string];

export function chooseVersionPairs(versions: Iterable<string>, pairsMax: number): VersionTexts[] {
  const texts = [...versions].filter((text) => PLAIN.test(text) && ANY_DIGIT.test(text)).sort();
  const byDigits = texts.toSorted((a, b) => compare(digitsOf(a), digitsOf(b)));
  const pairs = [
    ...neighborsOf(byDigits, 1),
    ...neighborsOf(texts, 1),
    ...neighborsOf(texts, 2),
    ...neighborsOf(texts, 5),
  ];

  const distinct = new Map(pairs.map((pair) => [pair.join(' '), pair])).values();
  const groups = Map.groupBy(distinct, ([left, right]) => `${shapeOf(left)} ${shapeOf(right)}`);
  // Simple shapes first, and one pair of every shape before a second one of any.
  const shapes = [...groups.keys()].sort((a, b) => a.length - b.length || compare(a, b));
  return takeInTurns(
    shapes.map((shape) => groups.get(shape) ?? []),
    pairsMax,
  );
}

const PLAIN = /^[!-~]{1,256}$/;
// A text without a digit is not a version, although the tools order it.
const ANY_DIGIT = /[0-9]/;

function neighborsOf(texts: readonly string[], distance: number): VersionTexts[] {
  return texts.slice(distance).map((right, at) => [texts[at] ?? right, right]);
}

const NO_DIGIT = /[^1-9]/g;

function digitsOf(text: string): string {
  return text.replace(NO_DIGIT, '');
}

const HASH = /[0-9a-f]{7,}/g;
const NUMBER = /[0-9]+/g;
const ZERO = /^0+$/;

/** Two versions of the same shape differ only in nonzero numbers and commit hashes. */
function shapeOf(text: string): string {
  return text.replace(HASH, '#').replace(NUMBER, (digits) => (ZERO.test(digits) ? '0' : '9'));
}

function takeInTurns(groups: readonly (readonly VersionTexts[])[], pairsMax: number): VersionTexts[] {
  const taken: VersionTexts[] = [];
  for (let turn = 0; taken.length < pairsMax; turn += 1) {
    const pairs = groups.flatMap((group) => group.slice(turn, turn + 1));
    if (pairs.length === 0) break;
    taken.push(...pairs.slice(0, pairsMax - taken.length));
  }
  return taken;
}

function compare(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

// Mutates real versions into unusual ones: feeds are tame, and bugs are most likely in rules that rarely apply. The random
// generator has a fixed seed, so that the same versions result in the same pairs.

/** Each pair is a version and a mutation of it, or two mutations of the same version. */
export function mutateVersions(
  versions: readonly string[],
  pieces: readonly string[],
  pairsMax: number,
): VersionTexts[] {
  const random = randomFrom(SEED);
  const choose = <Item>(items: readonly Item[]): Item | undefined => items[Math.floor(random() * items.length)];
  const vocabulary = [...NUMBERS, ...pieces, ...pieces];

  const mutate = (text: string): string => {
    const runs = text.match(RUN) ?? [];
    const at = Math.floor(random() * (runs.length + 1));
    const [removed = 0, added = ''] = choose(EDITS.map((edit) => edit(choose(vocabulary) ?? '', runs[at] ?? ''))) ?? [];
    return runs.toSpliced(at, removed, added).join('');
  };

  const pairs = new Map<string, VersionTexts>();
  // Most mutations are new; the limit ends the loop if few distinct versions exist.
  for (let attempt = 0; attempt < pairsMax * 4 && pairs.size < pairsMax; attempt += 1) {
    const text = choose(versions);
    if (text === undefined) break;
    const changed = mutate(text);
    const other = random() < 0.5 ? text : mutate(random() < 0.5 ? text : changed);
    const pair: VersionTexts = random() < 0.5 ? [changed, other] : [other, changed];
    if (changed !== other && pair.every((each) => VERSION_LIKE.test(each))) pairs.set(pair.join(' '), pair);
  }
  return [...pairs.values()];
}

const SEED = 440;
const RUN = /[0-9]+|[A-Za-z]+|[^0-9A-Za-z]/g;
const VERSION_LIKE = /^(?=.*[0-9])[!-~]{1,40}$/;
const NUMBERS = [
  '0',
  '1',
  '2',
  '9',
  '10',
  '00',
  '01',
  '010',
  '9999999999',
  '20240101123000',
  '9007199254740993',
  '9'.repeat(30),
];

type Edit = (piece: string, run: string) => readonly [removed: number, added: string];

const EDITS: readonly Edit[] = [
  (piece) => [1, piece],
  (piece) => [0, piece],
  (piece) => [0, `.${piece}`],
  () => [1, ''],
  (_, run) => [1, `${run}${run}`],
  (_, run) => [1, run === run.toLowerCase() ? run.toUpperCase() : run.toLowerCase()],
];

/** The generator "mulberry32": a fixed sequence of numbers from 0 to below 1. */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
