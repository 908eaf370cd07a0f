/**
 * The only outgoing HTTP client. A name is resolved, its addresses are checked, and the connection goes to a checked address;
 * redirects stay on their origin; the answer is written to a file and cut off at its limit.
 */
import { createWriteStream } from 'node:fs';
import { lookup, type LookupAddress, type LookupAllOptions } from 'node:dns';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { isIP } from 'node:net';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { AssayError } from '../core/errors.ts';
import { OUTBOUND_FAILED, OUTBOUND_FORBIDDEN, OUTBOUND_NOT_FOUND } from './errors.ts';
import type { OutboundPolicy } from './policy.ts';
import { isPublicAddress } from './public-address.ts';

const REDIRECTS_MAX = 5;
const FIRST_PAUSE_MS = 500;
const PASSING_STATUS = new Set([408, 429, 500, 502, 503, 504]);

export interface Downloaded {
  readonly bytes: number;
  readonly contentType: string;
}

/** Writes the answer to the file. `onBytes` is told of every piece. */
export async function download(
  url: URL,
  policy: OutboundPolicy,
  file: string,
  onBytes: (bytes: number) => void = () => {},
): Promise<Downloaded> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await tryOnce(url, policy, file, onBytes);
    } catch (error) {
      const isFinal = error instanceof AssayError && error.code !== OUTBOUND_FAILED.code;
      if (isFinal || attempt >= policy.attempts) throw error;
      await delay(FIRST_PAUSE_MS * 2 ** attempt);
    }
  }
}

async function tryOnce(
  url: URL,
  policy: OutboundPolicy,
  file: string,
  onBytes: (bytes: number) => void,
): Promise<Downloaded> {
  let target = url;
  for (let redirects = 0; ; redirects += 1) {
    const response = await get(target, policy);
    const status = response.statusCode ?? 0;
    if (status >= 300 && status < 400 && response.headers.location !== undefined) {
      response.destroy();
      target = redirectOf(target, response.headers.location, policy, redirects);
      continue;
    }
    if (status !== 200) {
      response.destroy();
      throw refusalOf(target, status);
    }
    return await save(response, target, policy, file, onBytes);
  }
}

function redirectOf(from: URL, location: string, policy: OutboundPolicy, redirects: number): URL {
  const to = new URL(location, from);
  if (policy.redirects === 'none' || to.origin !== from.origin || redirects >= REDIRECTS_MAX) {
    throw OUTBOUND_FORBIDDEN({ host: to.host, problem: `it was named by a redirect of ${from.host}` });
  }
  return to;
}

function refusalOf(url: URL, status: number): AssayError {
  if (status === 404 || status === 410) return OUTBOUND_NOT_FOUND({ host: url.host, path: url.pathname });
  if (PASSING_STATUS.has(status)) return OUTBOUND_FAILED({ host: url.host, problem: `it answered ${status}` });
  return OUTBOUND_FORBIDDEN({ host: url.host, problem: `it answered ${status}` });
}

async function get(url: URL, policy: OutboundPolicy): Promise<IncomingMessage> {
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    throw OUTBOUND_FORBIDDEN({ host: url.host, problem: 'only http and https are spoken' });
  }
  const host = url.hostname.replace(/^\[|\]$/g, '');
  if (isIP(host) !== 0 && !policy.allowPrivate && !isPublicAddress(host)) throw privateAddress(url);
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  const request = (url.protocol === 'https:' ? httpsRequest : httpRequest)(url, {
    headers: { 'user-agent': 'Assay', accept: '*/*' },
    timeout: policy.connectTimeoutMs,
    // The socket connects to what is checked here: a second look-up could answer something else.
    lookup: (name, options, done) => {
      lookup(name, { ...options, all: true } as LookupAllOptions, (error, addresses) => {
        answerLookup({ url, policy, error, addresses }, options.all === true, done as LookupAnswer);
      });
    },
  });
  request.once('timeout', () => request.destroy(new Error('it did not answer in time')));
  request.once('response', resolve);
  request.once('error', (error) => reject(toFailure(url, error)));
  request.end();
  return await promise;
}

type LookupAnswer = (error: Error | null, address?: string | LookupAddress[], family?: number) => void;

function answerLookup(
  found: { url: URL; policy: OutboundPolicy; error: Error | null; addresses: LookupAddress[] | undefined },
  wantsAll: boolean,
  done: LookupAnswer,
): void {
  const [first] = found.addresses ?? [];
  if (found.error !== null || first === undefined) {
    done(found.error ?? new Error('its name has no address'));
  } else if (!found.policy.allowPrivate && found.addresses?.some(({ address }) => !isPublicAddress(address))) {
    done(privateAddress(found.url));
  } else if (wantsAll) {
    done(null, found.addresses);
  } else {
    done(null, first.address, first.family);
  }
}

function privateAddress(url: URL): AssayError {
  return OUTBOUND_FORBIDDEN({ host: url.host, problem: 'it has an address that is not public' });
}

async function save(
  response: IncomingMessage,
  url: URL,
  policy: OutboundPolicy,
  file: string,
  onBytes: (bytes: number) => void,
): Promise<Downloaded> {
  let bytes = 0;
  const count = new Transform({
    transform: (chunk: Buffer, _encoding, done) => {
      bytes += chunk.length;
      onBytes(chunk.length);
      const isTooLarge = bytes > policy.bytesMax;
      done(
        isTooLarge
          ? OUTBOUND_FORBIDDEN({ host: url.host, problem: `its answer is larger than ${policy.bytesMax} bytes` })
          : null,
        chunk,
      );
    },
  });
  response.setTimeout(policy.idleTimeoutMs, () => response.destroy(new Error('it fell silent')));
  try {
    await pipeline(response, count, createWriteStream(file, { mode: 0o600 }));
  } catch (error) {
    throw error instanceof AssayError ? error : toFailure(url, error);
  }
  const announced = Number(response.headers['content-length'] ?? bytes);
  if (announced !== bytes) throw OUTBOUND_FAILED({ host: url.host, problem: `${bytes} of ${announced} bytes arrived` });
  return { bytes, contentType: response.headers['content-type'] ?? '' };
}

function toFailure(url: URL, error: unknown): AssayError {
  if (error instanceof AssayError) return error;
  const problem = error instanceof Error ? error.message : String(error);
  return OUTBOUND_FAILED({ host: url.host, problem }, { cause: error });
}
