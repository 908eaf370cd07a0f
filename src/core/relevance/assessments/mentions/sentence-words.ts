/**
 * Splits a sentence into words. The case is kept, because `Go` and `Windows` are names and `go` and `windows` are ordinary words.
 */

export interface SentenceWords {
  /** As written: `Node.js`, `.NET`, `1.20`, `mod_status`. */
  readonly written: readonly string[];
  /** In lower case and in order, compound words split: `linux-based` is two. */
  readonly parts: readonly string[];
  /** Whole words and parts, in lower case. */
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

/** `non-windows` stays whole, because it does not name Windows. */
function partsOf(word: string): readonly string[] {
  return word.startsWith('non-') ? [word] : word.split(JOINT).filter((part) => part !== '');
}

export function hasAny({ all }: SentenceWords, words: readonly string[]): boolean {
  return words.some((word) => all.has(word));
}

const EDGES = new Set(['.', '-', '+', '_']);

/** A leading dot is part of a name (`.NET`); any other punctuation at the edges is removed. */
function trim(word: string): string {
  let [start, end] = [0, word.length];
  while (end > start && EDGES.has(word.charAt(end - 1))) end -= 1;
  while (start < end - 1 && EDGES.has(word.charAt(start)) && !(word.charAt(start) === '.' && start === 0)) start += 1;
  return word.slice(start, end);
}
