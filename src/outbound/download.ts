/**
 * Downloads the response to a GET into a file and stops at the size limit. Redirects stay on the same origin, retryable failures
 * are retried, and an unchanged file is not transferred again.
 */
import { createWriteStream } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { AssayError } from '../core/errors.ts';
import { OUTBOUND_FAILED, OUTBOUND_FORBIDDEN, OUTBOUND_NOT_FOUND, OUTBOUND_REFUSED } from './errors.ts';
import type { OutboundPolicy } from './policy.ts';
import { sendOutboundRequest, toFailure } from './outbound-request.ts';

const REDIRECTS_MAX = 5;
const RETRYABLE_STATUSES = new Set([408, 429, 500, 502, 503, 504]);

/** Validators of an earlier response; with one of them the server can reply that nothing has changed. */
export interface Validators {
  readonly etag?: string | undefined;
  readonly lastModified?: string | undefined;
}

export interface DownloadOptions extends Validators {
  /** Called for every chunk, in every attempt. */
  readonly onBytes?: ((bytes: number) => void) | undefined;
  /** Aborts the download, which then rejects with the reason of the signal. */
  readonly signal?: AbortSignal | undefined;
}

export interface Downloaded {
  readonly kind: 'downloaded';
  readonly bytes: number;
  readonly contentType: string;
  readonly etag: string | undefined;
  readonly lastModified: string | undefined;
}

/** After a failure the content of the file is undefined. */
export async function download(
  url: URL,
  policy: OutboundPolicy,
  file: string,
  options: DownloadOptions = {},
): Promise<Downloaded | { readonly kind: 'unchanged' }> {
  const deadline = AbortSignal.timeout(policy.totalTimeoutMs);
  const signal = options.signal === undefined ? deadline : AbortSignal.any([deadline, options.signal]);
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await tryOnce({ url, policy, file, options, signal });
    } catch (error) {
      options.signal?.throwIfAborted();
      if (deadline.aborted)
        throw OUTBOUND_FAILED({ host: url.host, problem: 'the download timed out' }, { cause: error });
      const isRetryable = error instanceof AssayError && error.code === OUTBOUND_FAILED.code;
      if (!isRetryable || attempt >= policy.attempts) throw error;
      // If the pause is aborted, the next attempt notices it.
      await delay(policy.firstPauseMs * 2 ** (attempt - 1), undefined, { signal }).catch(() => {});
    }
  }
}

interface Job {
  readonly url: URL;
  readonly policy: OutboundPolicy;
  readonly file: string;
  readonly options: DownloadOptions;
  readonly signal: AbortSignal;
}

async function tryOnce(job: Job): Promise<Downloaded | { readonly kind: 'unchanged' }> {
  const conditions = toConditions(job.options);
  let target = job.url;
  for (let redirects = 0; ; redirects += 1) {
    const response = await sendOutboundRequest(target, job.policy, job.signal, { headers: conditions });
    const status = response.statusCode ?? 0;
    if (status === 200) return await save(response, target, job);
    response.destroy();
    // Without a condition, a 304 is not a valid response.
    if (status === 304 && Object.keys(conditions).length > 0) return { kind: 'unchanged' };
    if (status < 300 || status >= 400 || response.headers.location === undefined) throw refusalOf(target, status);
    target = redirectOf(target, response.headers.location, job.policy, redirects);
  }
}

/**
 * Sends both validators if both are known; the server then uses the tag. https://www.rfc-editor.org/rfc/rfc9110#section-13.2.2
 */
function toConditions({ etag, lastModified }: Validators): Record<string, string> {
  return {
    ...(etag !== undefined && { 'if-none-match': etag }),
    ...(lastModified !== undefined && { 'if-modified-since': lastModified }),
  };
}

function redirectOf(from: URL, location: string, policy: OutboundPolicy, redirects: number): URL {
  const to = URL.parse(location, from.href);
  if (to === null) throw OUTBOUND_REFUSED({ host: from.host, problem: 'it redirects to an invalid URL' });
  if (redirects >= REDIRECTS_MAX) throw OUTBOUND_REFUSED({ host: from.host, problem: 'too many redirects' });
  if (policy.redirects === 'none' || to.origin !== from.origin)
    throw OUTBOUND_FORBIDDEN({ host: to.host, problem: `it was reached by a redirect from ${from.host}` });
  // The credentials belong to the origin, which a redirect cannot change; credentials in the Location header are ignored.
  to.username = from.username;
  to.password = from.password;
  return to;
}

function refusalOf(url: URL, status: number): AssayError {
  if (status === 404 || status === 410) return OUTBOUND_NOT_FOUND({ host: url.host, path: url.pathname });
  const problem = `it responded with status ${status}`;
  return (RETRYABLE_STATUSES.has(status) ? OUTBOUND_FAILED : OUTBOUND_REFUSED)({ host: url.host, problem });
}

async function save(response: IncomingMessage, url: URL, { policy, file, options, signal }: Job): Promise<Downloaded> {
  const tooLarge = OUTBOUND_REFUSED({
    host: url.host,
    problem: `the response is larger than ${policy.bytesMax} bytes`,
  });
  const announced = response.headers['content-length'];
  if (announced !== undefined && Number(announced) > policy.bytesMax) {
    response.destroy();
    throw tooLarge;
  }
  let bytes = 0;
  const count = new Transform({
    transform: (chunk: Buffer, _encoding, done) => {
      bytes += chunk.length;
      options.onBytes?.(chunk.length);
      done(bytes > policy.bytesMax ? tooLarge : null, chunk);
    },
  });
  response.setTimeout(policy.idleTimeoutMs, () => response.destroy(new Error('it stopped sending data')));
  try {
    await pipeline(response, count, createWriteStream(file, { mode: 0o600 }), { signal });
  } catch (error) {
    throw toFailure(url, error);
  }
  return {
    kind: 'downloaded',
    bytes,
    contentType: response.headers['content-type'] ?? '',
    etag: response.headers.etag,
    lastModified: response.headers['last-modified'],
  };
}
