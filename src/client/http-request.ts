/** One request of the client. Made with `node:http`, because `fetch` alone needs more memory than the rest of a client command. */
import { request as httpRequest, type Agent, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { text } from 'node:stream/consumers';
import { createGunzip } from 'node:zlib';

export interface HttpRequest {
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Blob | Uint8Array | string | undefined;
  readonly agent: Agent | undefined;
  readonly signal: AbortSignal;
}

export interface HttpResponse {
  readonly status: number;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

/** Returns the whole response, whatever its status. Redirects are not followed. */
export async function sendRequest(url: string, request: HttpRequest): Promise<HttpResponse> {
  const { method, headers, body, agent, signal } = request;
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  const sent = (url.startsWith('https:') ? httpsRequest : httpRequest)(url, {
    method,
    headers: {
      ...headers,
      'accept-encoding': 'gzip',
      ...(body !== undefined && { 'content-length': String(sizeOf(body)) }),
    },
    signal,
    ...(agent !== undefined && { agent }),
  });
  sent.once('response', resolve);
  sent.on('error', reject);
  // A server that rejects a body responds before it has read all of it; the response counts, not the broken connection.
  if (body instanceof Blob) pipeline(Readable.fromWeb(body.stream()), sent).catch(reject);
  else sent.end(body);
  const response = await promise;
  const isZipped = response.headers['content-encoding'] === 'gzip';
  const content = isZipped ? await pipeline(response, createGunzip(), text) : await text(response);
  return { status: response.statusCode ?? 0, headers: response.headers, body: content };
}

function sizeOf(body: Blob | Uint8Array | string): number {
  if (typeof body === 'string') return Buffer.byteLength(body);
  return body instanceof Blob ? body.size : body.byteLength;
}
