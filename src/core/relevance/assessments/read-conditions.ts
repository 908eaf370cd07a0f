/**
 * Conditions that a model has read in the texts of advisories and that no fact decides: their quotes are verified like those of a
 * dismissal, and a person is asked. The answer takes effect through the contradiction table.
 */
import { isTrueEverywhere, type Subject } from '../subject/subject.ts';
import type { Condition } from '../questions/conditions.ts';
import type { AdvisoryAssessment, AdvisoryText, PreconditionType } from './assessment.ts';
import { listContradictions } from './contradictions/all-contradictions.ts';
import { ANSWER_PATH } from './contradictions/contradiction.ts';
import { toPreconditionQuestion } from './precondition-question.ts';
import { foldText } from './text/clean-text.ts';
import { createVerificationContext } from './verification/verification-context.ts';

const QUOTE_CHARACTERS_MAX = 300;

export function listReadConditions(
  subject: Subject,
  { preconditions }: AdvisoryAssessment,
  texts: readonly AdvisoryText[],
): readonly Condition[] {
  const context = createVerificationContext(subject, preconditions, texts);
  return preconditions.flatMap((precondition): readonly Condition[] => {
    const { type, value, quote, necessary } = precondition;
    const question = toPreconditionQuestion(type, value, subject.component.name);
    if (question === undefined || !necessary || quote === '') return [];
    // Several of one type are often alternatives, and the answer to one of them would decide nothing.
    if (preconditions.filter((each) => each.type === type).length > 1) return [];
    const found = context.findQuote(quote);
    if (found === undefined || context.findQuoteProblem(precondition) !== undefined) return [];
    if (context.restatesWeakness(precondition) || isDecidedByFacts(subject, type, value)) return [];
    return [
      {
        alternatives: [question],
        effect: 'dismiss',
        justification: listContradictions(type).find(({ path }) => path === ANSWER_PATH)?.justification ?? null,
        evidence: {
          type: 'advisory',
          path: found.record.recordId,
          value: foldText(found.quote, QUOTE_CHARACTERS_MAX),
          hash: found.record.hash,
        },
      },
    ];
  });
}

function isDecidedByFacts(subject: Subject, type: PreconditionType, value: string | null): boolean {
  const { component } = subject;
  return listContradictions(type)
    .filter(({ path }) => path !== ANSWER_PATH)
    .some((row) =>
      isTrueEverywhere(subject, (place, profile) => row.find(value, { component, place, profile }) !== undefined),
    );
}
