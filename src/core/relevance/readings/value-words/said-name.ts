/**
 * Whether a sentence names a feature, a setting or a call as it is claimed: its significant words, one after the other. That two
 * names mean the same thing is a guess, and this is where it would be made.
 */
import { toSentenceWords, type SentenceWords } from './sentence-words.ts';

/** They say of a name what it is, not which. */
const FILLERS: ReadonlySet<string> = new Set([
  ...['a', 'an', 'the', 'of', 'in', 'on', 'for', 'to', 'by', 'with', 'from', 'and', 'or', 'as', 'is', 'are', 'its'],
  ...['feature', 'function', 'option', 'setting', 'flag', 'parameter', 'support', 'usage', 'use', 'using', 'enabled'],
]);

export function saysName(value: string, { parts }: SentenceWords): boolean {
  const wanted = significant(toSentenceWords(value).parts);
  // Spaces around both: no word is found inside of another.
  return wanted.length > 0 && ` ${significant(parts).join(' ')} `.includes(` ${wanted.join(' ')} `);
}

/** A name that is made of fillers alone is none. */
function significant(words: readonly string[]): readonly string[] {
  return words.map(singular).filter((word) => !FILLERS.has(word));
}

function singular(word: string): string {
  return word.length > 3 && word.endsWith('s') && !word.endsWith('ss') ? word.slice(0, -1) : word;
}
