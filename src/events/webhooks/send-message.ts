/** Builds a message of a webhook, makes one attempt to send a message to its receiver, and classifies the response. */
import { postMessage, type ReusedConnection, type PostResponse } from '../../outbound/post-message.ts';
import { findRejection, type Mail, type Mailer } from '../../outbound/mailer.ts';
import { toSignedHeaders } from './webhook-secrets.ts';
import type { WebhookDeps } from './webhook-deps.ts';
import { AssayError } from '../../core/errors.ts';
import { LIMITS } from '../../core/limits.ts';
import { OUTBOUND_FORBIDDEN } from '../../outbound/errors.ts';
import { parseRetryAfterMs } from './retry-schedule.ts';
import type { StoredEvent } from '../../store/delivery/list-events.ts';
import { toWireEvent } from '../event-pages.ts';

export type PreparedMessage =
  | {
      readonly channel: 'webhook';
      readonly url: string;
      readonly id: string;
      readonly body: Buffer;
      readonly secrets: readonly string[];
    }
  | { readonly channel: 'slack' | 'teams'; readonly url: string; readonly body: Buffer }
  /** Undefined: mail was configured when the rule was created, and no longer is. */
  | { readonly channel: 'email'; readonly mail: Mail | undefined };

export interface Sent extends Outcome {
  readonly at: string;
  readonly durationMs: number;
}

/** Rejects when `signal` is aborted; it is then unknown whether the message arrived. */
export async function sendMessage(
  { now, policy, mailer }: Pick<WebhookDeps, 'now' | 'policy' | 'mailer'>,
  message: PreparedMessage,
  { connection, signal }: { readonly connection?: ReusedConnection; readonly signal?: AbortSignal } = {},
): Promise<Sent> {
  const began = now();
  let outcome: Outcome;
  if (message.channel === 'email') outcome = await sendMail(mailer, message.mail, signal);
  else {
    const { body } = message;
    const signed = message.channel === 'webhook' ? toSignedHeaders({ ...message, now: began }, message.secrets) : {};
    const headers = { 'content-type': 'application/json', ...signed };
    try {
      const response = await postMessage(new URL(message.url), policy, { headers, body, line: connection, signal });
      outcome = classifyResponse(response, now());
    } catch (error) {
      signal?.throwIfAborted();
      outcome = classifyFailure(error);
    }
  }
  // The time that a refusal takes reveals something about the address.
  const durationMs = outcome.isRefused ? 0 : now() - began;
  return { ...outcome, at: new Date(began).toISOString(), durationMs };
}

/** The library cannot abort a message, so the time is limited here: it may still arrive, and again with the same id. */
async function sendMail(
  mailer: Mailer | undefined,
  mail: Mail | undefined,
  signal: AbortSignal | undefined,
): Promise<Outcome> {
  if (mailer === undefined || mail === undefined) return classifyMailFailure(new MailOff());
  const deadline = AbortSignal.timeout(LIMITS.mailTimeoutMs);
  const ending = signal === undefined ? deadline : AbortSignal.any([deadline, signal]);
  const { promise: ended, reject } = Promise.withResolvers<never>();
  const end = (): void => reject(ending.reason);
  ending.addEventListener('abort', end, { once: true });
  try {
    const answer = await Promise.race([mailer.send(mail), ended]);
    return { ...NO_OUTCOME, delivered: true, wasAnswered: true, answer: sanitizeText(answer) };
  } catch (error) {
    signal?.throwIfAborted();
    return classifyMailFailure(error);
  } finally {
    ending.removeEventListener('abort', end);
  }
}

class MailOff extends Error {}

/** What happens to a message and its webhook, with an error text that can be shown. */
interface Outcome {
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
    ...NO_OUTCOME,
    isRefused,
    // Shows one message for every refusal, so that it does not reveal which internal addresses exist.
    error: isRefused ? 'The receiver does not have a public address.' : error.message,
  };
}

const NO_OUTCOME: Outcome = {
  delivered: false,
  wasAnswered: false,
  isRefused: false,
  isGone: false,
  statusCode: null,
  error: null,
  answer: null,
  retryAfterMs: undefined,
};

/** The text of an error without a response is not shown: it may name the mail server of the operator. */
function classifyMailFailure(error: unknown): Outcome {
  const rejection = findRejection(error);
  if (rejection !== undefined)
    return {
      ...NO_OUTCOME,
      wasAnswered: true,
      statusCode: rejection.status,
      error: `The mail server rejected the message (${rejection.status}).`,
      answer: sanitizeText(rejection.text),
    };
  const text =
    error instanceof MailOff
      ? 'This installation does not send e-mail. Ask the operator to set ASSAY_MAIL_URL.'
      : 'The mail server did not accept the message. Ask the operator to check the mail settings.';
  return { ...NO_OUTCOME, error: text };
}

function toProblem(status: number): string {
  if (status >= 300 && status < 400) return `The receiver returned a redirect (${status}). Redirects are not followed.`;
  if (status === GONE) return 'The receiver returned 410 Gone.';
  return `The receiver returned ${status}.`;
}

const UNSAFE_CHARACTERS = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}]/gu;

/** Makes the text of the receiver, which is untrusted, safe to store and show. */
function sanitizeBody(body: Buffer): string {
  return sanitizeText(body.subarray(0, 4 * LIMITS.webhookAnswerCharactersKept).toString('utf8'));
}

function sanitizeText(text: string): string {
  return text.replaceAll(UNSAFE_CHARACTERS, ' ').slice(0, LIMITS.webhookAnswerCharactersKept).toWellFormed();
}

export const TEST_TYPE = 'webhook.test';

/**
 * Type, time and data as in Standard Webhooks, where the data is the event as the API shows it. The position lets receivers order
 * messages that arrive out of order. If a body exceeds the size limit, its detail is replaced by a link to the full data.
 */
export function toEventBody(event: StoredEvent): Buffer {
  const { type, at: timestamp, position } = event;
  const data = toWireEvent(event);
  const body = toBody({ type, timestamp, position, data });
  if (body.length <= LIMITS.webhookPayloadBytesMax) return body;
  const cut = { ...data, detail: { truncated: true }, links: { whole: linkOf(event) } };
  return toBody({ type, timestamp, position, data: cut });
}

export function toTestBody(at: string): Buffer {
  const data = { message: 'This is a test message. Respond with any 2xx status.' };
  return toBody({ type: TEST_TYPE, timestamp: at, data });
}

/** A link to the omitted detail. It is a path, because the public address of Assay is not known for sure. */
function linkOf({ type, analysisId, findingId }: StoredEvent): string {
  if (analysisId !== null) return `/api/v2/analysis/${analysisId}`;
  if (findingId !== null) return `/api/v2/finding/${findingId}`;
  return `/api/v2/event?type=${type}`;
}

function toBody(message: object): Buffer {
  return Buffer.from(JSON.stringify(message));
}
