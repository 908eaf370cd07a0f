/** Derives from a response, or its absence, what happens to a message and its webhook, with an error text that can be shown. */
import { AssayError } from '../../core/errors.ts';
import { LIMITS } from '../../core/limits.ts';
import { OUTBOUND_FORBIDDEN } from '../../outbound/errors.ts';
import type { PostResponse } from '../../outbound/post-message.ts';
import { parseRetryAfterMs } from './retry-schedule.ts';

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
const RETRY_AFTER_STATUSES: readonly number[] = [429, 503];

export function classifyResponse({ status, retryAfter, body }: PostResponse, now: number): Outcome {
  const delivered = status >= 200 && status < 300;
  return {
    delivered,
    wasAnswered: true,
    isRefused: false,
    isGone: status === GONE,
    statusCode: status,
    error: delivered ? null : toProblem(status),
    answer: sanitizeBody(body),
    retryAfterMs: RETRY_AFTER_STATUSES.includes(status) ? parseRetryAfterMs(retryAfter, now) : undefined,
  };
}

export function classifyFailure(error: unknown): Outcome {
  if (!(error instanceof AssayError)) throw error;
  const isRefused = error.code === OUTBOUND_FORBIDDEN.code;
  return {
    delivered: false,
    wasAnswered: false,
    isRefused,
    isGone: false,
    statusCode: null,
    // Shows one message for every refusal, so that it does not reveal which internal addresses exist.
    error: isRefused ? 'The receiver does not have a public address.' : error.message,
    answer: null,
    retryAfterMs: undefined,
  };
}

function toProblem(status: number): string {
  if (status >= 300 && status < 400) return `The receiver returned a redirect (${status}). Redirects are not followed.`;
  if (status === GONE) return 'The receiver returned 410 Gone.';
  return `The receiver returned ${status}.`;
}

const UNSAFE_CHARACTERS = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}]/gu;

/** Makes the text of the receiver, which is untrusted, safe to store and show. */
function sanitizeBody(body: Buffer): string {
  const text = body.subarray(0, 4 * LIMITS.webhookAnswerCharactersKept).toString('utf8');
  return text.replaceAll(UNSAFE_CHARACTERS, ' ').slice(0, LIMITS.webhookAnswerCharactersKept).toWellFormed();
}
