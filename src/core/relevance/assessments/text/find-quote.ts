/**
 * Finds a quote of the model in the advisory records that matched the component. It has to be literally in the title or the text,
 * after cleaning and folding of spaces, and long enough not to match by chance.
 */
import { cleanText, foldText } from './clean-text.ts';
import type { AdvisoryText } from '../assessment.ts';
import { compareText } from '../../../text/compare-text.ts';

const QUOTE_CHARACTERS_MIN = 8;

/** A record whose texts are folded once for all quotes. */
export interface FoldedText {
  readonly recordId: string;
  readonly hash: string;
  /** Title and details. */
  readonly parts: readonly string[];
  /** Same texts, split at the paragraphs of the author: a heading and the list below it are not one sentence. */
  readonly paragraphs: readonly string[];
}

/** The order of the result does not depend on the input. */
export function foldTexts(texts: readonly AdvisoryText[]): readonly FoldedText[] {
  return texts
    .map(({ recordId, hash, title, details }) => ({
      recordId,
      hash,
      parts: [foldText(title), foldText(details)],
      paragraphs: [foldText(title), ...toParagraphs(details)],
    }))
    .toSorted((a, b) => compareText(a.recordId, b.recordId) || compareText(JSON.stringify(a), JSON.stringify(b)));
}

const PARAGRAPH_START = /^\s*(?:[-*#>|+]|[0-9]{1,3}[.)] |$)/;

/** Joins the wrapped lines of a paragraph. */
function toParagraphs(text: string): readonly string[] {
  const paragraphs: string[][] = [[]];
  for (const line of cleanText(text).split('\n')) {
    if (PARAGRAPH_START.test(line)) paragraphs.push([]);
    paragraphs.at(-1)?.push(line);
  }
  return paragraphs.map((lines) => foldText(lines.join('\n'))).filter((paragraph) => paragraph !== '');
}

export interface FoundQuote {
  readonly record: FoldedText;
  readonly quote: string;
}

/** Undefined: the quote is not in the texts, or too short. */
export function findQuote(quote: string, texts: readonly FoldedText[]): FoundQuote | undefined {
  const folded = foldText(quote);
  if (folded.length < QUOTE_CHARACTERS_MIN) return undefined;
  const record = texts.find(({ parts }) => parts.some((part) => part.includes(folded)));
  return record && { record, quote: folded };
}
