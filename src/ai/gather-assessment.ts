/**
 * ENTRY. Asks everything about one finding: the preconditions of the advisory and, only if code finds that they do not hold, the
 * opposite question. The caller handles cache and budget. Unanswered questions are absent from the result, and absent
 * assessments change nothing.
 */
import { listSharedNotes } from '../core/relevance/assessments/verification/assessment-guards.ts';
import type { Assessment, SecondOpinion } from '../core/relevance/assessments/assessment.ts';
import {
  verifyAssessment,
  type VerificationSettings,
} from '../core/relevance/assessments/verification/verify-assessment.ts';
import { FactsAnswer, SecondAnswer } from './questions/answer-schemas.ts';
import { buildFactsQuestion, buildSecondQuestion } from './questions/build-questions.ts';
import type { FindingInput } from './questions/shared-data.ts';
import type { Answered, Ask, AskOptions } from './model-answer.ts';
import { PROMPT_VERSION, type Question } from './questions/question.ts';

export interface AssessmentInput extends FindingInput {
  /** Name of the model in the settings. */
  readonly model: string;
  /** Settings of the verifier, which decides whether a second opinion is needed. */
  readonly settings: VerificationSettings;
}

export async function gatherAssessment(
  ask: Ask,
  input: AssessmentInput,
  options: AskOptions = {},
): Promise<Assessment> {
  const { subject, texts, sharing, settings, model } = input;
  const put = async (question: Question): Promise<Answered | undefined> => {
    const answer = await ask(question, options);
    return answer.status === 'answered' ? answer : undefined;
  };
  const about = { model, promptVersion: PROMPT_VERSION, at: settings.now, sharing };

  const read = await put(buildFactsQuestion(texts));
  // A value may come from a cache, so it is validated again.
  const facts = FactsAnswer.safeParse(read?.value).data;
  if (facts === undefined) return about;
  const assessment: Assessment = { ...about, facts, ...(read?.isDoubtful === true && { isDoubtful: true }) };
  const { candidate } = verifyAssessment({ subject, texts, notes: listSharedNotes(input), assessment, settings });
  if (candidate === undefined) return assessment;
  const second = toSecondOpinion(await put(buildSecondQuestion(input, candidate)));
  return second === undefined ? assessment : { ...assessment, second };
}

function toSecondOpinion(answer: Answered | undefined): SecondOpinion | undefined {
  const { data } = SecondAnswer.safeParse(answer?.value);
  return answer === undefined || data === undefined ? undefined : { ...data, sent: answer.ids.finding ?? '' };
}
