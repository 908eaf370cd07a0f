/**
 * Scores how a reader understood labeled advisories. A call that failed or was cut off found nothing, and counts as a failure:
 * silence is not an answer.
 */
import { listContradictions } from '../../../../src/core/relevance/assessments/contradictions/all-contradictions.ts';
import { parsePlatforms } from '../../../../src/core/relevance/assessments/contradictions/field-contradictions.ts';
import { foldText } from '../../../../src/core/relevance/assessments/text/clean-text.ts';
import {
  toPlaceContexts,
  toProfilePlaces,
} from '../../../../src/core/relevance/assessments/verification/verification-context.ts';
import type { Precondition, PreconditionType } from '../../../../src/core/relevance/assessments/assessment.ts';
import { boundShare } from '../binomial-bound.ts';
import { addShares, type Share } from '../item-outcome.ts';
import type { Label, LabeledAdvisory } from './labeled-advisories.ts';

export interface Reading {
  readonly advisory: LabeledAdvisory;
  /** Null: the call failed. */
  readonly claimed: readonly Precondition[] | null;
  /** Whether the finding was dismissed after verification. */
  readonly isDismissed: boolean;
}

export interface ReadingReport {
  readonly advisories: number;
  readonly failed: number;
  /** Of the labels, those that were found. */
  readonly recall: Share;
  /** Of the claims, those that match a label. */
  readonly precision: Share;
  /** Of the advisories without a label, those about which nothing was claimed. */
  readonly silent: Share;
  /** Of the dismissed findings, those that no label supports, and the upper bound of their share. */
  readonly wrongDismissals: Share & { readonly bound: number; readonly ids: readonly string[] };
  /** Of the findings that a label dismisses, those that were dismissed. */
  readonly yield: Share;
}

export function scoreReadings(readings: readonly Reading[]): ReadingReport {
  const dismissed = readings.filter(({ isDismissed }) => isDismissed);
  const wrong = dismissed.filter(({ advisory }) => !isDismissible(advisory));
  const dismissible = readings.filter(({ advisory }) => isDismissible(advisory));
  const unlabeled = readings.filter(({ advisory }) => advisory.labels.length === 0);
  return {
    advisories: readings.length,
    failed: readings.filter(({ claimed }) => claimed === null).length,
    recall: addShares(readings.map(({ advisory, claimed }) => countFound(advisory, claimed ?? []))),
    precision: addShares(readings.map(({ advisory, claimed }) => countRight(advisory, claimed ?? []))),
    silent: {
      good: unlabeled.filter(({ claimed }) => claimed !== null && listNecessary(claimed).length === 0).length,
      all: unlabeled.length,
    },
    wrongDismissals: {
      good: wrong.length,
      all: dismissed.length,
      bound: boundShare(wrong.length, dismissed.length),
      ids: wrong.map(({ advisory }) => advisory.id).toSorted(),
    },
    yield: { good: dismissible.filter(({ isDismissed }) => isDismissed).length, all: dismissible.length },
  };
}

function listNecessary(claimed: readonly Precondition[]): readonly Precondition[] {
  return claimed.filter(({ necessary }) => necessary);
}

function countFound(advisory: LabeledAdvisory, claimed: readonly Precondition[]): Share {
  const { labels } = advisory;
  const found = labels.filter((label) => listNecessary(claimed).some((claim) => isSame(advisory, label, claim)));
  return { good: found.length, all: labels.length };
}

function countRight(advisory: LabeledAdvisory, claimed: readonly Precondition[]): Share {
  const claims = listNecessary(claimed);
  const right = claims.filter((claim) => advisory.labels.some((label) => isSame(advisory, label, claim)));
  return { good: right.length, all: claims.length };
}

/** Careful readers disagree about which of these a condition is, and about its name: what they quote is compared. */
const OF_USE: ReadonlySet<PreconditionType> = new Set([
  'component',
  'feature',
  'configuration',
  'command',
  'deployment',
]);

export function isSame(
  { text }: Pick<LabeledAdvisory, 'text'>,
  label: Label,
  claim: Pick<Precondition, 'type' | 'value' | 'quote'>,
): boolean {
  if (OF_USE.has(label.type)) return OF_USE.has(claim.type) && isQuoted(text, label, foldText(claim.quote));
  if (label.type !== claim.type) return false;
  return toValues(label.type, label.value).join() === toValues(claim.type, claim.value).join();
}

/** Other types need no value. */
function toValues(type: PreconditionType, value: string | null): readonly string[] {
  if (type === 'os' || type === 'arch') return [...parsePlatforms(type, value)].toSorted();
  return type === 'input_kind' || type === 'language_version' ? [foldText(value ?? '').toLowerCase()] : [];
}

/** Whether the quote shares a word with the sentence of the label. */
function isQuoted(text: string, { start, end }: Label, quote: string): boolean {
  const [from, to] = [text.lastIndexOf('. ', start) + 1, text.indexOf('. ', end)];
  for (let at = text.indexOf(quote); at !== -1 && quote !== ''; at = text.indexOf(quote, at + 1))
    if (at < (to === -1 ? text.length : to) && at + quote.length > from) return true;
  return false;
}

/** Whether the labels dismiss the finding in this service. */
export function isDismissible({ subject, labels }: Pick<LabeledAdvisory, 'subject' | 'labels'>): boolean {
  return labels.some(({ type, value }) =>
    toProfilePlaces(subject).every((ground) =>
      listContradictions(type).some(
        ({ effect, find }) =>
          effect === 'dismiss' && toPlaceContexts(subject, ground).every((at) => find(value, at) !== undefined),
      ),
    ),
  );
}
