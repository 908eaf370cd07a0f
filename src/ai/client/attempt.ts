/**
 * Makes one attempt to ask a provider and classifies its outcome: an answer, an abstention, a malformed answer, an unsupported
 * parameter to leave out, or a failure that is retryable or not. Nothing of it is logged.
 */
import { parseJsonText } from '../../core/json/members.ts';
import type { QuestionPurpose } from '../../core/vocabulary/ai.ts';
import type { Abstained, Failure } from '../model-answer.ts';
import { dropUnsupported, type Abilities, type Ability } from '../providers/abilities.ts';
import type { ProviderProtocol, ProviderReply } from '../providers/provider.ts';
import { parseAnswer } from '../questions/answer-schemas.ts';
import { createHash } from 'node:crypto';
import { AssayError } from '../../core/errors.ts';
import { OUTBOUND_FAILED } from '../../outbound/errors.ts';
import type { OutboundPolicy } from '../../outbound/policy.ts';
import { postMessage, type PostResponse } from '../../outbound/post-message.ts';
import type { ModelRequest } from './to-request.ts';

export interface Attempt {
  readonly outcome:
    | {
        readonly kind: 'answer';
        readonly status: number;
        readonly retryAfter: string | undefined;
        readonly text: string;
      }
    /** A retry may succeed. */
    | { readonly kind: 'timeout' | 'unreachable' }
    /** A retry would not succeed: the policy forbids the address, or the response is too large. */
    | { readonly kind: 'forbidden' | 'too-large'; readonly problem: string };
  readonly status: number | null;
  /** Error responses are free. A response, a part of one, or none in time may cost something. */
  readonly isPossiblyBilled: boolean;
  readonly requestHash: string;
  readonly responseHash: string | null;
  readonly bodies: { readonly request: string; readonly response: string };
}

export async function sendRequest(
  { url, headers, body }: ModelRequest,
  policy: OutboundPolicy,
  { timeoutMs, signal }: { readonly timeoutMs: number; readonly signal: AbortSignal | undefined },
): Promise<Attempt> {
  const bytes = Buffer.from(body);
  const patient = { ...policy, connectTimeoutMs: timeoutMs, idleTimeoutMs: timeoutMs, totalTimeoutMs: timeoutMs };
  const sent = { requestHash: hashOf(bytes), bodies: { request: body, response: '' } };
  const deadline = AbortSignal.timeout(timeoutMs);
  try {
    const answer = await postMessage(url, patient, { headers, body: bytes, signal });
    signal?.throwIfAborted();
    const text = answer.body.toString();
    return {
      requestHash: sent.requestHash,
      responseHash: hashOf(answer.body),
      status: answer.status,
      isPossiblyBilled: answer.status >= 200 && answer.status < 300,
      bodies: { request: body, response: text },
      outcome: classifyResponse(answer, text, policy.bytesMax, deadline.aborted),
    };
  } catch (error) {
    signal?.throwIfAborted();
    const outcome = toOutcome(error, deadline.aborted);
    const isPossiblyBilled = outcome.kind === 'timeout' || (outcome.kind === 'unreachable' && isReset(error));
    return { ...sent, status: null, isPossiblyBilled, responseHash: null, outcome };
  }
}

function classifyResponse(
  { status, retryAfter, body, isWhole }: PostResponse,
  text: string,
  bytesMax: number,
  isLate: boolean,
): Attempt['outcome'] {
  if (isWhole) return { kind: 'answer', status, retryAfter, text };
  if (body.length >= bytesMax) return { kind: 'too-large', problem: `The response is larger than ${bytesMax} bytes.` };
  return { kind: isLate ? 'timeout' : 'unreachable' };
}

/** Of the outbound errors only refusals keep their message; they name only the host. */
function toOutcome(error: unknown, isLate: boolean): Attempt['outcome'] {
  if (error instanceof AssayError && error.code !== OUTBOUND_FAILED.code)
    return { kind: 'forbidden', problem: error.message };
  return { kind: isLate ? 'timeout' : 'unreachable' };
}

/** Whether the server closed the connection without a response. It may have read the request. */
function isReset(error: unknown): boolean {
  const { cause } = error instanceof Error ? error : {};
  return cause instanceof Error && 'code' in cause && (cause.code === 'ECONNRESET' || cause.code === 'EPIPE');
}

function hashOf(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}

type AttemptResult =
  | { readonly kind: 'answered'; readonly value: unknown; readonly reply: ProviderReply }
  | { readonly kind: 'abstained'; readonly reason: Abstained['reason']; readonly reply: ProviderReply }
  | { readonly kind: 'malformed'; readonly reply: ProviderReply }
  | { readonly kind: 'truncated'; readonly reply: ProviderReply }
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

interface AttemptContext {
  readonly purpose: QuestionPurpose;
  readonly protocol: ProviderProtocol;
  readonly optional: readonly Ability[];
  readonly abilities: Abilities;
  readonly nowMs: number;
}

export function classifyAttempt(
  { outcome }: Attempt,
  { purpose, protocol, optional, abilities, nowMs }: AttemptContext,
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
  const less =
    status === 400 || status === 422
      ? dropUnsupported(abilities, optional, text.slice(0, REFUSAL_CHARACTERS_MAX))
      : undefined;
  if (less !== undefined) return { kind: 'do-without', abilities: less };
  const retryAfterSeconds = parseRetryAfter(outcome.retryAfter, nowMs);
  const isUnauthorized = status === 401 || status === 403;
  return failure(isUnauthorized ? 'auth' : 'provider_error', `The provider returned status ${status}.`, {
    isRetryable: isRetryableStatus(status),
    retryAfterSeconds,
  });
}

const REFUSAL_CHARACTERS_MAX = 8_192;

function classifyReply(reply: ProviderReply | undefined, purpose: QuestionPurpose): AttemptResult {
  if (reply === undefined)
    return failure('provider_error', 'The response does not follow the protocol of the provider.');
  if (reply.kind === 'truncated') return { kind: 'truncated', reply };
  if (reply.kind === 'refusal') return { kind: 'abstained', reason: 'refusal', reply };
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

const RETRYABLE = new Set([408, 409, 429]);

/** Whether a retry may succeed. */
export function isRetryableStatus(status: number): boolean {
  return RETRYABLE.has(status) || status >= 500;
}

const SECONDS = /^[0-9]{1,9}$/;
const DAY = /^[A-Z][a-z]{2}/;

/** Returns undefined if the header is missing or invalid. https://www.rfc-editor.org/rfc/rfc9110#section-10.2.3 */
export function parseRetryAfter(text: string | undefined, nowMs: number): number | undefined {
  if (text === undefined) return undefined;
  if (SECONDS.test(text)) return Number(text);
  // HTTP dates start with the name of a day; `Date.parse` alone would accept `-1`.
  const at = DAY.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(at) ? undefined : Math.max(0, Math.ceil((at - nowMs) / 1_000));
}

/** Returns undefined if it is not JSON, or JSON of another shape. */
function parseContent({ kind, content }: ProviderReply, purpose: QuestionPurpose): unknown {
  return parseAnswer(purpose, kind === 'text' ? parseObject(String(content)) : content);
}

/** A server that was asked for JSON only in words may add a code fence or text before it. */
function parseObject(text: string): unknown {
  const thought = text.lastIndexOf('</think>');
  const answer = thought === -1 ? text : text.slice(thought);
  return parseJsonText(answer.slice(answer.indexOf('{'), answer.lastIndexOf('}') + 1));
}
