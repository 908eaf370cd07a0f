/**
 * The options and the result of the load client, plain values that are passed between two processes, and the requests of all load
 * generators.
 */
import { request, type RequestOptions } from 'node:http';

interface Load {
  readonly url: string;
  readonly token: string;
  /** Concurrent requests; in an open loop the maximum. */
  readonly clients: number;
  /** Ends after this time or this number of requests, whichever comes first. Both exclude the warm-up. */
  readonly timeMaxMs: number;
  readonly countMax: number;
  readonly warmUpCount: number;
  /**
   * Without it, a closed loop: each client sends its next request after the previous response. With it, requests start at this
   * rate regardless of the server, and their time counts from when they were due.
   */
  readonly perSecond?: number;
}

export interface UploadLoad extends Load {
  readonly kind: 'upload';
  readonly bodyBytes: number;
  readonly services: number;
  /** Separates the documents and versions of this load from those of others. */
  readonly run: number;
  /** Sent as `wait`: the response comes when the analysis has ended. */
  readonly waitSeconds?: number;
}

interface ReadLoad extends Load {
  readonly kind: 'read';
  readonly path: string;
}

export type LoadOptions = UploadLoad | ReadLoad;

export interface LoadResult {
  readonly answered: number;
  readonly seconds: number;
  readonly bytes: number;
  /** Processor time of the load generator itself. */
  readonly clientMs: number;
  /** Responses other than 200 and broken connections, by status or code. */
  readonly failures: Readonly<Record<string, number>>;
  readonly p50Ms: number;
  readonly p95Ms: number;
  readonly p99Ms: number;
  readonly maxMs: number;
}

export function summarize(
  timesMs: readonly number[],
  facts: Pick<LoadResult, 'seconds' | 'bytes' | 'clientMs' | 'failures'>,
): LoadResult {
  const sorted = timesMs.toSorted((a, b) => a - b);
  const at = (share: number): number => sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? 0;
  return { answered: sorted.length, ...facts, p50Ms: at(0.5), p95Ms: at(0.95), p99Ms: at(0.99), maxMs: at(1) };
}

export function requireLoopback(url: string): void {
  if (!/^http:\/\/(127\.0\.0\.1|\[::1\]|localhost):/.test(url))
    throw new Error('The load generator accepts only loopback addresses.');
}

/** Returns the status, or the error code of the connection. */
export async function sendRequest(url: string, options: RequestOptions, body: Buffer | undefined): Promise<string> {
  const { promise, resolve } = Promise.withResolvers<string>();
  const fail = (error: NodeJS.ErrnoException): void => resolve(error.code ?? error.message);
  const sent = request(url, options);
  sent.on('error', fail);
  sent.on('response', (response) => {
    response.resume();
    response.on('end', () => resolve(String(response.statusCode)));
    response.on('error', fail);
  });
  sent.end(body);
  return await promise;
}
