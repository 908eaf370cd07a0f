/**
 * The client of the Assay API, for our own command line and for other programs (`import { createClient } from 'assay/client'`).
 * Requests are retried where a retry can succeed; uploads are idempotent, so they are retried like reads.
 */
import type { Agent } from 'node:http';
import type { WireReadiness } from '../api/contract/health.ts';
import { messageOf, quote } from '../core/errors.ts';
import { memberIn } from '../core/json/members.ts';
import { toPlainText } from '../core/text/plain-text.ts';
import { sendRequest, type HttpResponse } from './http-request.ts';
import { RequestError, RESPONSE_UNREADABLE, SERVER_UNREACHABLE } from './errors.ts';
import {
  OPERATIONS,
  type OperationId,
  type OperationInput,
  type OperationResponse,
  type QueryValue,
} from './operations.ts';

export { RequestError } from './errors.ts';
export type { OperationId, OperationInput, OperationResponse } from './operations.ts';

export interface ClientOptions {
  /** For example `https://assay.example.com`, without `/api/v2`. */
  readonly url: string;
  readonly token: string;
  /** Number of attempts for each request (5). */
  readonly attempts?: number;
  /** Pause before the second attempt, which doubles with each further attempt (500). */
  readonly firstPauseMs?: number;
  /** Longest time for one attempt (60,000). */
  readonly timeoutMs?: number;
  /** An `Agent` of `node:http` or `node:https`, for example for a proxy. Not typed, so that the types of Node are not needed. */
  readonly agent?: object;
  /** Aborts every request and pause of the client. */
  readonly signal?: AbortSignal;
  /** Called before each pause, to show why a request takes longer. */
  readonly onRetry?: (retry: { readonly problem: string; readonly pauseMs: number }) => void;
}

export interface RequestOptions {
  /** Sent as it is. A file as a `Blob` (`openAsBlob`) is streamed, and read again for a retry. */
  readonly body?: Blob | Uint8Array<ArrayBuffer>;
  /** Sent as JSON, in place of a body. */
  readonly json?: unknown;
  /** Media type of the response, for operations with several (`application/json`). */
  readonly accept?: string;
  /** Replaces the time limit of the client for this request. */
  readonly timeoutMs?: number;
}

export interface AssayClient {
  /** Returns the parsed response. Throws RequestError, SERVER_UNREACHABLE or RESPONSE_UNREADABLE. */
  call<Id extends OperationId>(
    operation: Id,
    input: OperationInput<Id>,
    options?: Omit<RequestOptions, 'accept'>,
  ): Promise<OperationResponse<Id>>;
  /** Returns the text of the response, for example Markdown or SARIF. */
  callText<Id extends OperationId>(operation: Id, input: OperationInput<Id>, options: RequestOptions): Promise<string>;
  /** Returns the items of a list from all its pages, at most `itemsMax`. */
  list<Id extends ListOperation>(
    operation: Id,
    input: OperationInput<Id>,
    itemsMax: number,
  ): Promise<{ readonly items: OperationResponse<Id>[number][]; readonly hasMore: boolean }>;
  /** Returns `/readyz`, which needs no token, also if Assay is not ready. */
  getReadiness(): Promise<WireReadiness>;
}

type ListOperation = {
  [Id in OperationId]: OperationResponse<Id> extends readonly unknown[] ? Id : never;
}[OperationId];

const API = '/api/v2';
const PAGE_ITEMS_MAX = 500;

export function createClient(options: ClientOptions): AssayClient {
  const base = options.url.replace(/\/$/, '');
  const send = async (
    method: string,
    path: string,
    request: Omit<Attempted, 'method' | 'path'> = {},
  ): Promise<HttpResponse> => await sendWithRetries({ ...options, url: base }, { method, path, ...request });
  const callOperation = async <Id extends OperationId>(
    operation: Id,
    input: OperationInput<Id>,
    request?: RequestOptions,
  ): Promise<HttpResponse> => {
    const [method = '', path = ''] = OPERATIONS[operation].split(' ');
    return await send(method, `${API}${toPath(path, input)}`, request);
  };
  const toJson = ({ status, body }: HttpResponse): unknown => {
    const parsed = parseJson(body);
    if (parsed === undefined) throw RESPONSE_UNREADABLE({ url: base, status });
    return parsed;
  };

  return {
    call: async (operation, input, request) => toJson(await callOperation(operation, input, request)) as never,
    callText: async (operation, input, request) => (await callOperation(operation, input, request)).body,
    list: async (operation, input, itemsMax) => {
      const items: unknown[] = [];
      const limit = Math.min(itemsMax, PAGE_ITEMS_MAX);
      const [, path = ''] = OPERATIONS[operation].split(' ');
      let next: string | undefined =
        `${API}${toPath(path, { path: input.path, query: { ...(input.query as object), limit } })}`;
      while (next !== undefined && items.length < itemsMax) {
        const response = await send('GET', next);
        items.push(...(toJson(response) as unknown[]));
        next = findNext(response.headers['link']);
      }
      return { items: items.slice(0, itemsMax) as never, hasMore: next !== undefined || items.length > itemsMax };
    },
    getReadiness: async () => toJson(await send('GET', '/readyz', { accepts: isReadiness })) as WireReadiness,
  };
}

function toPath(
  path: string,
  { path: places, query = {} }: { readonly path: Readonly<Record<string, string>>; readonly query?: object },
): string {
  const filled = path.replaceAll(/\{([a-z]+)\}/g, (_, name: string) => encodeURIComponent(places[name] ?? ''));
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query as Readonly<Record<string, QueryValue>>)) {
    if (value === undefined) continue;
    for (const each of Array.isArray(value) ? (value as readonly string[]) : [value])
      parameters.append(name, String(each));
  }
  return parameters.size === 0 ? filled : `${filled}?${parameters.toString()}`;
}

/** Links have no host. A link to another place is not followed, because the token would be sent there. */
function findNext(link: string | readonly string[] | undefined): string | undefined {
  const next = String(link ?? '')
    .split(', ')
    .find((each) => each.endsWith('>; rel="next"'));
  const path = next?.slice(1, next.indexOf('>'));
  return path?.startsWith(`${API}/`) === true ? path : undefined;
}

interface Attempted extends RequestOptions {
  readonly method: string;
  readonly path: string;
  /** Statuses that are a result and no error. */
  readonly accepts?: (status: number) => boolean;
}

/** 503 has the same report, with the reasons. */
function isReadiness(status: number): boolean {
  return status === 200 || status === 503;
}

const ATTEMPTS = 5;
const FIRST_PAUSE_MS = 500;
const PAUSE_MS_MAX = 120_000;
const TIMEOUT_MS = 60_000;

async function sendWithRetries(options: ClientOptions, request: Attempted): Promise<HttpResponse> {
  const { attempts = ATTEMPTS, firstPauseMs = FIRST_PAUSE_MS, signal, onRetry } = options;
  for (let attempt = 1; ; attempt += 1) {
    const outcome = await attemptRequest(options, request);
    if ('response' in outcome) return outcome.response;
    signal?.throwIfAborted();
    if (!outcome.isRetryable || attempt >= attempts) throw outcome.error;
    // Half of the pause is random, so that many pipelines do not return at the same moment.
    const backoffMs = firstPauseMs * 2 ** (attempt - 1) * (0.5 + Math.random() / 2);
    const pauseMs = Math.min(Math.max(backoffMs, outcome.retryAfterMs), PAUSE_MS_MAX);
    onRetry?.({ problem: messageOf(outcome.error), pauseMs });
    await pause(pauseMs, signal);
  }
}

type Outcome =
  | { readonly response: HttpResponse }
  | { readonly error: Error; readonly isRetryable: boolean; readonly retryAfterMs: number };

async function attemptRequest(
  { url, token, timeoutMs = TIMEOUT_MS, agent, signal }: ClientOptions,
  { method, path, body, json, accept = 'application/json', accepts, timeoutMs: ownTimeoutMs }: Attempted,
): Promise<Outcome> {
  const sent = json === undefined ? body : JSON.stringify(json);
  const timeout = AbortSignal.timeout(ownTimeoutMs ?? timeoutMs);
  try {
    const response = await sendRequest(`${url}${path}`, {
      method,
      body: sent,
      headers: {
        authorization: `Bearer ${token}`,
        accept,
        ...(sent !== undefined && {
          'content-type': json === undefined ? 'application/octet-stream' : 'application/json',
        }),
      },
      agent: agent as Agent | undefined,
      signal: signal === undefined ? timeout : AbortSignal.any([timeout, signal]),
    });
    const { status, headers } = response;
    if ((status >= 200 && status < 300) || accepts?.(status) === true) return { response };
    const isRetryable = status === 408 || status === 429 || status >= 500;
    return { error: toError(url, response), isRetryable, retryAfterMs: toMilliseconds(headers['retry-after']) };
  } catch (error) {
    const reason = timeout.aborted
      ? `no response within ${Math.round((ownTimeoutMs ?? timeoutMs) / 1_000)} seconds`
      : toReason(error);
    return { error: SERVER_UNREACHABLE({ url, reason }, { cause: error }), isRetryable: true, retryAfterMs: 0 };
  }
}

/** The error of a name with several addresses has only a code. */
function toReason(cause: unknown): string {
  const message = messageOf(cause);
  return message === '' ? String(memberIn(cause, 'code')) : message;
}

function toError(url: string, { status, headers, body }: HttpResponse): Error {
  if (headers.location !== undefined)
    return SERVER_UNREACHABLE({ url, reason: `it redirects to ${quote(headers.location)}` });
  const answer = parseJson(body);
  const message = memberIn(answer, 'errorMessage');
  if (typeof message !== 'string') return RESPONSE_UNREADABLE({ url, status });
  return new RequestError(status, {
    code: toPlainText(String(memberIn(answer, 'code'))),
    message: toPlainText(message),
    requestId: toPlainText(String(memberIn(answer, 'requestId'))),
  });
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** Assay sends seconds; a proxy may send a date, which is not used. */
function toMilliseconds(retryAfter: string | undefined): number {
  return retryAfter !== undefined && /^[0-9]{1,6}$/.test(retryAfter) ? Number(retryAfter) * 1_000 : 0;
}

async function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  signal?.throwIfAborted();
  await new Promise<void>((resolve, reject) => {
    const stop = (): void => {
      clearTimeout(timer);
      reject(signal?.reason as Error);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      resolve();
    }, ms);
    signal?.addEventListener('abort', stop, { once: true });
  });
}
