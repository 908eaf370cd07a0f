/**
 * Sends one outbound request. A name is resolved, its addresses are checked, and the connection uses a checked address. Behind a
 * proxy, the proxy resolves the name.
 */
import { request as httpRequest, type Agent, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { AssayError } from '../core/errors.ts';
import { checkedLookup, requireAllowedUrl } from './checked-address.ts';
import { OUTBOUND_FAILED } from './errors.ts';
import type { OutboundPolicy } from './policy.ts';
import { createProxyAgent, findProxy } from './proxy.ts';

export interface RequestParts {
  readonly headers?: Readonly<Record<string, string>>;
  /** A request with a body is a POST. */
  readonly body?: Buffer;
  /** Reuses connections that were opened under the same policy; without it, each request opens its own. */
  readonly agent?: Agent | undefined;
}

/** Returns the head of the response, whatever its status. The caller must read or destroy the body. */
export async function sendOutboundRequest(
  url: URL,
  policy: OutboundPolicy,
  signal: AbortSignal,
  { headers = {}, body, agent }: RequestParts = {},
): Promise<IncomingMessage> {
  requireAllowedUrl(url, policy);
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
    // The global agent is not used: its open connections may come from a policy that allows more.
    ...(proxy === undefined
      ? { agent: agent ?? (false as const), lookup: checkedLookup(url, policy) }
      : { agent: createProxyAgent(url, proxy) }),
  });
  const onSilence = (): void => void request.destroy(new Error('it did not respond in time'));
  request.once('timeout', onSilence);
  request.once('response', (response) => {
    request.off('timeout', onSilence);
    resolve(response);
  });
  request.on('error', (error) => {
    const isStale = request.reusedSocket && 'code' in error && error.code === 'ECONNRESET';
    reject(isStale ? new StaleConnection() : toFailure(url, error, proxy));
  });
  // A request that waits for a tunnel does not emit an error when it is aborted.
  const onAbort = (): void => reject(toFailure(url, signal.reason, proxy));
  signal.addEventListener('abort', onAbort, { once: true });
  request.end(body);
  try {
    return await promise;
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
}

/** The server closed a reused connection before it received the request. */
export class StaleConnection extends Error {}

export function toFailure(url: URL, error: unknown, proxy?: URL): AssayError {
  if (error instanceof AssayError) return error;
  const problem = proxy === undefined ? problemOf(error) : `${problemOf(error)}, through the proxy ${proxy.host}`;
  return OUTBOUND_FAILED({ host: url.host, problem }, { cause: error });
}

function problemOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if ('code' in error && error.code === 'ERR_PROXY_TUNNEL') return tunnelProblemOf(error);
  // If none of several addresses responds, the error has a code but no message.
  if (error.message !== '') return error.message;
  return 'code' in error ? String(error.code) : error.name;
}

/** The message of the error is not used, because it repeats arbitrary text from the proxy. */
function tunnelProblemOf(error: Error): string {
  return 'statusCode' in error
    ? `the proxy did not open a tunnel (${String(error.statusCode)})`
    : 'the proxy did not open a tunnel';
}
