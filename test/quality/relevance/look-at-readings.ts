/**
 * Measures how carefully a model answered, independent of the verifier: whether its quotes and citations exist, and its own
 * verdict.
 */
import type { FindingInput } from '../../../src/ai/questions/shared-data.ts';
import { isCitable, isEnforced } from '../../../src/core/relevance/assessments/contradictions/all-contradictions.ts';
import { foldText } from '../../../src/core/relevance/assessments/text/clean-text.ts';
import type { AdvisoryText, Assessment, ProfileAnswer } from '../../../src/core/relevance/assessments/assessment.ts';
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

/** A citation is good if it refers to a precondition that was sent and to a confirmed field. */
export function countCitations(assessment: Assessment, { subject }: FindingInput): Share {
  const cited = answersAbout(assessment).flatMap(({ profile, answer }) =>
    answer.evidence.map(({ preconditionIndex, profilePath }) => {
      const view = subject.profiles.find(({ name }) => name === profile);
      const isKnown = isEnforced(profilePath) ? view?.runtime !== undefined : view?.known(profilePath) !== undefined;
      return isCitable(profilePath) && isKnown && assessment.facts?.preconditions[preconditionIndex] !== undefined;
    }),
  );
  return { good: cited.filter((isGood) => isGood).length, all: cited.length };
}

/** The worst profile wins, as in the service. Null if it was not asked for a verdict. */
export function verdictIn(assessment: Assessment): ItemOutcome['claimed'] {
  const verdicts = new Set(answersAbout(assessment).map(({ answer }) => answer.verdict));
  if (verdicts.size === 0) return null;
  if (verdicts.has('relevant')) return 'relevant';
  return verdicts.has('uncertain') ? 'uncertain' : 'not_relevant';
}

function answersAbout({
  profiles,
}: Assessment): readonly { readonly profile: string; readonly answer: ProfileAnswer }[] {
  return profiles.flatMap(({ profile, sent, items }) =>
    items.filter(({ id }) => id === sent.finding).map((answer) => ({ profile, answer })),
  );
}
