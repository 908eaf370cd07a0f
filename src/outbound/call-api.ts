/**
 * Requests to the API of Assay on behalf of an agent: to the server of this process, over a pair of streams instead of a socket,
 * so that they pass every check of the server; or to a running Assay whose address the user of a command has given.
 */
import { request as sendRequest, type IncomingHttpHeaders, type IncomingMessage, type Server } from 'node:http';
import { duplexPair } from 'node:stream';
import { AssayError, messageOf } from '../core/errors.ts';
import { memberIn } from '../core/json/members.ts';
import { LIMITS } from '../core/limits.ts';
import { ANSWER_TOO_LARGE, HOST_UNREACHABLE } from './errors.ts';

interface ApiRequest {
  readonly method: string;
  /** With the query. */
  readonly path: string;
  readonly body?: string | undefined;
}

interface ApiAnswer {
  readonly status: number;
  readonly link: string | undefined;
  readonly text: string;
}

interface Caller {
  readonly authorization: string;
  readonly remoteAddress: string;
}

const JSON_BODY = { 'content-type': 'application/json' };

export async function callInProcess(server: Server, caller: Caller, asked: ApiRequest): Promise<ApiAnswer> {
  const [near, far] = duplexPair();
  // The server uses these members of a socket.
  Object.assign(far, {
    remoteAddress: caller.remoteAddress,
    destroySoon: () => far.end(() => far.destroy()),
  });
  server.emit('connection', far);
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  const sent = sendRequest({
    method: asked.method,
    path: asked.path,
    host: 'assay',
    headers: { authorization: caller.authorization, connection: 'close', ...(asked.body !== undefined && JSON_BODY) },
    createConnection: () => near,
  });
  sent.once('response', resolve).once('error', reject);
  sent.end(asked.body);
  try {
    const response = await promise;
    const { link } = response.headers as IncomingHttpHeaders & { readonly link?: string };
    return { status: response.statusCode ?? 500, link, text: await readText(response) };
  } finally {
    near.destroy();
  }
}

export interface AssayAddress {
  readonly url: string;
  readonly token: string;
}

/** Throws HOST_UNREACHABLE. */
export async function callOverHttp({ url, token }: AssayAddress, asked: ApiRequest): Promise<ApiAnswer> {
  try {
    const response = await fetch(url + asked.path, {
      method: asked.method,
      headers: { authorization: `Bearer ${token}`, ...(asked.body !== undefined && JSON_BODY) },
      ...(asked.body !== undefined && { body: asked.body }),
      redirect: 'error',
      signal: AbortSignal.timeout(LIMITS.agentCallTimeoutMs),
    });
    const text = response.body === null ? '' : await readText(response.body);
    return { status: response.status, link: response.headers.get('link') ?? undefined, text };
  } catch (error) {
    if (error instanceof AssayError) throw error;
    throw HOST_UNREACHABLE({ url, reason: messageOf(memberIn(error, 'cause') ?? error) }, { cause: error });
  }
}

async function readText(chunks: AsyncIterable<Uint8Array>): Promise<string> {
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of chunks) {
    bytes += chunk.length;
    if (bytes > LIMITS.agentAnswerBytesMax) throw ANSWER_TOO_LARGE();
    parts.push(chunk);
  }
  return Buffer.concat(parts).toString('utf8');
}
