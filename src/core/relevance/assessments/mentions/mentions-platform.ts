/**
 * Checks that a sentence names the claimed platform as the place where something happens: "on Windows", "Windows hosts", "only
 * Windows", but not "paths of Windows" or "Windows users are safe". It is stricter than `mentionsAnyPlatform`: there an ambiguous word
 * prevents a dismissal, here it would support one.
 */
import { listPlatformNames } from './platform-names.ts';
import { hasAny, type SentenceWords } from './sentence-words.ts';

/** Ambiguous words: message authentication codes, power, lights. */
const AMBIGUOUS_NAMES: ReadonlySet<string> = new Set(['mac', 'power', 'nix', 'neon', 'apple', 'intel', 'mainframe']);
/** Names only when capitalized, or when the sentence speaks of operating systems. */
const ORDINARY_WORDS: ReadonlySet<string> = new Set(['windows', 'dragonfly']);
const OF_SYSTEMS = ['os', 'goos', 'platform', 'platforms', 'operating'];

export function mentionsPlatform(platform: string, words: SentenceWords): boolean {
  return listPlatformNames(platform)
    .filter((name) => !AMBIGUOUS_NAMES.has(name) && isName(name, words))
    .some((name) => isUsedAsPlatform(name.split(JOINT), words));
}

function isName(name: string, words: SentenceWords): boolean {
  if (!ORDINARY_WORDS.has(name) || hasAny(words, OF_SYSTEMS)) return true;
  return words.written.some((word) => word.split('-').some((part) => part !== name && part.toLowerCase() === name));
}

/** Splits like the parts of a sentence. */
const JOINT = /[-_ ]/;

const BEFORE: ReadonlySet<string> = new Set([
  'on',
  'for',
  'under',
  'in',
  'to',
  'than',
  'except',
  'affects',
  'affecting',
  'affect',
  'is',
  'targeting',
]);
/** Maximum number of words before the name: "on the same Android device". */
const BEFORE_MAX = 3;
const BEHIND: ReadonlySet<string> = new Set([
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
  'installations',
  'installer',
  'build',
  'builds',
  'platform',
  'platforms',
  'version',
  'versions',
  'deployment',
  'deployments',
  'environment',
  'environments',
  'service',
  'services',
  'device',
  'devices',
  'port',
  'package',
  'packages',
  'client',
  'clients',
  'node',
  'nodes',
  'kernel',
  'based',
  'processor',
  'processors',
  'cpu',
  'cpus',
]);
const LIMITING = ['only', 'alone', 'solely', 'exclusively', 'exclusive', 'limited', 'specific', 'else', 'other', 'no'];

function isUsedAsPlatform(name: readonly string[], words: SentenceWords): boolean {
  const { parts } = words;
  return parts.some((_, i) => {
    if (!name.every((part, j) => parts[i + j] === part) || isCalledSafe(parts, i)) return false;
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
/** Maximum distance after the name, in words. */
const SAFE_REACH = 6;

/** Whether the sentence calls the named platform safe. With a negation before the name, it calls all other platforms safe. */
function isCalledSafe(parts: readonly string[], at: number): boolean {
  const behind = ` ${parts.slice(at, at + SAFE_REACH).join(' ')} `;
  return SAFE.some((phrase) => behind.includes(phrase)) && !parts.slice(0, at).some((part) => NOT.has(part));
}
