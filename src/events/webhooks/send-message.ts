/** Builds a message, makes one attempt to send it to its receiver, and classifies the response. */
import { postMessage, type ReusedConnection, type PostResponse } from '../../outbound/post-message.ts';
import { toSignedHeaders } from './webhook-secrets.ts';
import type { WebhookDeps } from './webhook-deps.ts';
import { AssayError } from '../../core/errors.ts';
import { LIMITS } from '../../core/limits.ts';
import { OUTBOUND_FORBIDDEN } from '../../outbound/errors.ts';
import { parseRetryAfterMs } from './retry-schedule.ts';
import type { StoredEvent } from '../../store/delivery/list-events.ts';
import { toWireEvent } from '../event-pages.ts';

export interface MessageToSend {
  readonly url: string;
  readonly id: string;
  readonly body: Buffer;
  readonly secrets: readonly string[];
  readonly connection?: ReusedConnection;
}

export interface Sent extends Outcome {
  readonly at: string;
  readonly durationMs: number;
}

/** Rejects when `signal` is aborted; it is then unknown whether the message arrived. */
export async function sendMessage(
  { now, policy }: Pick<WebhookDeps, 'now' | 'policy'>,
  { url, id, body, secrets, connection }: MessageToSend,
  signal?: AbortSignal,
): Promise<Sent> {
  const began = now();
  const headers = { 'content-type': 'application/json', ...toSignedHeaders({ id, now: began, body }, secrets) };
  let outcome: Outcome;
  try {
    outcome = classifyResponse(
      await postMessage(new URL(url), policy, { headers, body, line: connection, signal }),
      now(),
    );
  } catch (error) {
    signal?.throwIfAborted();
    outcome = classifyFailure(error);
  }
  // The time that a refusal takes reveals something about the address.
  const durationMs = outcome.isRefused ? 0 : now() - began;
  return { ...outcome, at: new Date(began).toISOString(), durationMs };
}

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
