/** Uses the first sentence of a description as the title of a record that has none. */
import { LIMITS } from '../limits.ts';

// "An issue was discovered in X." and "X is a text editor." do not describe the flaw; the sentence after them does.
const OPENING = /^An? (?:issue|flaw|vulnerability|bug|problem) (?:was|has been) (?:found|discovered|identified) in /i;
const INTRODUCTION = /^(?!There |This |It )[^ ]+(?: [^ ]+)?(?: [^ ]+)? is an? /;
// "** DISPUTED **" and similar markers in CVE descriptions.
const MARKER = /^(?:\*\*[A-Z -]{1,40}\*\*|Issue summary:)/;
const ABBREVIATIONS: ReadonlySet<string> = new Set(['e.g', 'i.e', 'etc', 'vs', 'cf', 'aka', 'a.k.a', 'inc', 'ltd']);

/** Returns the sentence without its period; empty if the text has no words. */
export function firstSentence(text: string): string {
  const words = findParagraph(text.slice(0, LIMITS.advisoryOpeningCharactersMax));
  const end = endOfSentence(words, 0);
  const chosen =
    OPENING.test(words) || INTRODUCTION.test(words) ? words.slice(0, endOfSentence(words, end)) : words.slice(0, end);
  return shorten(chosen.trim().replace(/\.$/, ''));
}

/** Skips Markdown headings, and a paragraph that only introduces the next one: "... has been resolved:". */
function findParagraph(text: string): string {
  let introduction = '';
  for (const paragraph of text.split(/\r?\n[\t ]*\r?\n/)) {
    const lines = paragraph.split(/\r?\n/).map((line) => line.trim());
    const words = withoutMarker(lines.filter((line) => /[\p{L}\p{N}]/u.test(line) && !line.startsWith('#')).join(' '));
    if (words !== '' && !words.endsWith(':')) return words;
    introduction ||= words;
  }
  return introduction;
}

function withoutMarker(words: string): string {
  return words.replace(MARKER, '').replaceAll(/\s+/g, ' ').trim();
}

/**
 * Returns the position after the sentence that contains `from`. A sentence ends with a period before a capital letter, unless the
 * period ends an abbreviation.
 */
function endOfSentence(words: string, from: number): number {
  for (let at = words.indexOf('. ', from); at !== -1; at = words.indexOf('. ', at + 1)) {
    const last = words.slice(words.lastIndexOf(' ', at) + 1, at).toLowerCase();
    if (/[\p{Lu}`"'(]/u.test(words[at + 2] ?? '') && !ABBREVIATIONS.has(last.replace('(', ''))) return at + 1;
  }
  return words.length;
}

function shorten(sentence: string): string {
  const max = LIMITS.advisoryHeadlineCharactersMax;
  if (sentence.length <= max) return sentence;
  const blank = sentence.lastIndexOf(' ', max - 1);
  return `${sentence.slice(0, blank > max / 2 ? blank : max - 1).toWellFormed()}…`;
}
