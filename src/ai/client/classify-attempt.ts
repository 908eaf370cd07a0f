/**
 * Classifies an attempt: an answer, an abstention, a malformed answer, an unsupported parameter to leave out, or a failure that
 * is retryable or not.
 */
import { parseJsonText } from '../../core/json/parse-json-text.ts';
import type { QuestionPurpose } from '../../core/vocabulary/ai.ts';
import type { Abstained, Failure } from '../model-answer.ts';
import { dropUnsupported, type Abilities } from '../providers/abilities.ts';
import type { ProviderProtocol, ProviderReply } from '../providers/provider.ts';
import { isRetryableStatus, parseRetryAfter } from './retry.ts';
import type { Attempt } from './send-request.ts';
import { parseAnswer } from '../questions/answer-schemas.ts';

export type AttemptResult =
  | { readonly kind: 'answered'; readonly value: unknown; readonly reply: ProviderReply }
  | { readonly kind: 'abstained'; readonly reason: Abstained['reason']; readonly reply: ProviderReply }
  | { readonly kind: 'malformed'; readonly reply: ProviderReply }
  | { readonly kind: 'do-without'; readonly abilities: Abilities; readonly reply?: undefined }
  | AttemptFailure;

export interface AttemptFailure {
  readonly kind: 'failed';
  readonly reason: Failure;
  readonly problem: string;
  readonly isRetryable: boolean;
  readonly retryAfterSeconds?: number | undefined;
  readonly reply?: undefined;
}

export interface AttemptContext {
  readonly purpose: QuestionPurpose;
  readonly protocol: ProviderProtocol;
  readonly abilities: Abilities;
  readonly nowMs: number;
}

export function classifyAttempt(
  { outcome }: Attempt,
  { purpose, protocol, abilities, nowMs }: AttemptContext,
): AttemptResult {
  switch (outcome.kind) {
    case 'timeout':
      return failure('timeout', 'The model did not respond in time.', { isRetryable: true });
    case 'unreachable':
      return failure('provider_error', 'The model is unreachable or closed the connection.', { isRetryable: true });
    case 'forbidden':
      return failure('provider_error', outcome.problem);
    case 'too-large':
      return failure('invalid_output', outcome.problem);
    default:
  }
  const { status, text } = outcome;
  if (status === 200) return classifyReply(protocol.parseReply(parseJsonText(text)), purpose);
  const less = isRefusal(status)
    ? dropUnsupported(abilities, protocol.optional, text.slice(0, REFUSAL_CHARACTERS_MAX))
    : undefined;
  if (less !== undefined) return { kind: 'do-without', abilities: less };
  const retryAfterSeconds = parseRetryAfter(outcome.retryAfter, nowMs);
  return failure(isUnauthorized(status) ? 'auth' : 'provider_error', `The provider returned status ${status}.`, {
    isRetryable: isRetryableStatus(status),
    retryAfterSeconds,
  });
}

const REFUSAL_CHARACTERS_MAX = 8_192;

function isRefusal(status: number): boolean {
  return status === 400 || status === 422;
}

function isUnauthorized(status: number): boolean {
  return status === 401 || status === 403;
}

function classifyReply(reply: ProviderReply | undefined, purpose: QuestionPurpose): AttemptResult {
  if (reply === undefined)
    return failure('provider_error', 'The response does not follow the protocol of the provider.');
  if (reply.kind === 'truncated' || reply.kind === 'refusal') return { kind: 'abstained', reason: reply.kind, reply };
  const value = parseContent(reply, purpose);
  return value === undefined ? { kind: 'malformed', reply } : { kind: 'answered', value, reply };
}

function failure(
  reason: Failure,
  problem: string,
  more: Partial<Pick<AttemptFailure, 'isRetryable' | 'retryAfterSeconds'>> = {},
): AttemptFailure {
  return { kind: 'failed', reason, problem, isRetryable: false, ...more };
}

// Parses a reply. Text must be JSON. A server that was asked for JSON only in words may add a code fence or text before it, so
// the part between the first and the last brace is parsed.

/** Returns undefined if it is not JSON, or JSON of another shape. */
function parseContent({ kind, content }: ProviderReply, purpose: QuestionPurpose): unknown {
  return parseAnswer(purpose, kind === 'text' ? parseObject(String(content)) : content);
}

function parseObject(text: string): unknown {
  const thought = text.lastIndexOf('</think>');
  const answer = thought === -1 ? text : text.slice(thought);
  return parseJsonText(answer.slice(answer.indexOf('{'), answer.lastIndexOf('}') + 1));
}
