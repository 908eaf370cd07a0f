/**
 * One request to the outside. A name is resolved, its addresses are checked, and the connection goes to a checked
 * address. Behind a proxy it is the proxy that resolves the name.
 */
import { request as httpRequest, type Agent, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { AssayError } from '../core/errors.ts';
import { checkedLookup, requireSpeakable } from './checked-address.ts';
import { OUTBOUND_FAILED } from './errors.ts';
import type { OutboundPolicy } from './policy.ts';
import { createProxyAgent, findProxy } from './proxy.ts';

export interface RequestParts {
  readonly headers?: Readonly<Record<string, string>>;
  /** With a body it is a POST. */
  readonly body?: Buffer;
  /** Keeps connections that were opened under the same policy; without it, each request has its own. */
  readonly agent?: Agent | undefined;
}

/** The head of the answer, whatever its status; its body is still to be read or destroyed. */
export async function requestAnswer(
  url: URL,
  policy: OutboundPolicy,
  signal: AbortSignal,
  { headers = {}, body, agent }: RequestParts = {},
): Promise<IncomingMessage> {
  requireSpeakable(url, policy);
  const proxy = findProxy(url, policy.proxy);
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  const request = (url.protocol === 'https:' ? httpsRequest : httpRequest)(url, {
    method: body === undefined ? 'GET' : 'POST',
    headers: {
      'user-agent': 'Assay',
      accept: '*/*',
      'accept-encoding': 'identity',
      ...(body !== undefined && { 'content-length': String(body.length) }),
      ...headers,
    },
    timeout: policy.connectTimeoutMs,
    signal,
    // A kept connection may have been opened under a policy that allows more.
    ...(proxy === undefined
      ? { agent: agent ?? (false as const), lookup: checkedLookup(url, policy) }
      : { agent: createProxyAgent(url, proxy) }),
  });
  const onSilence = (): void => void request.destroy(new Error('it did not answer in time'));
  request.once('timeout', onSilence);
  request.once('response', (response) => {
    request.off('timeout', onSilence);
    resolve(response);
  });
  request.on('error', (error) => {
    const isStale = request.reusedSocket && 'code' in error && error.code === 'ECONNRESET';
    reject(isStale ? new StaleConnection() : toFailure(url, error, proxy));
  });
  // A request that waits for a tunnel does not say that it was ended.
  const onAbort = (): void => reject(toFailure(url, signal.reason, proxy));
  signal.addEventListener('abort', onAbort, { once: true });
  request.end(body);
  try {
    return await promise;
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
}

/** The other side had closed a kept connection before it saw the request. */
export class StaleConnection extends Error {}

export function toFailure(url: URL, error: unknown, proxy?: URL): AssayError {
  if (error instanceof AssayError) return error;
  const problem = proxy === undefined ? problemOf(error) : `${problemOf(error)}, through the proxy ${proxy.host}`;
  return OUTBOUND_FAILED({ host: url.host, problem }, { cause: error });
}

function problemOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if ('code' in error && error.code === 'ERR_PROXY_TUNNEL') return tunnelProblemOf(error);
  // When none of several addresses answers, the error has a code and no message.
  if (error.message !== '') return error.message;
  return 'code' in error ? String(error.code) : error.name;
}

/** Its message repeats what the proxy said, whatever that is. */
function tunnelProblemOf(error: Error): string {
  return 'statusCode' in error ? `no tunnel was opened (${String(error.statusCode)})` : 'no tunnel was opened';
}
