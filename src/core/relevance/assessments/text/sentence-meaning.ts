/**
 * Decides whether a sentence demands what it names: "not only on Windows", "even without XML", "for example a template" and "XML
 * or YAML" do not. The named thing is then denied, an example, optional, or one of several ways. Doubt counts as one of these.
 */
import { listPhrases, listWords, type SentenceWords } from '../mentions/sentence-words.ts';

/** Phrases that turn a condition into an example, an option, or its opposite, wherever they are in the sentence. */
const REVERSING_PHRASES = listPhrases(`
  not only, not just, not limited to, not restricted to, not specific to, not exclusive to, not necessarily,
  no need, even if, even when, even without, even on, even where, even though, regardless, irrespective,
  independent of, whether, such as, for example, for instance, demonstrated, e.g, i.e, etc, include, includes,
  including, among, in addition to, moreover, furthermore, besides, additionally, as well as, also, other ways,
  unless, in particular, particularly, especially, notably, mainly, mostly, primarily, typically, usually,
  commonly, often, sometimes, optionally, possibly, likely, in some, in certain, some cases, alternatively,
  previously thought, need not, with or without, in any case, is wrong, was wrong, is not true, is incorrect,
  worse, worst, first seen, first reported, first observed, first found, either, one of several, one of these,
  one of the following, any of, some of, many of, various, enabled by default, on by default,
  default configuration, similar, similarly
`);

/** Phrases about unaffected users, which reverse nothing. */
const REASSURING_PHRASES = ['act', 'upgrade', 'update', 'patch', 'worry', 'change anything', 'do anything'].flatMap(
  (verb) => [`need not ${verb}`, `not have to ${verb}`],
);

/**
 * Takes the words of a sentence and all positions at which it names the thing. A range of versions can be given by the versions
 * that are safe, so its direction is compared instead.
 */
export function isDemanded(words: SentenceWords, named: readonly number[], isRange = false): boolean {
  const all = new Set(named);
  return (
    !isReversed(words) &&
    (isRange || !isNegated(words, named)) &&
    named.every((at) => !isOptional(words, at) && !isAlternative(words, at, all))
  );
}

/** Whether a phrase of the sentence reverses or weakens everything in it. */
export function isReversed({ wholes, clauses }: SentenceWords): boolean {
  const folded = ` ${wholes.filter((whole, i) => i === 0 || whole !== wholes[i - 1]).join(' ')} `;
  const text = REASSURING_PHRASES.reduce((rest, phrase) => rest.replaceAll(` ${phrase} `, ' '), folded);
  return REVERSING_PHRASES.some((phrase) => text.includes(` ${phrase} `)) || namesBoth(wholes, clauses);
}

/** "Both on Windows and elsewhere", in one clause. */
function namesBoth(wholes: readonly string[], clauses: readonly number[]): boolean {
  const both = wholes.indexOf('both');
  const and = both === -1 ? -1 : wholes.indexOf('and', both);
  return and !== -1 && clauses[and] === clauses[both];
}

/** `t` is the end of "doesn't". */
const NEGATIONS: ReadonlySet<string> = new Set(
  listWords(`
  not no never without cannot neither nor none nothing rather instead except excluding other outside t
`),
);
const NEEDS: ReadonlySet<string> = new Set(
  listWords('required require requires needed need necessary have depend matter involved enabled used'),
);
/** Maximum number of words between a negation and what it negates. */
const NEGATION_REACH = 8;

/** Words that tell a group of users or a case apart. */
const DISTINGUISHING: ReadonlySet<string> = new Set(
  listWords('that which who whose where if when unless without no other than only users'),
);

/**
 * A statement that something is safe is the opposite of a demand, unless what it names is absent there: "a service that parses
 * no XML is safe". "The tool parses no XML and is safe" is about the tool itself.
 */
function isNegated(words: SentenceWords, named: readonly number[]): boolean {
  const { statements, clauses, parts } = words;
  const calledSafe = listCalledSafe(words);
  return named.some((at) => {
    const safe = calledSafe.filter(({ end }) => statements[end] === statements[at]);
    if (safe.length === 0) return isNegatedAt(words, at) && !isExceptedAt(words, at);
    return !safe.some(
      ({ end, start }) =>
        parts.some((part, i) => i < end && clauses[i] === clauses[end] && DISTINGUISHING.has(part)) &&
        named.some((other) => clauses[other] === clauses[end] && isNegatedAt(words, other, start)),
    );
  });
}

/** "Packages for systems other than Windows are built without it". */
function isExceptedAt({ parts, clauses }: SentenceWords, at: number): boolean {
  const isNegative = (part: string, i: number): boolean => i > at && clauses[i] === clauses[at] && NEGATIONS.has(part);
  return parts[at - 1] === 'than' && parts[at - 2] === 'other' && parts.some(isNegative);
}

/** `ignored`: the position of a negation that belongs to another word. */
function isNegatedAt({ parts, clauses }: SentenceWords, at: number, ignored?: number): boolean {
  const isNear = (i: number): boolean => clauses[i] === clauses[at] && Math.abs(i - at) <= NEGATION_REACH;
  return parts.some((part, i) => {
    if (!NEGATIONS.has(part) || i === ignored || !isNear(i)) return false;
    return i < at || parts.slice(i + 1, i + 4).some((each, j) => NEEDS.has(each) && isNear(i + 1 + j));
  });
}

const SAFE: ReadonlySet<string> = new Set(['safe', 'unaffected', 'immune', 'harmless', 'invulnerable']);
const HARMED: ReadonlySet<string> = new Set(
  listWords(`
  affected vulnerable exposed exploitable exploited attacked reached concerned impacted susceptible risk danger
  act upgrade update patch worry
`),
);

interface CalledSafe {
  /** Position of the negation, or of the word itself if it needs none. */
  readonly start: number;
  readonly end: number;
}

/** Where the sentence says that something cannot be attacked. */
function listCalledSafe({ parts }: SentenceWords): readonly CalledSafe[] {
  return [...parts.keys()].flatMap((end): readonly CalledSafe[] => {
    if (SAFE.has(parts[end] ?? '')) return [{ start: end, end }];
    if (!HARMED.has(parts[end] ?? '')) return [];
    const near = Math.max(0, end - 3);
    const found = parts.slice(near, end).findLastIndex((part) => NEGATIONS.has(part));
    return found === -1 ? [] : [{ start: near + found, end }];
  });
}

const MODALS: ReadonlySet<string> = new Set(['may', 'might', 'perhaps', 'maybe', 'potentially', 'probably', 'likely']);
const FIRM: ReadonlySet<string> = new Set(['can', 'could', 'must', 'will', 'has', 'have', 'needs', 'requires']);

/**
 * "An attacker may use XML", "formats like XML": the last modal verb before the thing decides, and one that comes later is about
 * the effect.
 */
function isOptional({ parts, clauses, statements }: SentenceWords, at: number): boolean {
  if (parts.some((part, i) => part === 'like' && i < at && clauses[i] === clauses[at])) return true;
  for (let i = at - 1; statements[i] === statements[at] && !FIRM.has(parts[i] ?? ''); i -= 1)
    if (MODALS.has(parts[i] ?? '')) return true;
  return false;
}

/** After one of these, "or" connects effects: "a crafted image can crash or hang the process". */
const EFFECTS: ReadonlySet<string> = new Set(
  listWords(`
  can could may might cause causes causing allow allows allowing lead leads leading result results resulting
  trigger triggers crash crashes
`),
);
/** Before one of these, "or" connects effects: "a crash or a leak through a crafted image". */
export const MEANS: ReadonlySet<string> = new Set(['via', 'by', 'through', 'using', 'when', 'if', 'where', 'while']);
/** "Version 8 or later". */
const COMPARISONS: ReadonlySet<string> = new Set(
  listWords('later newer above higher greater older earlier below lower prior before more less equal'),
);
/** Maximum number of words between "or" and a thing that is also demanded: "on Windows or on macOS". */
const LIST_REACH = 3;

function isAlternative(words: SentenceWords, at: number, named: ReadonlySet<number>): boolean {
  const { parts, statements } = words;
  const isOr = (i: number): boolean =>
    parts[i] === 'or' && !COMPARISONS.has(parts[i + 1] ?? '') && !isBetweenNamed(i, named);
  for (let i = at + 1; statements[i] === statements[at] && !EFFECTS.has(parts[i] ?? ''); i += 1)
    if (isOr(i)) return true;
  for (let i = at - 1; statements[i] === statements[at]; i -= 1) {
    if (isOr(i)) return true;
    // "Or by" begins another way, so the word right after "or" separates nothing.
    if (MEANS.has(parts[i] ?? '') && !isOr(i - 1)) return false;
  }
  return false;
}

function isBetweenNamed(or: number, named: ReadonlySet<number>): boolean {
  const isNamed = (step: number): boolean =>
    Array.from({ length: LIST_REACH }, (_, i) => or + step * (i + 1)).some((i) => named.has(i));
  return isNamed(1) && isNamed(-1);
}
