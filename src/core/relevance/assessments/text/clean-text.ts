/**
 * Normalizes untrusted text for a model, and answers of a model for display: one spelling of every letter, without invisible
 * characters. Quotes are compared after the same normalization, so that the search uses the text that the model saw.
 */
import { LIMITS } from '../../../limits.ts';

// Control characters, lone surrogates, zero-width and bidirectional marks, tags, variation selectors, fillers. Line breaks are
// replaced first.
const UNSEEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Default_Ignorable_Code_Point}]/gu;
const BREAK = /\r\n|[\r\n\u2028\u2029\u0085]/g;
const TAB = /[\t\v\f]/g;
// Most lines are plain ASCII, and Unicode property lookups take ten times as long.
const PLAIN = /^[ -~]*$/;
const SPACES = /\s+/g;

/** Text beyond this length is ignored: no stored text is longer, and processing costs several times the length. */
const READ_MAX = 4 * LIMITS.advisoryDetailsCharactersMax;

/** Keeps line breaks. The result never exceeds the limit and never ends in half a surrogate pair. */
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

/** Same, on one line with single spaces, as used to compare quotes and to show explanations. */
export function foldText(text: string, charactersMax: number = READ_MAX): string {
  return cut(cleanText(text).replace(SPACES, ' '), charactersMax).trim();
}

function cut(text: string, charactersMax: number): string {
  if (text.length <= charactersMax) return text;
  const last = text.charCodeAt(charactersMax - 1);
  const isHalf = last >= 0xd800 && last <= 0xdbff;
  return text.slice(0, Math.max(0, isHalf ? charactersMax - 1 : charactersMax));
}
