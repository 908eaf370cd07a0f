/**
 * Where a quote stands. A model's words count only where a record that matched the component has them too, letter for letter after
 * cleaning and folding of spaces, in its title or in its text, and long enough that they are not there by chance.
 */
import { cleanText, foldText } from './clean-text.ts';
import type { AdvisoryText } from './reading.ts';

const QUOTE_CHARACTERS_MIN = 8;

/** A record whose texts are folded once for all quotes that are looked for. */
export interface FoldedText {
  readonly recordId: string;
  readonly hash: string;
  /** Title and details. */
  readonly parts: readonly string[];
  /** The same, parted where the author did: a heading and the list below it are no sentence. */
  readonly paragraphs: readonly string[];
}

/** In an order that does not depend on theirs. */
export function foldTexts(texts: readonly AdvisoryText[]): readonly FoldedText[] {
  return texts
    .map(({ recordId, hash, title, details }) => ({
      ...{ recordId, hash, parts: [foldText(title), foldText(details)] },
      paragraphs: [foldText(title), ...toParagraphs(details)],
    }))
    .toSorted((a, b) => compare(a.recordId, b.recordId) || compare(JSON.stringify(a), JSON.stringify(b)));
}

const BEGINS_ANEW = /^\s*(?:[-*#>|+]|[0-9]{1,3}[.)] |$)/;

/** Lines that only go on because the author's paper ended stay together. */
function toParagraphs(text: string): readonly string[] {
  const paragraphs: string[][] = [[]];
  for (const line of cleanText(text).split('\n')) {
    if (BEGINS_ANEW.test(line)) paragraphs.push([]);
    paragraphs.at(-1)?.push(line);
  }
  return paragraphs.map((lines) => foldText(lines.join('\n'))).filter((paragraph) => paragraph !== '');
}

export interface FoundQuote {
  readonly record: FoldedText;
  readonly quote: string;
}

/** Undefined: nobody has written it, or it is too short to say anything. */
export function findQuote(quote: string, texts: readonly FoldedText[]): FoundQuote | undefined {
  const folded = foldText(quote);
  if (folded.length < QUOTE_CHARACTERS_MIN) return undefined;
  const record = texts.find(({ parts }) => parts.some((part) => part.includes(folded)));
  return record && { record, quote: folded };
}

function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}
