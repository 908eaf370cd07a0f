/**
 * The context in which claims are verified: a subject with its preconditions and advisory texts, and the profiles with their
 * places. Results are cached, because the same checks occur for every pair and profile and texts may be long.
 */
import type { Platform } from '../../../advisory/platform.ts';
import { toWords } from '../../../advisory/mentions/text-words.ts';
import type { ProfileView } from '../../../profile/profile-view.ts';
import { EMPTY_PROFILE } from '../../../profile/version-profiles.ts';
import type { ComponentPlace, Subject } from '../../subject/subject.ts';
import type { PlaceContext, Contradiction } from '../contradictions/contradiction.ts';
import { findQuote, foldTexts, type FoundQuote } from '../text/quotes.ts';
import { mentionsAnyPlatform } from '../mentions/find-platform.ts';
import type { AdvisoryText, Precondition } from '../assessment.ts';
import { checkQuote, type QuoteProblem } from '../mentions/check-quote.ts';
import { restatesWeakness } from '../restated-weakness.ts';
import { compareText } from '../../../text/compare-text.ts';

export interface VerificationContext {
  readonly subject: Subject;
  /** Includes those from structured fields. */
  readonly preconditions: readonly Precondition[];
  /** Undefined: the quote is in none of the texts. */
  readonly findQuote: (quote: string) => FoundQuote | undefined;
  /** Why the quote does not support the precondition; undefined: it does. */
  readonly findQuoteProblem: (precondition: Precondition) => QuoteProblem | undefined;
  /** Whether the precondition is a kind of input and names the weakness itself. */
  readonly restatesWeakness: (precondition: Precondition) => boolean;
  /** Whether any of the texts names one of these platforms. */
  readonly mentionsAnyPlatform: (kind: keyof Platform, platforms: readonly string[]) => boolean;
  /** Whether the contradiction holds at every place that the profile applies to. */
  readonly isContradicted: (row: Contradiction, value: string | null, ground: ProfilePlaces) => boolean;
}

/** A profile with the places that it applies to. */
export interface ProfilePlaces {
  readonly profile: ProfileView;
  readonly places: readonly ComponentPlace[];
}

export function createVerificationContext(
  subject: Subject,
  preconditions: readonly Precondition[],
  texts: readonly AdvisoryText[],
): VerificationContext {
  const { id, cwes } = subject.vulnerability;
  const folded = foldTexts(texts, { id, name: subject.component.name });
  const whole = folded.flatMap(({ paragraphs, others }) => [...paragraphs, ...others]);
  const find = memoize(
    (quote: string) => quote,
    (quote) => findQuote(quote, folded),
  );
  return {
    subject,
    preconditions,
    findQuote: find,
    findQuoteProblem: memoize(
      ({ type, value, quote }: Precondition) => JSON.stringify([type, value, quote]),
      (precondition) => {
        const quote = find(precondition.quote)?.quote;
        return quote === undefined ? 'not_named' : checkQuote({ ...precondition, quote }, folded, subject.component);
      },
    ),
    restatesWeakness: ({ type, value, quote }) =>
      type === 'input_kind' && restatesWeakness(value, cwes, [...texts.map(({ title }) => title), quote]),
    mentionsAnyPlatform: memoize(
      (kind: keyof Platform, platforms: readonly string[]) => `${kind} ${[...new Set(platforms)].toSorted().join(' ')}`,
      (kind, platforms) => mentionsAnyPlatform(kind, platforms, whole.map(toWords)),
    ),
    isContradicted: memoize(
      (row: Contradiction, value: string | null, { profile }: ProfilePlaces) =>
        JSON.stringify([row.type, row.path, value, profile.name]),
      (row, value, ground) => toPlaceContexts(subject, ground).every((at) => row.find(value, at) !== undefined),
    ),
  };
}

function memoize<Asked extends readonly unknown[], Answer>(
  keyOf: (...asked: Asked) => string,
  answer: (...asked: Asked) => Answer,
): (...asked: Asked) => Answer {
  const known = new Map<string, Answer>();
  return (...asked) => {
    const key = keyOf(...asked);
    const before = known.get(key);
    if (before !== undefined || known.has(key)) return before as Answer;
    const found = answer(...asked);
    known.set(key, found);
    return found;
  };
}

/** Omits profiles that apply to no place. Where no profile applies, only answers of people can contradict. */
export function toProfilePlaces({ places, profiles, appliesTo = () => true }: Subject): readonly ProfilePlaces[] {
  const bare = places.filter((place) => !profiles.some((profile) => appliesTo(profile, place)));
  return [
    ...profiles.map((profile) => ({ profile, places: places.filter((place) => appliesTo(profile, place)) })),
    { profile: EMPTY_PROFILE, places: bare },
  ]
    .filter((ground) => ground.places.length > 0)
    .toSorted((a, b) => compareText(a.profile.name, b.profile.name));
}

export function toPlaceContexts(
  { component, answers }: Subject,
  { profile, places }: ProfilePlaces,
): readonly PlaceContext[] {
  return places.map((place) => ({ component, place, profile, answers }));
}
