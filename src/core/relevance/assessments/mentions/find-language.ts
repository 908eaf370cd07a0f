/**
 * Checks that a sentence names a language and every number of a version range, with its direction: "Java 21 and above"
 * is not `<21`. A sentence with a word like "safe" or "not" may mean either direction, so its direction is not checked.
 */
import { hasAny, positionsOf, type SentenceWords } from './sentence-words.ts';

/** `isWord`: also an ordinary English word, so it counts as a name only when capitalized or before a number. */
const NAMES: Readonly<Record<string, readonly { readonly name: string; readonly isWord?: true }[]>> = {
  node: [{ name: 'node', isWord: true }, { name: 'nodejs' }, { name: 'node.js' }],
  java: [{ name: 'java' }, { name: 'jdk' }, { name: 'jre' }, { name: 'openjdk' }, { name: 'jvm' }],
  python: [{ name: 'python' }, { name: 'cpython' }, { name: 'python2' }, { name: 'python3' }],
  go: [{ name: 'go', isWord: true }, { name: 'golang' }],
  ruby: [{ name: 'ruby' }, { name: 'mri' }],
  php: [{ name: 'php' }],
  perl: [{ name: 'perl' }],
  dotnet: [{ name: '.net' }, { name: 'dotnet' }, { name: 'net', isWord: true }],
};

/** Returns the positions of the language; none: not named, or with other numbers. */
export function findLanguage(language: string, range: string, words: SentenceWords): readonly number[] {
  const { written } = words;
  const numbers = numbersIn(range.split(BETWEEN), language);
  const versions = listVersionWords(language, words);
  const named = new Set(numbersIn(versions, language));
  if (numbers.length === 0 || !numbers.every((number) => named.has(number)) || hasAny(words, EFFECTS)) return [];
  return hasDirection(range, words, versions) ? positionsOf(words, namesIn(language, written)) : [];
}

/** Words between a language and its versions; any other word begins a statement about something else. */
const BETWEEN_VERSIONS: ReadonlySet<string> = new Set([
  ...[
    'version',
    'versions',
    'release',
    'releases',
    'runtime',
    'interpreter',
    'interpreters',
    'the',
    'is',
    'in',
    'at',
    'least',
    'from',
    'to',
    'through',
  ],
  ...[
    'before',
    'prior',
    'below',
    'above',
    'than',
    'older',
    'newer',
    'later',
    'earlier',
    'lower',
    'higher',
    'up',
    'since',
  ],
  ...['until', 'and', 'or', 'not', 'between'],
]);

const OF_ANOTHER: ReadonlySet<string> = new Set(['for', 's']);
const CAPITAL = /^\p{Lu}/u;
/** Capitalized only because they begin a sentence. */
const FIRST_WORDS: ReadonlySet<string> = new Set([
  ...['on', 'in', 'before', 'below', 'above', 'from', 'only', 'with', 'without', 'until', 'since', 'the', 'a', 'under'],
  ...['if', 'when', 'using', 'all', 'older', 'newer', 'earlier', 'later', 'versions', 'requires', 'needs', 'and', 'or'],
]);

/** "The SDK for Java 2.0" and "Acme .NET 2.0" are versions of the SDK and of Acme, "the tool's Java version" one of the tool. */
function isPartOfName(written: readonly string[], at: number): boolean {
  const before = written[at - 1] ?? '';
  const lower = before.toLowerCase();
  return OF_ANOTHER.has(lower) || (CAPITAL.test(before) && !FIRST_WORDS.has(lower));
}

/** Returns the names of the language, the direction before each, and the words behind it up to the end of its versions. */
function listVersionWords(language: string, { written, writtenClauses }: SentenceWords): readonly string[] {
  const names = namesIn(language, written);
  let isBehind = false;
  return written.filter((word, i) => {
    const lower = word.toLowerCase();
    // "Ruby on Rails 3" is a version of Rails.
    const isName = names.has(lower) && !isPartOfName(written, i);
    const isBefore = BETWEEN_VERSIONS.has(lower) && writtenClauses[i] === writtenClauses[i + 1];
    if (!isBehind && isBefore && names.has(written[i + 1]?.toLowerCase() ?? '')) return true;
    // "(PHP8) lib 2.0 and earlier": the version is in the name, and what follows the parenthesis is about something else.
    const isApart = HAS_DIGIT.test(written[i - 1] ?? '') && names.has(written[i - 1]?.toLowerCase() ?? '');
    const goesOn = isBehind && !(isApart && writtenClauses[i] !== writtenClauses[i - 1]);
    isBehind = isName || (goesOn && (BETWEEN_VERSIONS.has(lower) || DIGIT.test(lower)));
    return isBehind;
  });
}

/** Positions of any language in a sentence with a number. */
export function findAnyLanguage(words: SentenceWords): readonly number[] {
  if (!words.written.some((word) => HAS_DIGIT.test(word))) return [];
  return Object.keys(NAMES).flatMap((language) => positionsOf(words, namesIn(language, words.written)));
}

const HAS_DIGIT = /[0-9]/;

/** "Before PHP 8 it leads to more" is about the effect: others may be affected too. */
const EFFECTS = ['lead', 'leads', 'leading'];
const UP = ['newer', 'later', 'above', 'higher', 'upwards', 'since', 'onwards', 'from'];
const DOWN = ['before', 'older', 'earlier', 'below', 'prior', 'lower', 'until', 'up', 'through', 'to'];
const SAFE = ['safe', 'unaffected', 'immune', 'reject', 'rejects', 'refuse', 'refuses'];
const NOT = ['not', 'no', 'without'];
const HARMED = ['affected', 'vulnerable', 'exploitable', 'act', 'upgrade'];

function isCalledSafe(words: SentenceWords): boolean {
  return hasAny(words, SAFE) || (hasAny(words, NOT) && hasAny(words, HARMED) && !hasAny(words, ['only']));
}

/** The direction is given between the language and its versions; a range with two bounds and an exact version have none. */
function hasDirection(range: string, words: SentenceWords, versions: readonly string[]): boolean {
  const [goesUp, goesDown] = [range.includes('>'), range.includes('<')];
  if (goesUp === goesDown) return true;
  const [up, down] = [UP, DOWN].map((direction) => versions.some((word) => direction.includes(word.toLowerCase())));
  return isCalledSafe(words) || (goesUp ? up : down) === true;
}

const BETWEEN = /[^0-9._]+/;
const NUMBER = /^(?:v|go|php|java|jdk|python|node|ruby)?([0-9][0-9._]*)$/;

/** Trailing zeros are ignored: 3 and 3.0 are the same. */
function numbersIn(words: readonly string[], language: string): readonly string[] {
  return words.flatMap((word) => {
    const parts = NUMBER.exec(word.toLowerCase())?.[1]
      ?.split(/[._]/)
      .filter((part) => part !== '');
    if (parts === undefined) return [];
    // Until version 8, Java was called 1.x.
    const given = language === 'java' && parts[0] === '1' && parts.length > 1 ? parts.slice(1) : parts;
    const last = given.findLastIndex((part, i) => i === 0 || !ZEROS.test(part));
    return [given.slice(0, last + 1).join('.')];
  });
}

const ZEROS = /^0+$/;
const DIGIT = /^v?[0-9]/;

/** Returns the words of the sentence that name the language, in lower case. */
function namesIn(language: string, written: readonly string[]): ReadonlySet<string> {
  const names = NAMES[language] ?? [];
  const found = written.filter((word, i) => {
    const lower = word.toLowerCase();
    // `go1.20` and `php8` are names too.
    const known = names.find(
      ({ name }) => lower === name || (lower.startsWith(name) && DIGIT.test(lower.slice(name.length))),
    );
    if (known === undefined) return false;
    return known.isWord !== true || word !== lower || lower !== known.name || DIGIT.test(written[i + 1] ?? '');
  });
  return new Set(found.map((word) => word.toLowerCase()));
}
