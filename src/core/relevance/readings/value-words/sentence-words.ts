/**
 * A sentence taken apart for those who look for words in it. Letters keep their case, because `Go` and `Windows` are names and `go`
 * and `windows` are words that anybody may write.
 */

export interface SentenceWords {
  /** As they are written: `Node.js`, `.NET`, `1.20`, `mod_status`. */
  readonly written: readonly string[];
  /** In small letters, each after the other, words with joints in their parts: `linux-based` is two. */
  readonly parts: readonly string[];
  /** All of it in small letters, whole words and parts. */
  readonly all: ReadonlySet<string>;
}

const BETWEEN = /[^\p{L}\p{N}.+_-]+/u;
const JOINT = /[-_+.]/;

export function toSentenceWords(sentence: string): SentenceWords {
  const written = sentence
    .split(BETWEEN)
    .map(trim)
    .filter((word) => word !== '');
  const parts = written.flatMap((word) => partsOf(word.toLowerCase()));
  return { written, parts, all: new Set([...written.map((word) => word.toLowerCase()), ...parts]) };
}

/** What is said of all but one thing does not name that thing: `non-windows` stays whole. */
function partsOf(word: string): readonly string[] {
  return word.startsWith('non-') ? [word] : word.split(JOINT).filter((part) => part !== '');
}

export function hasAny({ all }: SentenceWords, words: readonly string[]): boolean {
  return words.some((word) => all.has(word));
}

const EDGES = new Set(['.', '-', '+', '_']);

/** A dot before a letter is part of a name (`.NET`), and every other sign at an edge is none. */
function trim(word: string): string {
  let [start, end] = [0, word.length];
  while (end > start && EDGES.has(word.charAt(end - 1))) end -= 1;
  while (start < end - 1 && EDGES.has(word.charAt(start)) && !(word.charAt(start) === '.' && start === 0)) start += 1;
  return word.slice(start, end);
}
