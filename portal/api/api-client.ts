/**
 * The only module of the portal that calls the API. Authentication uses the session cookie, which scripts cannot read. All errors
 * have one type, and every request has a timeout.
 */
import type { WireError } from '../../src/api/contract/error.ts';
import { organizationChanged, organizationHeader } from './shown-organization.ts';

const API = '/api/v2';
const TIMEOUT_MS = 30_000;

export type Parameters = Readonly<Record<string, string | number | boolean | undefined>>;

export interface ListAnswer<Item> {
  readonly items: readonly Item[];
  readonly total: number;
  /** There are more than `total` items: the API stops counting at a limit. */
  readonly hasMore: boolean;
  /** Cursor of the next page; undefined on the last page and in lists without cursors. */
  readonly next: string | undefined;
}

type ApiFailureFacts = Pick<ApiFailure, 'status' | 'code' | 'message' | 'requestId'> &
  Partial<Pick<ApiFailure, 'details'>>;

/** An error response of the API, or a failure to reach it (status 0). */
export class ApiFailure extends Error {
  readonly status: number;
  readonly code: string;
  readonly requestId: string | undefined;
  /** The parts of the request that the error is about, as paths. */
  readonly details: NonNullable<WireError['details']>;

  constructor({ status, code, message, requestId, details = [] }: ApiFailureFacts) {
    super(message);
    this.status = status;
    this.code = code;
    this.requestId = requestId;
    this.details = details;
  }
}

/** Names may contain `/`, `@` and `:`; each is one percent-encoded path segment. */
export function toPath(...pieces: readonly string[]): string {
  return pieces.map((piece) => `/${encodeURIComponent(piece)}`).join('');
}

export async function getOne<Body>(path: string, signal: AbortSignal, parameters: Parameters = {}): Promise<Body> {
  const response = await request(toUrl(path, parameters), { signal });
  return await readBody<Body>(response);
}

export async function getList<Item>(
  path: string,
  signal: AbortSignal,
  parameters: Parameters,
): Promise<ListAnswer<Item>> {
  const response = await request(toUrl(path, parameters), { signal });
  const items = await readBody<readonly Item[]>(response);
  return {
    items,
    total: Number(response.headers.get('x-total-count') ?? items.length),
    hasMore: response.headers.get('x-total-more') === 'true',
    next: findNextCursor(response.headers.get('link') ?? ''),
  };
}

const cachedResponses = new Map<string, { readonly etag: string; readonly body: unknown }>();
const CACHED_RESPONSES_MAX = 100;

/** Reads from the current organization of the session, whichever it is. */
export async function getFromSession<Body>(path: string, signal: AbortSignal): Promise<Body> {
  return await readBody<Body>(await request(toUrl(path, {}), { signal }, {}));
}

/** For polling: unchanged data is not sent again, and stays the same object. */
export async function pollOne<Body>(path: string, signal: AbortSignal): Promise<Body> {
  const url = toUrl(path, {});
  const known = cachedResponses.get(url);
  const headers = known === undefined ? {} : { 'if-none-match': known.etag };
  const response = await request(url, { signal, headers });
  if (response.status === 304 && known !== undefined) return known.body as Body;
  const body = await readBody<Body>(response);
  const etag = response.headers.get('etag');
  if (etag !== null) {
    if (cachedResponses.size >= CACHED_RESPONSES_MAX) cachedResponses.clear();
    cachedResponses.set(url, { etag, body });
  }
  return body;
}

/** Sends a change. The response to a `DELETE` has no body. */
export async function change<Body = undefined>(
  method: 'POST' | 'PATCH' | 'PUT' | 'DELETE',
  path: string,
  body?: object,
  timeoutMs = TIMEOUT_MS,
): Promise<Body> {
  const content =
    body === undefined ? {} : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
  const response = await request(toUrl(path, {}), { method, timeoutMs, ...content });
  return response.status === 204 ? (undefined as Body) : await readBody<Body>(response);
}

export interface Versioned<Body> {
  readonly body: Body;
  /** Sent as `If-Match` to change exactly this version. */
  readonly etag: string | undefined;
}

export async function getVersioned<Body>(path: string, signal: AbortSignal): Promise<Versioned<Body>> {
  return await toVersioned<Body>(await request(toUrl(path, {}), { signal }));
}

interface VersionedChange {
  readonly parameters?: Parameters;
  /** JSON. */
  readonly body?: object;
  /** Raw bytes, instead of `body`. */
  readonly file?: Blob;
  readonly ifMatch?: string | undefined;
  readonly signal?: AbortSignal;
}

/** Rejected with 412 if it was changed since. */
export async function changeVersioned<Body>(
  method: 'POST' | 'PUT' | 'DELETE',
  path: string,
  { parameters = {}, body, file, ifMatch, signal }: VersionedChange,
): Promise<Versioned<Body>> {
  const content = file ?? (body && JSON.stringify(body));
  const response = await request(toUrl(path, parameters), {
    method,
    headers: {
      ...(content !== undefined && { 'content-type': file === undefined ? 'application/json' : typeOf(file) }),
      ...(ifMatch !== undefined && { 'if-match': ifMatch }),
    },
    ...(content !== undefined && { body: content }),
    ...(signal !== undefined && { signal }),
  });
  return await toVersioned<Body>(response);
}

/** Browsers set no type for unknown file extensions. */
function typeOf(file: Blob): string {
  return file.type === 'application/json' ? file.type : 'application/octet-stream';
}

async function toVersioned<Body>(response: Response): Promise<Versioned<Body>> {
  const body = response.status === 204 ? (undefined as Body) : await readBody<Body>(response);
  return { body, etag: response.headers.get('etag') ?? undefined };
}

/** Fetches a list in another format, selected by `Accept`, which a plain link cannot send. */
export async function fetchFile(path: string, parameters: Parameters, type: string): Promise<Blob> {
  const response = await request(toUrl(path, parameters), { headers: { accept: type } });
  return await response.blob();
}

/** True for errors that may go away: no connection, timeouts, rate limits, server errors. */
export function isRetryable(error: unknown): boolean {
  return (
    error instanceof ApiFailure && (error.status === 0 || [408, 429].includes(error.status) || error.status >= 500)
  );
}

/** Returns the message if the error has one of these codes, to show it at its field. */
export function messageOf(error: unknown, codes: readonly string[]): string | undefined {
  return error instanceof ApiFailure && codes.includes(error.code) ? error.message : undefined;
}

export function isStatus(error: unknown, status: number): boolean {
  return error instanceof ApiFailure && error.status === status;
}

function toUrl(path: string, parameters: Parameters): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters)) if (value !== undefined) query.set(name, String(value));
  const text = query.toString();
  return `${API}${path}${text === '' ? '' : `?${text}`}`;
}

interface TimedRequest extends RequestInit {
  readonly timeoutMs?: number;
}

async function request(
  url: string,
  { headers, signal, ...options }: TimedRequest,
  organization = organizationHeader(),
): Promise<Response> {
  const response = await send(url, {
    ...options,
    headers: {
      accept: 'application/json',
      ...organization,
      ...(headers as Readonly<Record<string, string>> | undefined),
    },
    signal: signal ?? null,
  });
  if (!response.ok && response.status !== 304) throw recordOrganizationChange(await toFailure(response));
  return response;
}

/** The session may have switched to another organization than the tab shows; any request can find out. */
export function recordOrganizationChange(failure: ApiFailure): ApiFailure {
  if (failure.code === 'ORGANIZATION_CHANGED') organizationChanged.set(true);
  return failure;
}

async function send(url: string, { timeoutMs = TIMEOUT_MS, ...options }: TimedRequest): Promise<Response> {
  const signals = [AbortSignal.timeout(timeoutMs), ...(options.signal ? [options.signal] : [])];
  try {
    return await fetch(url, {
      ...options,
      credentials: 'same-origin',
      signal: AbortSignal.any(signals),
      cache: 'no-store',
    });
  } catch (error) {
    if (options.signal?.aborted === true) throw error;
    throw new ApiFailure({
      status: 0,
      code: 'UNREACHABLE',
      message: 'The server is not responding.',
      requestId: undefined,
    });
  }
}

/** Not validated here: the server validates responses with the schemas that these types are derived from. */
async function readBody<Body>(response: Response): Promise<Body> {
  return (await response.json()) as Body;
}

/** `</api/v2/finding?cursor=abc&limit=100>; rel="next"`, among others. */
function findNextCursor(header: string): string | undefined {
  const link = header.split(', ').find((each) => each.endsWith('rel="next"'));
  const query = link?.slice(link.indexOf('?') + 1, link.indexOf('>'));
  return new URLSearchParams(query ?? '').get('cursor') ?? undefined;
}

/** A proxy may respond in its own format. */
async function toFailure(response: Response): Promise<ApiFailure> {
  const { status } = response;
  const wire = (await response.json().catch(() => ({}))) as Partial<WireError>;
  return new ApiFailure({
    status,
    code: wire.code ?? `HTTP_${status}`,
    message: wire.errorMessage ?? `The server responded with status ${status}.`,
    requestId: wire.requestId ?? response.headers.get('x-request-id') ?? undefined,
    details: wire.details ?? [],
  });
}
