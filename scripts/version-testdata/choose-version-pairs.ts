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
