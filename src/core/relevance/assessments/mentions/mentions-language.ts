/**
 * Checks that a sentence names a language and every number of a version range, and does not state the opposite direction: "Java
 * 21 and above" is not `<21`. A sentence with a word like "safe" or "not" may mean either direction, so its direction is not
 * checked.
 */
import { hasAny, type SentenceWords } from './sentence-words.ts';

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

export function mentionsLanguage(language: string, range: string, words: SentenceWords): boolean {
  const { written } = words;
  const numbers = numbersIn(range.split(BETWEEN), language);
  const named = new Set(numbersIn(written, language));
  if (numbers.length === 0 || !numbers.every((number) => named.has(number))) return false;
  return isNamed(language, written) && !hasOppositeDirection(range, words);
}

const UP = ['newer', 'later', 'above', 'higher', 'upwards', 'since', 'onwards'];
const DOWN = ['before', 'older', 'earlier', 'below', 'prior', 'lower', 'until', 'up'];
const EITHER = ['safe', 'unaffected', 'immune', 'not', 'no', 'without', 'except'];

function hasOppositeDirection(range: string, words: SentenceWords): boolean {
  const [goesUp, goesDown] = [range.includes('>'), range.includes('<')];
  if (goesUp === goesDown || hasAny(words, EITHER)) return false;
  const [saysUp, saysDown] = [hasAny(words, UP), hasAny(words, DOWN)];
  return saysUp !== saysDown && saysUp !== goesUp;
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

function isNamed(language: string, written: readonly string[]): boolean {
  const names = NAMES[language] ?? [];
  return written.some((word, i) => {
    const lower = word.toLowerCase();
    // `go1.20` and `php8` are names too.
    const found = names.find(
      ({ name }) => lower === name || (lower.startsWith(name) && DIGIT.test(lower.slice(name.length))),
    );
    if (found === undefined) return false;
    return found.isWord !== true || word !== lower || lower !== found.name || DIGIT.test(written[i + 1] ?? '');
  });
}
