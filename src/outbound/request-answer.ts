/**
 * One request to the outside. A name is resolved, its addresses are checked, and the connection goes to a checked
 * address: a second look-up could answer something else. Behind a proxy it is the proxy that resolves the name.
 */
import { lookup, type LookupAllOptions } from 'node:dns';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { AssayError } from '../core/errors.ts';
import { OUTBOUND_FAILED, OUTBOUND_FORBIDDEN } from './errors.ts';
import type { OutboundPolicy } from './policy.ts';
import { createProxyAgent, findProxy } from './proxy.ts';
import { isPublicAddress } from './public-address.ts';

type Headers = Readonly<Record<string, string>>;

/** The head of the answer, whatever its status; its body is still to be read or destroyed. */
export async function requestAnswer(
  url: URL,
  policy: OutboundPolicy,
  signal: AbortSignal,
  headers: Headers = {},
): Promise<IncomingMessage> {
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    throw OUTBOUND_FORBIDDEN({ host: url.host, problem: 'only http and https are spoken' });
  // Numbers are not looked up. In a URL they have one spelling: 2130706433 and 0x7f.1 have become 127.0.0.1.
  const host = url.hostname.replace(/^\[|\]$/g, '');
  if (isIP(host) !== 0 && !policy.allowPrivate && !isPublicAddress(host)) throw notPublic(url);
  const proxy = findProxy(url, policy.proxy);
  // A proxy would ask its own network for any name that somebody typed.
  if (proxy !== undefined && !policy.allowPrivate)
    throw OUTBOUND_FORBIDDEN({ host: url.host, problem: 'its address cannot be checked behind a proxy' });

  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  const request = (url.protocol === 'https:' ? httpsRequest : httpRequest)(url, {
    headers: { 'user-agent': 'Assay', accept: '*/*', 'accept-encoding': 'identity', ...headers },
    timeout: policy.connectTimeoutMs,
    signal,
    // A kept connection may have been opened under a policy that allows more.
    ...(proxy === undefined
      ? { agent: false as const, lookup: checkedLookup(url, policy) }
      : { agent: createProxyAgent(url, proxy) }),
  });
  const onSilence = (): void => void request.destroy(new Error('it did not answer in time'));
  request.once('timeout', onSilence);
  request.once('response', (response) => {
    request.off('timeout', onSilence);
    resolve(response);
  });
  request.on('error', (error) => reject(toFailure(url, error, proxy)));
  // A request that waits for a tunnel does not say that it was ended.
  const onAbort = (): void => reject(toFailure(url, signal.reason, proxy));
  signal.addEventListener('abort', onAbort, { once: true });
  request.end();
  try {
    return await promise;
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
}

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

function checkedLookup(url: URL, policy: OutboundPolicy): LookupFunction {
  return (name, options, done) => {
    lookup(name, { ...options, all: true } as LookupAllOptions, (error, addresses) => {
      const [first] = addresses ?? [];
      if (error !== null) done(error, []);
      else if (first === undefined) done(new Error('its name has no address'), []);
      else if (!policy.allowPrivate && !addresses.every(({ address }) => isPublicAddress(address)))
        done(notPublic(url), []);
      else if (options.all === true) done(null, addresses);
      else done(null, first.address, first.family);
    });
  };
}

function notPublic(url: URL): AssayError {
  return OUTBOUND_FORBIDDEN({ host: url.host, problem: 'it has an address that is not public' });
}
