/** Derives from a response, or its absence, what happens to a message and its webhook, with an error text that can be shown. */
import { AssayError } from '../../core/errors.ts';
import { LIMITS } from '../../core/limits.ts';
import { OUTBOUND_FORBIDDEN } from '../../outbound/errors.ts';
import type { PostAnswer } from '../../outbound/post-message.ts';
import { readRetryAfter } from './retry-schedule.ts';

export interface Outcome {
  readonly delivered: boolean;
  /** Whether the receiver responded at all. */
  readonly wasAnswered: boolean;
  /** The policy does not allow calls to its address. */
  readonly isRefused: boolean;
  /** The receiver says that it wants no more messages. */
  readonly isGone: boolean;
  readonly statusCode: number | null;
  readonly error: string | null;
  /** The beginning of the response body. */
  readonly answer: string | null;
  readonly retryAfterMs: number | undefined;
}

const GONE = 410;
const MAY_ASK_FOR_TIME: readonly number[] = [429, 503];

export function judgeAnswer({ status, retryAfter, body }: PostAnswer, now: number): Outcome {
  const delivered = status >= 200 && status < 300;
  return {
    delivered,
    wasAnswered: true,
    isRefused: false,
    isGone: status === GONE,
    statusCode: status,
    error: delivered ? null : toProblem(status),
    answer: cleanAnswer(body),
    retryAfterMs: MAY_ASK_FOR_TIME.includes(status) ? readRetryAfter(retryAfter, now) : undefined,
  };
}

export function judgeFailure(error: unknown): Outcome {
  if (!(error instanceof AssayError)) throw error;
  const isRefused = error.code === OUTBOUND_FORBIDDEN.code;
  return {
    delivered: false,
    wasAnswered: false,
    isRefused,
    isGone: false,
    statusCode: null,
    // Shows one message for every refusal, so that it does not reveal which internal addresses exist.
    error: isRefused ? 'The receiver has no public address.' : error.message,
    answer: null,
    retryAfterMs: undefined,
  };
}

function toProblem(status: number): string {
  if (status >= 300 && status < 400) return `The receiver redirects (${status}), which is not followed.`;
  if (status === GONE) return 'The receiver says that it is gone (410).';
  return `The receiver answered ${status}.`;
}

const UNFIT = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}]/gu;

/** Makes the text of the receiver, which is untrusted, safe to store and show. */
function cleanAnswer(body: Buffer): string {
  const text = body.subarray(0, 4 * LIMITS.webhookAnswerCharactersKept).toString('utf8');
  return text.replaceAll(UNFIT, ' ').slice(0, LIMITS.webhookAnswerCharactersKept).toWellFormed();
}
