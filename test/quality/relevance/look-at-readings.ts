/** Measures how carefully a model answered, independent of the verifier: whether its quotes exist, and what it would hide. */
import type { FindingInput } from '../../../src/ai/questions/shared-data.ts';
import { listContradictions } from '../../../src/core/relevance/assessments/contradictions/all-contradictions.ts';
import { foldText } from '../../../src/core/relevance/assessments/text/clean-text.ts';
import {
  toPlaceContexts,
  toProfilePlaces,
} from '../../../src/core/relevance/assessments/verification/verification-context.ts';
import type { AdvisoryText, Assessment } from '../../../src/core/relevance/assessments/assessment.ts';
import { isStructured } from '../../../src/core/relevance/assessments/structured-preconditions.ts';
import type { ItemOutcome, Share } from './item-outcome.ts';

/** Preconditions from structured fields need no quote. */
export function countQuotes({ facts }: Assessment, { subject, texts }: FindingInput): Share {
  const given = (facts?.preconditions ?? []).filter((each) => !isStructured(subject, each));
  return { good: given.filter(({ quote }) => isQuotedFrom(texts, quote)).length, all: given.length };
}

/** Whether a text contains the quote, wherever it is. */
export function isQuotedFrom(texts: readonly AdvisoryText[], quote: string): boolean {
  return texts.some(({ title, details }) => [title, details].some((text) => foldText(text).includes(foldText(quote))));
}

/** What would happen if every precondition that the model calls necessary were believed. Null if it did not answer. */
export function verdictIn({ facts }: Assessment, { subject }: FindingInput): ItemOutcome['claimed'] {
  if (facts === undefined) return null;
  const grounds = toProfilePlaces(subject);
  const isExcluded = grounds.every((ground) =>
    facts.preconditions.some(
      ({ type, value, necessary }) =>
        necessary &&
        listContradictions(type).some((row) =>
          toPlaceContexts(subject, ground).every((at) => row.find(value, at) !== undefined),
        ),
    ),
  );
  return grounds.length > 0 && isExcluded ? 'not_relevant' : 'relevant';
}
