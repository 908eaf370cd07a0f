/**
 * Text of strangers as it is put before a model, and answers of a model as they are put before people: one spelling of every
 * letter, and nothing in it that is read and not seen. Quotes are compared after the same cleaning, so that what the model saw is
 * what is looked for.
 */
import { LIMITS } from '../../limits.ts';

// Controls, half a surrogate pair, zero-width and bidirectional marks, tags, variation selectors, fillers. Breaks come first.
const UNSEEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Default_Ignorable_Code_Point}]/gu;
const BREAK = /\r\n|[\r\n\u2028\u2029\u0085]/g;
const TAB = /[\t\v\f]/g;
// Most lines are, and properties of Unicode take ten times as long to look up.
const PLAIN = /^[ -~]*$/;
const SPACES = /\s+/g;

/** Beyond it nothing is looked at: no text that is stored is longer, and one that is would cost its length several times. */
const READ_MAX = 4 * LIMITS.advisoryDetailsCharactersMax;

/** Lines stay lines. Never longer than asked for, and never half a character. */
export function cleanText(text: string, charactersMax: number = READ_MAX): string {
  const seen = text
    .slice(0, READ_MAX)
    .replace(BREAK, '\n')
    .replace(TAB, ' ')
    .split('\n')
    .map((line) => (PLAIN.test(line) ? line : line.replace(UNSEEN, '').normalize('NFKC')))
    .join('\n');
  return cut(seen, Math.min(charactersMax, READ_MAX)).trim();
}

/** The same on one line with single spaces, as quotes are compared and explanations are shown. */
export function foldText(text: string, charactersMax: number = READ_MAX): string {
  return cut(cleanText(text).replace(SPACES, ' '), charactersMax).trim();
}

function cut(text: string, charactersMax: number): string {
  if (text.length <= charactersMax) return text;
  const last = text.charCodeAt(charactersMax - 1);
  const isHalf = last >= 0xd800 && last <= 0xdbff;
  return text.slice(0, Math.max(0, isHalf ? charactersMax - 1 : charactersMax));
}
