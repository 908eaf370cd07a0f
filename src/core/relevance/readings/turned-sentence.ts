/**
 * Whether the sentence around a quote turns its meaning round: "not only on Windows", "even without XML", "for example a template".
 * A model may quote the half that suits it; code reads the whole sentence before it believes the half.
 */
import { foldText } from './clean-text.ts';

/** Each makes of a condition an example, a choice, or its contrary. */
const TURNS = [
  ...['not only', 'not just', 'not limited to', 'not restricted to', 'not specific to', 'not exclusive to'],
  ...[
    'not require',
    'not required',
    'not need',
    'not needed',
    'not depend',
    'not necessary',
    'not necessarily',
    'no need',
    'without requiring',
  ],
  ...['even if', 'even when', 'even without', 'even on', 'even where', 'regardless', 'irrespective', 'independent of'],
  ...[
    'whether or not',
    'such as',
    'for example',
    'for instance',
    'e.g',
    'i.e',
    'including',
    'among other',
    'in addition to',
  ],
  ...['as well as', 'also affects', 'also possible', 'other ways', 'unless', 'in particular', 'especially'],
  ...['mainly', 'mostly', 'primarily', 'typically', 'usually', 'commonly', 'alternatively', 'previously thought'],
];

/** In any of the texts, which are folded like the quote. What is said too often to be read is said in no sentence. */
export function isTurnedRound(quote: string, texts: readonly string[]): boolean {
  return texts.some((text) => {
    const sentences = sentencesWith(withoutAbbreviations(text), withoutAbbreviations(quote));
    if (sentences.length > OCCURRENCES_MAX) return true;
    return sentences.some((sentence) => {
      const words = ` ${foldText(sentence.replace(SIGNS, ' ')).toLowerCase()} `;
      return TURNS.some((turn) => words.includes(` ${turn} `) || words.includes(` ${turn}s `));
    });
  });
}

// Signs that stand between words; those inside of one stay (`e.g`, `x86-64`).
const SIGNS = /[,;:()"'`*[\]]/g;
const ABBREVIATION = /\b(e\.g|i\.e|etc|vs)\. /gi;

/** Their dots end no sentence. */
function withoutAbbreviations(text: string): string {
  return text.replace(ABBREVIATION, '$1, ');
}

/** From the stop before it to the one behind it, wherever it stands. A dot inside of a name or a number is no stop. */
function sentencesWith(text: string, quote: string): readonly string[] {
  const sentences: string[] = [];
  let at = text.indexOf(quote);
  while (at !== -1 && sentences.length <= OCCURRENCES_MAX) {
    sentences.push(text.slice(startBefore(text, at), endBehind(text, at + quote.length)));
    at = text.indexOf(quote, at + quote.length);
  }
  return sentences;
}

const OCCURRENCES_MAX = 20;
/** How far a sentence is read on each side, in characters: a text without stops is no sentence. */
const REACH = 1_000;
const STOPS = ['. ', '! ', '? '];

function startBefore(text: string, at: number): number {
  const starts = STOPS.map((stop) => text.lastIndexOf(stop, Math.max(0, at - 1)));
  return Math.max(0, at - REACH, ...starts.map((start) => (start === -1 ? 0 : start + 1)));
}

function endBehind(text: string, at: number): number {
  const ends = STOPS.map((stop) => text.indexOf(stop, Math.max(0, at - 1))).filter((end) => end !== -1);
  return Math.min(text.length, at + REACH, ...ends);
}
