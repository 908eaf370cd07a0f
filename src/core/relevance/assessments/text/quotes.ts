/**
 * Finds a quote of the model in the advisory records that matched the component, and the sentences that contain it. The quote has
 * to be literally in one paragraph of the description, after cleaning and folding of spaces. A model may quote half a sentence, so code
 * evaluates the whole sentence, and nothing beyond it, because the rest was not quoted.
 */
import { foldText } from './clean-text.ts';
import { toDescription, type DescribedMatter, type Description } from './description.ts';
import type { AdvisoryText } from '../assessment.ts';
import { LIMITS } from '../../../limits.ts';
import { compareText } from '../../../text/compare-text.ts';

const QUOTE_CHARACTERS_MIN = 8;

/** A record whose texts are folded once for all quotes. The dots of abbreviations are replaced, because they end no sentence. */
export interface FoldedText extends Description {
  readonly recordId: string;
  readonly hash: string;
}

/** The title describes the vulnerability too. The order of the result does not depend on the input. */
export function foldTexts(
  texts: readonly AdvisoryText[],
  matter: Pick<DescribedMatter, 'id' | 'name'>,
): readonly FoldedText[] {
  return texts
    .map(({ recordId, hash, title, details, packages }) => {
      const { paragraphs, others } = toDescription(details, { ...matter, packages });
      return {
        recordId,
        hash,
        paragraphs: [foldText(title), ...paragraphs].map(withoutAbbreviations),
        others: others.map(withoutAbbreviations),
      };
    })
    .toSorted((a, b) => compareText(a.recordId, b.recordId) || compareText(JSON.stringify(a), JSON.stringify(b)));
}

export interface FoundQuote {
  readonly record: FoldedText;
  readonly quote: string;
}

/** Undefined: no description contains the quote, or it is too short not to match by chance. */
export function findQuote(quote: string, texts: readonly FoldedText[]): FoundQuote | undefined {
  const folded = foldText(quote);
  if (folded.length < QUOTE_CHARACTERS_MIN) return undefined;
  const part = withoutAbbreviations(folded);
  const record = texts.find(({ paragraphs }) => paragraphs.some((paragraph) => paragraph.includes(part)));
  return record && { record, quote: folded };
}

/** Maximum occurrences of a quote. One that occurs more often is not specific to a sentence. */
const OCCURRENCES_MAX = 20;

const ABBREVIATION = /\b(e\.g|i\.e|etc|vs)\. /gi;
/** Maximum length of a sentence on each side of the quote, in characters, for texts without full stops. */
const REACH = 1_000;
/** Maximum length of what is read around a quote. */
export const PASSAGE_MAX = 2 * REACH + LIMITS.aiQuoteCharactersMax;
const STOPS = ['. ', '! ', '? '];
const STOP = /[.!?] /;

/**
 * Returns the text between the full stops before and after each occurrence. A dot inside a name or a number is not a full stop.
 * Undefined: the quote occurs too often.
 */
export function listPassagesAround(texts: readonly string[], quote: string): readonly string[] | undefined {
  const part = withoutAbbreviations(quote);
  const passages: string[] = [];
  for (const text of texts) {
    for (let at = text.indexOf(part); at !== -1; at = text.indexOf(part, at + part.length)) {
      if (passages.length === OCCURRENCES_MAX) return undefined;
      passages.push(text.slice(findSentenceStart(text, at), findSentenceEnd(text, at + part.length)));
    }
  }
  return passages;
}

/** A quote may span several sentences. */
export function toSentences(passage: string): readonly string[] {
  return passage.split(STOP);
}

function withoutAbbreviations(text: string): string {
  return text.replace(ABBREVIATION, '$1, ');
}

// Both look no further than the reach: a text may have no full stop at all, and is searched for every occurrence.

function findSentenceStart(text: string, at: number): number {
  const least = Math.max(0, at - REACH);
  const before = text.slice(least, at + 1);
  return least + Math.max(0, ...STOPS.map((stop) => before.lastIndexOf(stop) + 1));
}

function findSentenceEnd(text: string, at: number): number {
  const from = Math.max(0, at - 1);
  const behind = text.slice(from, at + REACH);
  const ends = STOPS.map((stop) => behind.indexOf(stop)).filter((end) => end !== -1);
  return from + Math.min(behind.length, ...ends);
}
