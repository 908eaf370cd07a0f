/** Describes the outcome of a test request to a model. */
import type { testModel } from '../pipeline/ai/try-model.ts';
import type { WireAiTest } from './contract/ai.ts';

export function toWireAiTest(answer: Awaited<ReturnType<typeof testModel>>): WireAiTest {
  if (answer.status === 'not_asked') {
    return {
      ...{ ok: false, outcome: 'failed', reason: answer.reason, model: '', latencyMs: 0, httpStatus: null },
      ...{
        problem: 'The budget does not hold it. Raise it, or wait for the next day.',
        tokensIn: null,
        tokensOut: null,
      },
    };
  }
  const { status: outcome, model, latencyMs, httpStatus, usage } = answer;
  return {
    ...{ ok: outcome === 'answered', outcome, model, latencyMs: Math.round(latencyMs), httpStatus },
    reason: outcome === 'answered' ? null : answer.reason,
    problem: problemOf(answer),
    ...{ tokensIn: usage?.tokensIn ?? null, tokensOut: usage?.tokensOut ?? null },
  };
}

function problemOf(answer: Exclude<Awaited<ReturnType<typeof testModel>>, { status: 'not_asked' }>): string | null {
  if (answer.status === 'answered') return null;
  if (answer.status === 'failed')
    return answer.reason === 'auth' ? `The key was not accepted. ${answer.problem}` : answer.problem;
  return answer.reason === 'refusal' ? 'The model has refused to answer.' : 'The answer was cut off.';
}
