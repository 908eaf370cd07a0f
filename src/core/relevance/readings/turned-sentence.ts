/**
 * Whether the sentence around a quote turns its meaning round: "not only on Windows", "even without XML", "for example a template".
 * A model may quote the half that suits it; code reads the whole sentence before it believes the half.
 */
import { foldText } from './clean-text.ts';
import type { FoundQuote } from './find-quote.ts';

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

export function isTurnedRound({ record, quote }: FoundQuote): boolean {
  return record.parts.some((part) =>
    sentencesWith(withoutAbbreviations(part), withoutAbbreviations(quote)).some((sentence) => {
      const words = ` ${foldText(sentence.replace(SIGNS, ' ')).toLowerCase()} `;
      return TURNS.some((turn) => words.includes(` ${turn} `) || words.includes(` ${turn}s `));
    }),
  );
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
  while (at !== -1 && sentences.length < OCCURRENCES_MAX) {
    sentences.push(text.slice(startBefore(text, at), endBehind(text, at + quote.length)));
    at = text.indexOf(quote, at + quote.length);
  }
  return sentences;
}

const OCCURRENCES_MAX = 20;
const STOPS = ['. ', '! ', '? '];

function startBefore(text: string, at: number): number {
  const starts = STOPS.map((stop) => text.lastIndexOf(stop, Math.max(0, at - 1)));
  return Math.max(0, ...starts.map((start) => (start === -1 ? 0 : start + 1)));
}

function endBehind(text: string, at: number): number {
  const ends = STOPS.map((stop) => text.indexOf(stop, Math.max(0, at - 1))).filter((end) => end !== -1);
  return Math.min(text.length, ...ends);
}
