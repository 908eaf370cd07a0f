/**
 * Asks a model about one finding and verifies the result. The caller decides where answers come from: from the model, or only
 * from stored answers. The verifying code does not depend on that.
 */
import type { FindingInput } from '../../../ai/questions/finding-input.ts';
import type { Ask } from '../../../ai/model-answer.ts';
import { listSharedNotes } from '../../../core/relevance/assessments/shared-notes.ts';
import type { Assessment } from '../../../core/relevance/assessments/assessment.ts';
import {
  verifyAssessment,
  type VerifiedAssessment,
} from '../../../core/relevance/assessments/verification/verify-assessment.ts';
import type { AiSettings } from '../../../store/ai/ai-settings.ts';
import type { AiServices } from '../ai-deps.ts';

/** An answer with its time. */
export type DatedAsk = (...asked: Parameters<Ask>) => Promise<{
  readonly answer: Awaited<ReturnType<Ask>>;
  /** Null if there is no answer. */
  readonly at: string | null;
}>;

export interface FindingAssessment extends VerifiedAssessment {
  /** Hashes of the answered questions. */
  readonly questions: readonly string[];
  /** With the time of the newest answer. */
  readonly assessment: Assessment;
  /** Notes of users that were sent to the model. */
  readonly notes: readonly string[];
}

export async function evaluateFinding(
  ai: Pick<AiServices, 'gatherAssessment'>,
  ask: DatedAsk,
  finding: FindingInput,
  { settings, now }: { readonly settings: AiSettings; readonly now: string },
): Promise<FindingAssessment> {
  const { minConfidence, guards, model } = settings;
  const judged = { minConfidence, guards, now };
  const questions: string[] = [];
  let at = '';
  const noted: Ask = async (question, options) => {
    const asked = await ask(question, options);
    if (asked.at !== null) {
      questions.push(question.hash);
      if (asked.at > at) at = asked.at;
    }
    return asked.answer;
  };
  const assessment = await ai.gatherAssessment(noted, { ...finding, model: model ?? '', settings: judged });
  // The time of the answer, not of this call: looking at a finding again must not change it.
  const dated = { ...assessment, at: at === '' ? now : at };
  const { subject, texts } = finding;
  const notes = listSharedNotes(finding);
  const verified = verifyAssessment({ subject, texts, notes, assessment: dated, settings: judged });
  return { ...verified, questions, assessment: dated, notes };
}
