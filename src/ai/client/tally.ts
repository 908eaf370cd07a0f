/** Sums up attempts, tokens and time of a question, and keeps the audit data of the last attempt. */
import type { Abstained, Answered, Exchange, Failed, Usage } from '../model-answer.ts';
import type { ProviderReply } from '../providers/provider.ts';
import type { QuestionIds } from '../questions/question.ts';
import { LIMITS } from '../../core/limits.ts';
import { foldText } from '../../core/relevance/assessments/text/clean-text.ts';
import type { Attempt } from './send-request.ts';

export interface Tally {
  readonly count: (attempt: Attempt, reply: ProviderReply | undefined) => void;
  readonly answer: (value: unknown, ids: QuestionIds) => Answered;
  readonly abstain: (reason: Abstained['reason']) => Abstained;
  readonly fail: (reason: Failed['reason'], problem: string, retryAfterSeconds?: number) => Failed;
}

export interface TallyOptions {
  readonly model: string;
  readonly nowMs: () => number;
  readonly keepBodies: boolean;
}

export function createTally({ model, nowMs, keepBodies }: TallyOptions): Tally {
  const startedAt = nowMs();
  let attempts = 0;
  let last: Attempt | undefined;
  let reported: Pick<ProviderReply, 'model' | 'fingerprint'> = { model: null, fingerprint: null };
  let usage: Usage | undefined;

  const sum = (): Exchange => ({
    model: toName(reported.model ?? '') || model,
    fingerprint: toName(reported.fingerprint ?? '') || null,
    requestHash: last?.requestHash ?? null,
    responseHash: last?.responseHash ?? null,
    ...(usage !== undefined && { usage }),
    latencyMs: nowMs() - startedAt,
    httpStatus: last?.status ?? null,
    attempts,
    ...(keepBodies && last !== undefined && { bodies: last.bodies }),
  });
  return {
    count: (attempt, reply) => {
      attempts += 1;
      last = attempt;
      if (reply === undefined) return;
      reported = reply;
      if (isPlausible(reply.usage)) usage = add(usage, reply.usage);
    },
    answer: (value, ids) => ({ status: 'answered', value, ids, ...sum() }),
    abstain: (reason) => ({ status: 'abstained', reason, ...sum() }),
    fail: (reason, problem, retryAfterSeconds) => ({
      status: 'failed',
      reason,
      problem,
      ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
      ...sum(),
    }),
  };
}

/** Cleans a name from the provider, which is untrusted, for storage and display. */
function toName(text: string): string {
  return foldText(text.slice(0, 4 * LIMITS.aiNameCharactersMax), LIMITS.aiNameCharactersMax);
}

/** Usage above the largest daily budget is a mistake of the provider; the estimate is used instead. */
function isPlausible(usage: Usage | null): usage is Usage {
  return usage !== null && usage.tokensIn + usage.tokensOut <= LIMITS.aiTokensPerDayMax;
}

function add(a: Usage = { tokensIn: 0, tokensOut: 0 }, b: Usage): Usage {
  return { tokensIn: a.tokensIn + b.tokensIn, tokensOut: a.tokensOut + b.tokensOut };
}
