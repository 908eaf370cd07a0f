/**
 * Mutates real versions into unusual ones: feeds are tame, and bugs are most likely in rules that rarely apply. The random
 * generator has a fixed seed, so that the same versions result in the same pairs.
 */
import type { VersionTexts } from './choose-version-pairs.ts';

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
