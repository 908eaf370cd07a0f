/**
 * Whether a sentence names the platform that is claimed, as a place where something happens: "on Windows", "Windows hosts", "only
 * Windows", and neither "paths of Windows" nor "Windows users are safe". Stricter than where a text is searched for ours: there a word in doubt stops a dismissal,
 * here it would carry one.
 */
import { namesOfPlatform } from '../named-platforms.ts';
import { hasAny, type SentenceWords } from './sentence-words.ts';

/** They mean other things in most sentences: codes of authentication, rights, lights. */
const IN_DOUBT: ReadonlySet<string> = new Set(['mac', 'power', 'nix', 'neon', 'apple', 'intel', 'mainframe']);
/** A name only with a capital, or where the sentence speaks of systems: there are other windows. */
const ALSO_WORDS: ReadonlySet<string> = new Set(['windows', 'dragonfly']);
const OF_SYSTEMS = ['os', 'goos', 'platform', 'platforms', 'operating'];

export function saysPlatform(platform: string, words: SentenceWords): boolean {
  return namesOfPlatform(platform)
    .filter((name) => !IN_DOUBT.has(name) && isName(name, words))
    .some((name) => standsAsPlace(name.split(JOINT), words));
}

function isName(name: string, words: SentenceWords): boolean {
  if (!ALSO_WORDS.has(name) || hasAny(words, OF_SYSTEMS)) return true;
  return words.written.some((word) => word.split('-').some((part) => part !== name && part.toLowerCase() === name));
}

/** As the parts of a sentence are made. */
const JOINT = /[-_ ]/;

const BEFORE: ReadonlySet<string> = new Set([
  ...['on', 'for', 'under', 'in', 'to', 'than', 'except', 'affects', 'affecting', 'affect', 'is', 'targeting'],
]);
/** How many words before the name it may stand: "on the same Android device". */
const BEFORE_MAX = 3;
const BEHIND: ReadonlySet<string> = new Set([
  ...[
    'user',
    'users',
    'host',
    'hosts',
    'server',
    'servers',
    'system',
    'systems',
    'machine',
    'machines',
    'installation',
  ],
  ...['installations', 'installer', 'build', 'builds', 'platform', 'platforms', 'version', 'versions', 'deployment'],
  ...['deployments', 'environment', 'environments', 'service', 'services', 'device', 'devices', 'port', 'package'],
  ...['packages', 'client', 'clients', 'node', 'nodes', 'kernel', 'based', 'processor', 'processors', 'cpu', 'cpus'],
]);
const LIMITING = ['only', 'alone', 'solely', 'exclusively', 'exclusive', 'limited', 'specific', 'else', 'other', 'no'];

function standsAsPlace(name: readonly string[], words: SentenceWords): boolean {
  const { parts } = words;
  return parts.some((_, i) => {
    if (!name.every((part, j) => parts[i + j] === part) || isSafe(parts, i)) return false;
    if (hasAny(words, LIMITING) || BEHIND.has(parts[i + name.length] ?? '')) return true;
    return parts.slice(Math.max(0, i - BEFORE_MAX), i).some((part) => BEFORE.has(part));
  });
}

const SAFE = [
  ' safe ',
  ' unaffected ',
  ' immune ',
  ' not affected ',
  ' not vulnerable ',
  ' not exposed ',
  ' not concerned ',
];
const NOT: ReadonlySet<string> = new Set([
  'not',
  'no',
  'other',
  'than',
  'without',
  'except',
  'unless',
  'outside',
  'never',
]);
/** How far behind the name it is looked for, in words. */
const SAFE_REACH = 6;

/** Safe is what the name stands for, or, with a word against it before it, all the rest. */
function isSafe(parts: readonly string[], at: number): boolean {
  const behind = ` ${parts.slice(at, at + SAFE_REACH).join(' ')} `;
  return SAFE.some((phrase) => behind.includes(phrase)) && !parts.slice(0, at).some((part) => NOT.has(part));
}
