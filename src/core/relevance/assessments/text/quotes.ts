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

/** A record whose texts are folded once for all quotes. */
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
      return { recordId, hash, paragraphs: [foldText(title), ...paragraphs], others };
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
  const record = texts.find(({ paragraphs }) => paragraphs.some((paragraph) => paragraph.includes(folded)));
  return record && { record, quote: folded };
}

/** Maximum occurrences of a quote in one text. A quote that occurs more often is not specific to a sentence. */
export const OCCURRENCES_MAX = 20;

const ABBREVIATION = /\b(e\.g|i\.e|etc|vs)\. /gi;
/** Maximum length of a sentence on each side of the quote, in characters, for texts without full stops. */
const REACH = 1_000;
/** Maximum length of what is read around a quote. */
export const PASSAGE_MAX = 2 * REACH + LIMITS.aiQuoteCharactersMax;
const STOPS = ['. ', '! ', '? '];
const STOP = /[.!?] /;

/**
 * Returns the text between the full stops before and after each occurrence. A dot inside a name or a number is not a full stop.
 */
export function listPassagesAround(text: string, quote: string): readonly string[] {
  const [whole, part] = [withoutAbbreviations(text), withoutAbbreviations(quote)];
  const passages: string[] = [];
  let at = whole.indexOf(part);
  while (at !== -1 && passages.length <= OCCURRENCES_MAX) {
    passages.push(whole.slice(findSentenceStart(whole, at), findSentenceEnd(whole, at + part.length)));
    at = whole.indexOf(part, at + part.length);
  }
  return passages;
}

/** A quote may span several sentences. */
export function toSentences(passage: string): readonly string[] {
  return passage.split(STOP);
}

/** The dots of abbreviations do not end a sentence. */
function withoutAbbreviations(text: string): string {
  return text.replace(ABBREVIATION, '$1, ');
}

function findSentenceStart(text: string, at: number): number {
  const starts = STOPS.map((stop) => text.lastIndexOf(stop, Math.max(0, at - 1)));
  return Math.max(0, at - REACH, ...starts.map((start) => (start === -1 ? 0 : start + 1)));
}

function findSentenceEnd(text: string, at: number): number {
  const ends = STOPS.map((stop) => text.indexOf(stop, Math.max(0, at - 1))).filter((end) => end !== -1);
  return Math.min(text.length, at + REACH, ...ends);
}
