/**
 * One POST, and the beginning of its answer. The status decides what became of it: an answer that is too long, falls silent or
 * breaks off after its head is left at that. Redirects are not followed; a proxy answer is an answer.
 */
import type { IncomingMessage } from 'node:http';
import { AssayError } from '../core/errors.ts';
import { OUTBOUND_FAILED } from './errors.ts';
import type { OutboundPolicy } from './policy.ts';
import { requestAnswer } from './request-answer.ts';

export interface Message {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
  /** Ends the call. */
  readonly signal?: AbortSignal | undefined;
}

export interface PostAnswer {
  readonly status: number;
  readonly retryAfter: string | undefined;
  /** At most as much as the policy takes. */
  readonly body: Buffer;
}

export async function postMessage(url: URL, policy: OutboundPolicy, message: Message): Promise<PostAnswer> {
  const deadline = AbortSignal.timeout(policy.totalTimeoutMs);
  const signal = message.signal === undefined ? deadline : AbortSignal.any([deadline, message.signal]);
  const response = await requestAnswer(url, policy, signal, message).catch((error: unknown) => {
    message.signal?.throwIfAborted();
    const isRefusal = error instanceof AssayError && error.code !== OUTBOUND_FAILED.code;
    if (!deadline.aborted || isRefusal) throw error;
    throw OUTBOUND_FAILED({ host: url.host, problem: 'it did not answer in time' }, { cause: error });
  });
  const body = await readBeginning(response, policy.bytesMax, signal);
  return { status: response.statusCode ?? 0, retryAfter: response.headers['retry-after'], body };
}

async function readBeginning(response: IncomingMessage, bytesMax: number, signal: AbortSignal): Promise<Buffer> {
  const pieces: Buffer[] = [];
  let bytes = 0;
  const onAbort = (): void => void response.destroy();
  signal.addEventListener('abort', onAbort, { once: true });
  try {
    for await (const piece of response as AsyncIterable<Buffer>) {
      pieces.push(piece);
      bytes += piece.length;
      if (bytes >= bytesMax) break;
    }
  } catch {
    // What came before is what there is.
  } finally {
    signal.removeEventListener('abort', onAbort);
    response.destroy();
  }
  return Buffer.concat(pieces).subarray(0, bytesMax);
}
