/**
 * Whether the sentence around a quote turns its meaning round: "not only on Windows", "even without XML", "for example a template".
 * What a condition was is then an example, a choice, or its contrary.
 */
import { foldText } from './clean-text.ts';
import { OCCURRENCES_MAX, passagesAround } from './sentences-around.ts';

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
  ...[
    'not have to',
    'need not',
    'without needing',
    'work without',
    'works without',
    'with or without',
    'can also',
    'could also',
  ],
  ...['may also', 'might also', 'in any case', 'is wrong', 'was wrong', 'is not true', 'is incorrect', 'among them'],
  ...['worse', 'worst', 'first seen', 'first reported', 'first observed', 'first found', 'either'],
];

/** Said of those who are safe: it takes nothing back. */
const REASSURED = ['act', 'upgrade', 'update', 'patch', 'worry', 'change anything', 'do anything'].flatMap((verb) => [
  `need not ${verb}`,
  `not have to ${verb}`,
]);

/** In any of the texts, which are folded like the quote. What is said too often to be read is said in no sentence. */
export function isTurnedRound(quote: string, texts: readonly string[]): boolean {
  return texts.some((text) => {
    const passages = passagesAround(text, quote);
    return passages.length > OCCURRENCES_MAX || passages.some(isTurned);
  });
}

// Signs that stand between words; those inside of one stay (`e.g`, `x86-64`).
const SIGNS = /[,;:()"'`*[\]]/g;

const SIGN = /[,;:()]/;
const END = /[.!?]$/;

function isTurned(sentence: string): boolean {
  const lower = sentence.trim().toLowerCase().replace(END, '');
  const said = ` ${foldText(lower.replace(SIGNS, ' '))} `;
  const words = REASSURED.reduce((rest, phrase) => rest.replaceAll(` ${phrase} `, ' '), said);
  if (TURNS.some((turn) => words.includes(` ${turn} `) || words.includes(` ${turn}s `))) return true;
  return lower.includes(', or ') || lower.split(SIGN).some(namesBoth) || needsNone(words.split(' '));
}

/** "Both on Windows and elsewhere", and no sign between. */
function namesBoth(clause: string): boolean {
  const words = clause.split(' ');
  const both = words.indexOf('both');
  return both !== -1 && words.includes('and', both);
}

const NEEDED: ReadonlySet<string> = new Set(['required', 'needed', 'necessary']);
/** How many words may stand between, in "no special setting of the parser is required". */
const NEED_REACH = 8;

function needsNone(words: readonly string[]): boolean {
  return words.some((word, i) => {
    const rest = word === 'no' ? words.slice(i + 1, i + 1 + NEED_REACH) : [];
    return rest.some((each, j) => ['is', 'are'].includes(each) && NEEDED.has(rest[j + 1] ?? ''));
  });
}
