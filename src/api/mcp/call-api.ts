/**
 * How tools reach Assay: through the routes of the API, in this process or on another machine. So every call passes the same
 * checks of permissions, rates and parameters as a request of any other client, and has the same results.
 */
import { AssayError } from '../../core/errors.ts';
import { memberIn } from '../../core/json/members.ts';

export interface ApiRequest {
  readonly method: string;
  /** With the query. */
  readonly path: string;
  /** JSON. */
  readonly body?: string | undefined;
}

export interface ApiAnswer {
  readonly status: number;
  /** The header. */
  readonly link: string | undefined;
  readonly text: string;
}

/** Throws if no answer was received. */
export type SendRequest = (request: ApiRequest) => Promise<ApiAnswer>;

type QueryValue = string | number | boolean | readonly string[] | undefined;

export interface AgentApi {
  /** Path segments are encoded. Throws ApiRefusal for an error response. */
  get<Body>(path: readonly string[], query?: Readonly<Record<string, QueryValue>>): Promise<Page<Body>>;
  post<Body>(path: readonly string[], body: string, query?: Readonly<Record<string, QueryValue>>): Promise<Body>;
}

interface Page<Body> {
  readonly body: Body;
  /** The cursor of the next page; null: this is the last page. */
  readonly nextCursor: string | null;
}

/** An error response of the API. */
export class ApiRefusal extends Error {
  readonly code: string;
  readonly requestId: string | undefined;

  constructor({ code, message, requestId }: { code: string; message: string; requestId?: string | undefined }) {
    super(message);
    this.code = code;
    this.requestId = requestId;
  }
}

export function createAgentApi(send: SendRequest): AgentApi {
  const ask = async (request: ApiRequest): Promise<Page<unknown>> => {
    const { status, link, text } = await send(request).catch((error: unknown) => {
      if (error instanceof AssayError) throw new ApiRefusal(error);
      throw error;
    });
    const body = parseAnswer(text);
    if (status >= 400) throw toRefusal(status, body);
    return { body, nextCursor: findNextCursor(link) };
  };
  return {
    get: async <Body>(path: readonly string[], query = {}) =>
      (await ask({ method: 'GET', path: toPath(path, query) })) as Page<Body>,
    post: async <Body>(path: readonly string[], body: string, query = {}) =>
      (await ask({ method: 'POST', path: toPath(path, query), body })).body as Body,
  };
}

function toPath(path: readonly string[], query: Readonly<Record<string, QueryValue>>): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value !== undefined) parameters.set(name, String(value));
  return `/api/v2/${path.map(encodeURIComponent).join('/')}${parameters.size === 0 ? '' : `?${parameters.toString()}`}`;
}

function parseAnswer(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

function toRefusal(status: number, body: unknown): ApiRefusal {
  const [code, message, requestId] = ['code', 'errorMessage', 'requestId'].map((name) => memberIn(body, name));
  if (typeof code !== 'string' || typeof message !== 'string')
    return new ApiRefusal({
      code: 'ANSWER_UNREADABLE',
      message: `Assay answered with the status ${status}. Retry later.`,
    });
  return new ApiRefusal({ code, message, requestId: typeof requestId === 'string' ? requestId : undefined });
}

const NEXT = /<([^<>]*)>; rel="next"/;

function findNextCursor(link: string | undefined): string | null {
  const target = link === undefined ? undefined : NEXT.exec(link)?.[1];
  return target === undefined ? null : new URLSearchParams(target.slice(target.indexOf('?') + 1)).get('cursor');
}
