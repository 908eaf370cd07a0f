/**
 * Finds the operating systems that a text limits a vulnerability to: "only affects Windows", "Windows only", "on Windows systems
 * only". If a text names several, all of them are found. A phrase that is negated or conditional ("not only on Windows", "on
 * Windows only if") is ignored: a missed limit does no harm, but a wrong one is misleading.
 */
import { isStop } from './text-words.ts';

/** Keyed by the first word of the name, with the words that must follow it. The longest name comes first. */
const NAMES: ReadonlyMap<string, readonly (readonly [others: readonly string[], system: string])[]> = new Map([
  ['32-bit', [[[], '32-bit']]],
  ['android', [[[], 'android']]],
  ['darwin', [[[], 'macos']]],
  ['freebsd', [[[], 'freebsd']]],
  ['ios', [[[], 'ios']]],
  ['linux', [[[], 'linux']]],
  [
    'mac',
    [
      [['os', 'x'], 'macos'],
      [['os'], 'macos'],
    ],
  ],
  ['macos', [[[], 'macos']]],
  ['microsoft', [[['windows'], 'windows']]],
  ['openbsd', [[[], 'openbsd']]],
  ['os', [[['x'], 'macos']]],
  ['osx', [[[], 'macos']]],
  ['solaris', [[[], 'solaris']]],
  ['win32', [[[], 'windows']]],
  ['windows', [[[], 'windows']]],
]);

/** Words allowed between "only" and a system: "only be exploited on the Windows operating system". */
const FILLER_WORDS: ReadonlySet<string> = new Set([
  'affect',
  'affects',
  'affecting',
  'affected',
  'impact',
  'impacts',
  'impacting',
  'impacted',
  'applies',
  'apply',
  'applicable',
  'concerns',
  'exists',
  'occurs',
  'present',
  'possible',
  'relevant',
  'reproducible',
  'vulnerable',
  'exploitable',
  'exploited',
  'be',
  'is',
  'are',
  'when',
  'if',
  'running',
  'run',
  'used',
  'builds',
  'built',
  'installed',
  'on',
  'to',
  'for',
  'under',
  'in',
  'the',
  'a',
  'users',
  'systems',
  'of',
  'hosts',
  'platforms',
  'machines',
  'using',
]);
/** Words allowed between a system and "only": "on Windows operating systems only". */
const KINDS: ReadonlySet<string> = new Set([
  'system',
  'systems',
  'operating',
  'platform',
  'platforms',
  'host',
  'hosts',
  'machines',
  'users',
  'builds',
  'and',
  'or',
  'server',
  'servers',
  'environments',
  'targets',
]);
/** Words that turn "Windows only" into a condition about something else. */
const CONDITIONS: ReadonlySet<string | undefined> = new Set([
  'if',
  'when',
  'where',
  'with',
  'by',
  'via',
  'after',
  'because',
  'through',
  'in',
  'for',
  'as',
  'allows',
  'supports',
  'a',
  'an',
  'the',
  'one',
  'once',
  'partially',
  'has',
  'have',
  'uses',
]);
const NEGATIONS: ReadonlySet<string | undefined> = new Set(['not', 'isn', 'aren', 'doesn', 't', 'never', 'no']);
/** Maximum distance between "only" and a system, in words. */
const DISTANCE_MAX = 7;
/** "Linux-only environments are not affected" names unaffected systems, which is not a limit. */
const UNAFFECTED_WORDS: ReadonlySet<string> = new Set(['not', 'unaffected', 'safe', 'immune', 'aren', 'isn']);

export function findSystemLimits(words: readonly string[]): ReadonlySet<string> {
  const found = new Set<string>();
  for (const [i, word] of words.entries()) {
    const dash = word.endsWith('-only') ? word.slice(0, -'-only'.length) : undefined;
    if (dash === undefined && word !== 'only' && !isLimitedTo(words, i)) continue;
    if (NEGATIONS.has(words[i - 1]) || mentionsUnaffected(words, i + 1)) continue;
    if (dash !== undefined) {
      addAll(found, systemsFrom([dash], 0));
      continue;
    }
    addAll(found, systemsAfter(words, i + 1));
    if (word === 'only' && !CONDITIONS.has(words[i + 1])) addAll(found, systemsBefore(words, i - 1));
  }
  return found;
}

function mentionsUnaffected(words: readonly string[], from: number): boolean {
  for (let i = from; i < from + DISTANCE_MAX; i += 1) {
    const word = words[i];
    if (word === undefined || word === ',' || isStop(word)) return false;
    if (UNAFFECTED_WORDS.has(word)) return true;
  }
  return false;
}

function addAll(found: Set<string>, systems: readonly string[]): void {
  for (const system of systems) found.add(system);
}

// "limited to", "specific to", "restricted to", "exclusive to".
const LIMITED: ReadonlySet<string> = new Set(['limited', 'specific', 'restricted', 'exclusive']);

function isLimitedTo(words: readonly string[], i: number): boolean {
  return LIMITED.has(words[i] ?? '') && words[i + 1] === 'to';
}

/** Returns the systems at the start of a phrase, after skipping filler words. */
function systemsAfter(words: readonly string[], from: number): readonly string[] {
  for (let i = from; i < from + DISTANCE_MAX; i += 1) {
    const word = words[i];
    if (word === undefined || isStop(word)) return [];
    const systems = systemsFrom(words, i);
    if (systems.length > 0) return systems;
    if (!FILLER_WORDS.has(word)) return [];
  }
  return [];
}

/** Returns the list of systems that begins here: `windows, macos and linux`. */
function systemsFrom(words: readonly string[], from: number): readonly string[] {
  const systems: string[] = [];
  let i = from;
  for (;;) {
    const named = systemAt(words, i);
    if (named === undefined) return systems;
    systems.push(named.system);
    i += named.length;
    while (CONJUNCTIONS.has(words[i] ?? '')) i += 1;
  }
}

const CONJUNCTIONS: ReadonlySet<string> = new Set([',', '/', '&', 'and', 'or']);

/** Returns the list of systems that ends here: all three of `linux, windows and macos systems`. */
function systemsBefore(words: readonly string[], to: number): readonly string[] {
  const systems: string[] = [];
  for (let i = to; i > to - DISTANCE_MAX; i -= 1) {
    const word = words[i];
    if (word === undefined || isStop(word)) break;
    const named = systemAt(words, i);
    if (named !== undefined) systems.push(named.system);
    else if (!KINDS.has(word) && !CONJUNCTIONS.has(word) && !PARTS_OF_NAMES.has(word)) break;
  }
  return systems;
}

// Second and third words of names, which come first when walking backwards.
const PARTS_OF_NAMES: ReadonlySet<string> = new Set(['os', 'x']);

function systemAt(
  words: readonly string[],
  at: number,
): { readonly system: string; readonly length: number } | undefined {
  for (const [others, system] of NAMES.get(words[at] ?? '') ?? []) {
    if (others.every((other, n) => words[at + 1 + n] === other)) return { system, length: others.length + 1 };
  }
  return undefined;
}
