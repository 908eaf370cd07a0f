/**
 * Scripted readers instead of a model. The careful one returns the preconditions that the author of the item found in the text,
 * which tests the labels against the table of contradictions. The hasty one takes everything that is mentioned as necessary.
 */
import type { Answered, Ask } from '../../../src/ai/model-answer.ts';
import type { Question } from '../../../src/ai/questions/question.ts';
import type { Precondition } from '../../../src/core/relevance/assessments/assessment.ts';
import type { EvaluationItem } from './evaluation-item.ts';

export function carefulReader({ needs }: EvaluationItem): Ask {
  return readAs(needs);
}

/** Takes everything that the text mentions as a condition: the mistake that code can detect least. */
export function hastyReader({ needs }: EvaluationItem): Ask {
  return readAs(needs.map((need) => ({ ...need, necessary: true })));
}

function readAs(preconditions: readonly Precondition[]): Ask {
  return (question) =>
    answer(question, question.purpose === 'facts' ? { preconditions } : { ...SECOND, id: question.ids.finding });
}

const SECOND = { exploitable: 'no', explanation: 'No way was found.' };

function answer({ ids }: Question, value: unknown): Promise<Answered> {
  return Promise.resolve({
    status: 'answered',
    value,
    ids,
    model: 'scripted',
    fingerprint: null,
    requestHash: null,
    responseHash: null,
    usage: { tokensIn: 100, tokensOut: 10 },
    unreported: 0,
    latencyMs: 0,
    httpStatus: 200,
    attempts: 1,
  });
}
