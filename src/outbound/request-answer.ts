/**
 * One request to the outside. A name is resolved, its addresses are checked, and the connection goes to a checked
 * address: a second look-up could answer something else.
 */
import { lookup, type LookupAllOptions } from 'node:dns';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { AssayError } from '../core/errors.ts';
import { OUTBOUND_FAILED, OUTBOUND_FORBIDDEN } from './errors.ts';
import type { OutboundPolicy } from './policy.ts';
import { isPublicAddress } from './public-address.ts';

/** The head of the answer, whatever its status; its body is still to be read or destroyed. */
export async function requestAnswer(url: URL, policy: OutboundPolicy, signal: AbortSignal): Promise<IncomingMessage> {
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    throw OUTBOUND_FORBIDDEN({ host: url.host, problem: 'only http and https are spoken' });
  // Numbers are not looked up. In a URL they have one spelling: 2130706433 and 0x7f.1 have become 127.0.0.1.
  const host = url.hostname.replace(/^\[|\]$/g, '');
  if (isIP(host) !== 0 && !policy.allowPrivate && !isPublicAddress(host)) throw notPublic(url);

  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  const request = (url.protocol === 'https:' ? httpsRequest : httpRequest)(url, {
    headers: { 'user-agent': 'Assay', accept: '*/*' },
    timeout: policy.connectTimeoutMs,
    lookup: checkedLookup(url, policy),
    signal,
    // A kept connection may have been opened under a policy that allows more.
    agent: false,
  });
  const onSilence = (): void => void request.destroy(new Error('it did not answer in time'));
  request.once('timeout', onSilence);
  request.once('response', (response) => {
    request.off('timeout', onSilence);
    resolve(response);
  });
  request.on('error', (error) => reject(toFailure(url, error)));
  request.end();
  return await promise;
}

export function toFailure(url: URL, error: unknown): AssayError {
  if (error instanceof AssayError) return error;
  return OUTBOUND_FAILED({ host: url.host, problem: problemOf(error) }, { cause: error });
}

// When none of several addresses answers, the error has a code and no message.
function problemOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error.message !== '') return error.message;
  return 'code' in error ? String(error.code) : error.name;
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
