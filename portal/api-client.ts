/** The only place of the portal that talks to the API: adds the token, reads the one error shape, and gives up after a while. */
import type { WireError } from '../src/api/contract/error.ts';
import { readToken } from './token.ts';

const API = '/api/v2';
const TIMEOUT_MS = 30_000;

export type Parameters = Readonly<Record<string, string | number | undefined>>;

export interface ListAnswer<Item> {
  readonly items: readonly Item[];
  readonly total: number;
}

/** What the API refused, or that it could not be asked (status 0). */
export class ApiFailure extends Error {
  readonly status: number;
  readonly code: string;
  readonly requestId: string | undefined;

  constructor({ status, code, message, requestId }: Pick<ApiFailure, 'status' | 'code' | 'message' | 'requestId'>) {
    super(message);
    this.status = status;
    this.code = code;
    this.requestId = requestId;
  }
}

/** Names hold `/`, `@` and `:`; each is one percent-encoded piece of the path. */
export function toPath(...pieces: readonly string[]): string {
  return pieces.map((piece) => `/${encodeURIComponent(piece)}`).join('');
}

export async function getOne<Body>(path: string, signal: AbortSignal, parameters: Parameters = {}): Promise<Body> {
  const response = await ask(path, parameters, signal);
  return await readBody<Body>(response);
}

export async function getList<Item>(
  path: string,
  signal: AbortSignal,
  parameters: Parameters,
): Promise<ListAnswer<Item>> {
  const response = await ask(path, parameters, signal);
  const items = await readBody<readonly Item[]>(response);
  return { items, total: Number(response.headers.get('x-total-count') ?? items.length) };
}

/** True for what may pass by itself: no connection, time-outs, limits, faults of the server. */
export function mayPass(error: unknown): boolean {
  return (
    error instanceof ApiFailure && (error.status === 0 || [408, 429].includes(error.status) || error.status >= 500)
  );
}

async function ask(path: string, parameters: Parameters, signal: AbortSignal): Promise<Response> {
  const response = await send(`${API}${path}${toQuery(parameters)}`, signal);
  if (!response.ok) throw await toFailure(response);
  return response;
}

async function send(url: string, signal: AbortSignal): Promise<Response> {
  try {
    return await fetch(url, {
      headers: { accept: 'application/json', authorization: `Bearer ${readToken() ?? ''}` },
      signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
      cache: 'no-store',
    });
  } catch (error) {
    if (signal.aborted) throw error;
    throw new ApiFailure({
      status: 0,
      code: 'UNREACHABLE',
      message: 'The server does not answer.',
      requestId: undefined,
    });
  }
}

function toQuery(parameters: Parameters): string {
  const given = Object.entries(parameters).filter(([, value]) => value !== undefined);
  const text = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString();
  return text === '' ? '' : `?${text}`;
}

/** The server validates what it sends with the schemas that these types come from. */
async function readBody<Body>(response: Response): Promise<Body> {
  return (await response.json()) as Body;
}

/** A proxy in between may answer in its own shape. */
async function toFailure(response: Response): Promise<ApiFailure> {
  const { status } = response;
  const wire = (await response.json().catch(() => ({}))) as Partial<WireError>;
  return new ApiFailure({
    status,
    code: wire.code ?? `HTTP_${status}`,
    message: wire.errorMessage ?? `The server answered with the status ${status}.`,
    requestId: wire.requestId ?? response.headers.get('x-request-id') ?? undefined,
  });
}
