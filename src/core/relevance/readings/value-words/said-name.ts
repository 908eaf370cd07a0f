/**
 * Checks that a sentence names a feature, a setting or a system call as claimed: its significant words in sequence. Synonyms are
 * not accepted, because they would be a guess.
 */
import { toSentenceWords, type SentenceWords } from './sentence-words.ts';

/** Words that do not identify a name. */
const FILLERS: ReadonlySet<string> = new Set([
  ...['a', 'an', 'the', 'of', 'in', 'on', 'for', 'to', 'by', 'with', 'from', 'and', 'or', 'as', 'is', 'are', 'its'],
  ...['feature', 'function', 'option', 'setting', 'flag', 'parameter', 'support', 'usage', 'use', 'using', 'enabled'],
]);

export function mentionsName(value: string, { parts }: SentenceWords): boolean {
  const wanted = toSignificantWords(toSentenceWords(value).parts);
  // The spaces around both prevent matches inside a word.
  return wanted.length > 0 && ` ${toSignificantWords(parts).join(' ')} `.includes(` ${wanted.join(' ')} `);
}

/** A name that consists of fillers only is empty. */
function toSignificantWords(words: readonly string[]): readonly string[] {
  return words.map(toSingular).filter((word) => !FILLERS.has(word));
}

function toSingular(word: string): string {
  return word.length > 3 && word.endsWith('s') && !word.endsWith('ss') ? word.slice(0, -1) : word;
}
