/**
 * Display names of people. They appear beside decisions and in the audit log, so a name must not look like the name of another
 * member, like Assay itself, or like an e-mail address or a token.
 */
import { NAME_INVALID } from './errors.ts';
import { toName } from './name.ts';

/** Returns the name as it is stored, or throws NAME_INVALID with the reason. */
export function toPersonName(text: string): string {
  const name = toName('display name', text);
  const problem = problemOf(name);
  if (problem !== undefined) throw NAME_INVALID({ what: 'display name', name, problem });
  return name;
}

/** Returns the same key for names that a reader could confuse, and an empty key for a name without a letter or digit. */
export function toNameKey(name: string): string {
  const plain = Array.from(name.normalize('NFKC'), (letter) => LOOKALIKES.get(letter) ?? letter).join('');
  return plain
    .toLowerCase()
    .normalize('NFD')
    .replaceAll(/[il1|!]/g, 'l')
    .replaceAll('0', 'o')
    .replaceAll(IGNORED, '')
    .replaceAll('rn', 'm')
    .replaceAll('vv', 'w');
}

/** Accents, spaces and punctuation. Combining marks of other scripts are significant and are kept. */
const IGNORED = /[\u0300-\u036f]|[^\p{L}\p{M}\p{N}]/gu;

/** Maps letters of other scripts to the Latin letter that they look like. */
const LOOKALIKES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    a: 'аАαΑɑ',
    b: 'ВΒЬ',
    c: 'сСϲϹ',
    d: 'ԁ',
    e: 'еЕΕєҽ',
    f: 'Ϝ',
    g: 'ɡԍ',
    h: 'һНΗ',
    i: 'іІιΙıӀ',
    j: 'јЈϳ',
    k: 'кКκΚ',
    m: 'мМΜ',
    n: 'ΝոηП',
    o: 'оОοΟօ',
    p: 'рРρΡ',
    q: 'ԛ',
    s: 'ѕЅ',
    t: 'тТτΤ',
    u: 'υս',
    v: 'νѵ',
    w: 'ԝшω',
    x: 'хХχΧ',
    y: 'уУγΥү',
    z: 'Ζᴢ',
  }).flatMap(([latin, others]) => Array.from(others, (other) => [other, latin] as const)),
);

const RESERVED = toKeys('administrator,admin,anonymous,command line,first start,owner,root,support,token,unknown');
/** Reserved as a single word of a longer name, too. */
const RESERVED_WORDS = toKeys('assay,operator,organization,system');

function toKeys(names: string): ReadonlySet<string> {
  return new Set(names.split(',').map(toNameKey));
}

function problemOf(name: string): string | undefined {
  const key = toNameKey(name);
  if (key === '') return 'has no letter or digit. Use a name that others recognize';
  if (name.includes('@')) return 'looks like an e-mail address. Use a name that others recognize';
  if (name.toLowerCase().startsWith('asy_')) return 'looks like a token. Use a name that others recognize';
  if (RESERVED.has(key) || name.split(' ').some((word) => RESERVED_WORDS.has(toNameKey(word)))) {
    return 'contains a reserved word. Use a name that others recognize';
  }
  return undefined;
}
