/**
 * Classifies an attempt: an answer, an abstention, a malformed answer, an unsupported parameter to leave out, or a failure that
 * is retryable or not.
 */
import type { Abstained, Failure } from './model-answer.ts';
import { doWithout, type Abilities } from './providers/abilities.ts';
import type { ProviderProtocol, ProviderReply } from './providers/provider.ts';
import type { Purpose } from './question.ts';
import { parseJsonText, readContent } from './read-reply.ts';
import { mayPass, readRetryAfter } from './retry.ts';
import type { Attempt } from './send-request.ts';

export type Judged =
  | { readonly kind: 'answered'; readonly value: unknown; readonly reply: ProviderReply }
  | { readonly kind: 'abstained'; readonly reason: Abstained['reason']; readonly reply: ProviderReply }
  | { readonly kind: 'malformed'; readonly reply: ProviderReply }
  | { readonly kind: 'do-without'; readonly abilities: Abilities; readonly reply?: undefined }
  | JudgedFailure;

export interface JudgedFailure {
  readonly kind: 'failed';
  readonly reason: Failure;
  readonly problem: string;
  readonly mayPass: boolean;
  readonly retryAfterSeconds?: number | undefined;
  readonly reply?: undefined;
}

export interface Asked {
  readonly purpose: Purpose;
  readonly protocol: ProviderProtocol;
  readonly abilities: Abilities;
  readonly nowMs: number;
}

export function judgeAttempt({ outcome }: Attempt, { purpose, protocol, abilities, nowMs }: Asked): Judged {
  switch (outcome.kind) {
    case 'timeout':
      return failure('timeout', 'It did not answer in time.', { mayPass: true });
    case 'unreachable':
      return failure('provider_error', 'It cannot be reached, or it hung up.', { mayPass: true });
    case 'forbidden':
      return failure('provider_error', outcome.problem);
    case 'too-large':
      return failure('invalid_output', outcome.problem);
    default:
  }
  const { status, text } = outcome;
  if (status === 200) return judgeReply(protocol.read(parseJsonText(text)), purpose);
  const less = isRefusal(status) ? doWithout(abilities, protocol.optional, text.slice(0, REFUSAL_READ)) : undefined;
  if (less !== undefined) return { kind: 'do-without', abilities: less };
  const retryAfterSeconds = readRetryAfter(outcome.retryAfter, nowMs);
  return failure(isUnwelcome(status) ? 'auth' : 'provider_error', `It answered ${status}.`, {
    mayPass: mayPass(status),
    retryAfterSeconds,
  });
}

const REFUSAL_READ = 8_192;

function isRefusal(status: number): boolean {
  return status === 400 || status === 422;
}

function isUnwelcome(status: number): boolean {
  return status === 401 || status === 403;
}

function judgeReply(reply: ProviderReply | undefined, purpose: Purpose): Judged {
  if (reply === undefined) return failure('provider_error', 'Its answer is not of this protocol.');
  if (reply.kind === 'truncated' || reply.kind === 'refusal') return { kind: 'abstained', reason: reply.kind, reply };
  const value = readContent(reply, purpose);
  return value === undefined ? { kind: 'malformed', reply } : { kind: 'answered', value, reply };
}

function failure(
  reason: Failure,
  problem: string,
  more: Partial<Pick<JudgedFailure, 'mayPass' | 'retryAfterSeconds'>> = {},
): JudgedFailure {
  return { kind: 'failed', reason, problem, mayPass: false, ...more };
}
