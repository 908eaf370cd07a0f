/**
 * The sentences that a quote stands in. A model may quote the half that suits it; code reads the whole sentence before it believes
 * the half, and no more than the sentence, because what is said elsewhere was not quoted.
 */

/** How often a quote is looked at in one text: what is said more often is said in no sentence. */
export const OCCURRENCES_MAX = 20;

const ABBREVIATION = /\b(e\.g|i\.e|etc|vs)\. /gi;
/** How far a sentence is read on each side, in characters: a text without stops is no sentence. */
const REACH = 1_000;
const STOPS = ['. ', '! ', '? '];
const STOP = /[.!?] /;

/** From the stop before it to the one behind it, wherever it stands. A dot inside of a name or a number is no stop. */
export function passagesAround(text: string, quote: string): readonly string[] {
  const [whole, part] = [withoutAbbreviations(text), withoutAbbreviations(quote)];
  const passages: string[] = [];
  let at = whole.indexOf(part);
  while (at !== -1 && passages.length <= OCCURRENCES_MAX) {
    passages.push(whole.slice(startBefore(whole, at), endBehind(whole, at + part.length)));
    at = whole.indexOf(part, at + part.length);
  }
  return passages;
}

/** A quote may go over several; a thing is said in one of them. */
export function toSentences(passage: string): readonly string[] {
  return passage.split(STOP);
}

/** Their dots end no sentence. */
function withoutAbbreviations(text: string): string {
  return text.replace(ABBREVIATION, '$1, ');
}

function startBefore(text: string, at: number): number {
  const starts = STOPS.map((stop) => text.lastIndexOf(stop, Math.max(0, at - 1)));
  return Math.max(0, at - REACH, ...starts.map((start) => (start === -1 ? 0 : start + 1)));
}

function endBehind(text: string, at: number): number {
  const ends = STOPS.map((stop) => text.indexOf(stop, Math.max(0, at - 1))).filter((end) => end !== -1);
  return Math.min(text.length, at + REACH, ...ends);
}
