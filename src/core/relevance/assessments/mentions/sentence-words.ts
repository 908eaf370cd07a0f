/**
 * Splits a sentence into words. The case is kept, because `Go` and `Windows` are names and `go` and `windows` are ordinary words.
 */

export interface SentenceWords {
  /** As written: `Node.js`, `.NET`, `1.20`, `mod_status`, `Reader::open`. */
  readonly written: readonly string[];
  /** For each of these, the number of its clause. */
  readonly writtenClauses: readonly number[];
  /** In lower case and in order, compound words split: `linux-based` is two. */
  readonly parts: readonly string[];
  /** For each part, the whole word in lower case. */
  readonly wholes: readonly string[];
  /** For each part, the number of its clause: clauses end at a comma, a colon, a semicolon or a parenthesis. */
  readonly clauses: readonly number[];
  /** For each part, the number of its statement: statements end at a colon or a semicolon. */
  readonly statements: readonly number[];
  /** Whole words and parts, in lower case. */
  readonly all: ReadonlySet<string>;
}

const BETWEEN = /[^\p{L}\p{N}.+_:/-]+/u;
const JOINT = /[-_+.:/]/;
// The colons of `android:host` and `Reader::open` join.
const STATEMENT = /;|:(?![\p{L}:])/u;
const CLAUSE = /[,()]/;

export function toSentenceWords(sentence: string): SentenceWords {
  const [written, writtenClauses]: [string[], number[]] = [[], []];
  const [parts, wholes]: [string[], string[]] = [[], []];
  const [clauses, statements]: [number[], number[]] = [[], []];
  let clauseCount = 0;
  for (const [statement, text] of sentence.split(STATEMENT).entries()) {
    for (const clause of text.split(CLAUSE)) {
      clauseCount += 1;
      for (const word of clause.split(BETWEEN).map(trim)) {
        if (word === '') continue;
        written.push(word);
        writtenClauses.push(clauseCount);
        for (const part of partsOf(word.toLowerCase())) {
          parts.push(part);
          wholes.push(word.toLowerCase());
          clauses.push(clauseCount);
          statements.push(statement);
        }
      }
    }
  }
  return { written, writtenClauses, parts, wholes, clauses, statements, all: new Set([...wholes, ...parts]) };
}

/** `non-windows` stays whole, because it does not name Windows. */
function partsOf(word: string): readonly string[] {
  return word.startsWith('non-') ? [word] : word.split(JOINT).filter((part) => part !== '');
}

/** For word lists, which are easier to read and compare as text. */
export function listWords(text: string): readonly string[] {
  return text.trim().split(BLANKS);
}

export function listPhrases(text: string): readonly string[] {
  return text.split(',').map((phrase) => phrase.trim());
}

const BLANKS = /\s+/;

/** Returns the positions of parts that are one of the words, alone or as a whole word. */
export function positionsOf({ parts, wholes }: SentenceWords, isWord: ReadonlySet<string>): readonly number[] {
  return [...parts.keys()].filter((i) => isWord.has(parts[i] ?? '') || isWord.has(wholes[i] ?? ''));
}

export function hasAny({ all }: SentenceWords, words: readonly string[]): boolean {
  return words.some((word) => all.has(word));
}

const EDGES = new Set(['.', '-', '+', '_', ':', '/']);

/** A leading dot is part of a name (`.NET`); any other punctuation at the edges is removed. */
function trim(word: string): string {
  let [start, end] = [0, word.length];
  while (end > start && EDGES.has(word.charAt(end - 1))) end -= 1;
  while (start < end - 1 && EDGES.has(word.charAt(start)) && !(word.charAt(start) === '.' && start === 0)) start += 1;
  return word.slice(start, end);
}
