/**
 * Detects sentences that reverse the meaning of a quote: "not only on Windows", "even without XML", "for example a template". The
 * quoted condition is then only an example, one of several options, or denied.
 */
import { foldText } from './clean-text.ts';
import { OCCURRENCES_MAX, listPassagesAround } from './quotes.ts';

/** Phrases that turn a condition into an example, an option, or its opposite. */
const REVERSING_PHRASES = [
  'not only',
  'not just',
  'not limited to',
  'not restricted to',
  'not specific to',
  'not exclusive to',
  'not require',
  'not required',
  'not need',
  'not needed',
  'not depend',
  'not necessary',
  'not necessarily',
  'no need',
  'without requiring',
  'even if',
  'even when',
  'even without',
  'even on',
  'even where',
  'regardless',
  'irrespective',
  'independent of',
  'whether or not',
  'such as',
  'for example',
  'for instance',
  'e.g',
  'i.e',
  'including',
  'among other',
  'in addition to',
  'as well as',
  'also affects',
  'also possible',
  'other ways',
  'unless',
  'in particular',
  'especially',
  'mainly',
  'mostly',
  'primarily',
  'typically',
  'usually',
  'commonly',
  'alternatively',
  'previously thought',
  'not have to',
  'need not',
  'without needing',
  'work without',
  'works without',
  'with or without',
  'can also',
  'could also',
  'may also',
  'might also',
  'in any case',
  'is wrong',
  'was wrong',
  'is not true',
  'is incorrect',
  'among them',
  'worse',
  'worst',
  'first seen',
  'first reported',
  'first observed',
  'first found',
  'either',
];

/** Phrases about unaffected users, which reverse nothing. */
const REASSURING_PHRASES = ['act', 'upgrade', 'update', 'patch', 'worry', 'change anything', 'do anything'].flatMap(
  (verb) => [`need not ${verb}`, `not have to ${verb}`],
);

/** Checks all texts, which are folded like the quote. A quote that occurs too often counts as reversed. */
export function isMeaningReversed(quote: string, texts: readonly string[]): boolean {
  return texts.some((text) => {
    const passages = listPassagesAround(text, quote);
    return passages.length > OCCURRENCES_MAX || passages.some(isReversedSentence);
  });
}

// Punctuation between words; punctuation inside a word stays (`e.g`, `x86-64`).
const SIGNS = /[,;:()"'`*[\]]/g;

const SIGN = /[,;:()]/;
const END = /[.!?]$/;

function isReversedSentence(sentence: string): boolean {
  const lower = sentence.trim().toLowerCase().replace(END, '');
  const folded = ` ${foldText(lower.replace(SIGNS, ' '))} `;
  const words = REASSURING_PHRASES.reduce((rest, phrase) => rest.replaceAll(` ${phrase} `, ' '), folded);
  if (REVERSING_PHRASES.some((turn) => words.includes(` ${turn} `) || words.includes(` ${turn}s `))) return true;
  return lower.includes(', or ') || lower.split(SIGN).some(namesBoth) || needsNone(words.split(' '));
}

/** "Both on Windows and elsewhere", without punctuation between. */
function namesBoth(clause: string): boolean {
  const words = clause.split(' ');
  const both = words.indexOf('both');
  return both !== -1 && words.includes('and', both);
}

const NEEDED: ReadonlySet<string> = new Set(['required', 'needed', 'necessary']);
/** Maximum number of words between, as in "no special setting of the parser is required". */
const NEED_REACH = 8;

function needsNone(words: readonly string[]): boolean {
  return words.some((word, i) => {
    const rest = word === 'no' ? words.slice(i + 1, i + 1 + NEED_REACH) : [];
    return rest.some((each, j) => ['is', 'are'].includes(each) && NEEDED.has(rest[j + 1] ?? ''));
  });
}
