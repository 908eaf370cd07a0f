/**
 * One POST, and the beginning of its answer. The status decides what became of it: an answer that is too long, falls silent or
 * breaks off after its head is left at that. Redirects are not followed; a proxy answer is an answer.
 */
import { Agent, type IncomingMessage } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import { AssayError } from '../core/errors.ts';
import { OUTBOUND_FAILED } from './errors.ts';
import type { OutboundPolicy } from './policy.ts';
import { requestAnswer, StaleConnection } from './request-answer.ts';

export interface Message {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
  readonly line?: Line | undefined;
  /** Ends the call. */
  readonly signal?: AbortSignal | undefined;
}

/** A connection to one receiver that is kept for a few messages: its address is checked when it is opened. */
export interface Line {
  readonly agent: Agent;
  close(): void;
}

export function openLine(url: URL): Line {
  const options = { keepAlive: true, maxSockets: 1 };
  const agent = url.protocol === 'https:' ? new HttpsAgent(options) : new Agent(options);
  return { agent, close: () => agent.destroy() };
}

export interface PostAnswer {
  readonly status: number;
  readonly retryAfter: string | undefined;
  /** At most as much as the policy takes. */
  readonly body: Buffer;
  /** False: there was more of the body, or there would have been. */
  readonly isWhole: boolean;
}

export async function postMessage(url: URL, policy: OutboundPolicy, message: Message): Promise<PostAnswer> {
  const deadline = AbortSignal.timeout(policy.totalTimeoutMs);
  const signal = message.signal === undefined ? deadline : AbortSignal.any([deadline, message.signal]);
  const response = await request(url, policy, signal, message).catch((error: unknown) => {
    message.signal?.throwIfAborted();
    const isRefusal = error instanceof AssayError && error.code !== OUTBOUND_FAILED.code;
    if (!deadline.aborted || isRefusal) throw error;
    throw OUTBOUND_FAILED({ host: url.host, problem: 'it did not answer in time' }, { cause: error });
  });
  const beginning = await readBeginning(response, policy.bytesMax, signal);
  return { status: response.statusCode ?? 0, retryAfter: response.headers['retry-after'], ...beginning };
}

async function request(
  url: URL,
  policy: OutboundPolicy,
  signal: AbortSignal,
  { headers, body, line }: Message,
): Promise<IncomingMessage> {
  try {
    return await requestAnswer(url, policy, signal, { headers, body, agent: line?.agent });
  } catch (error) {
    if (!(error instanceof StaleConnection)) throw error;
    return await requestAnswer(url, policy, signal, { headers, body });
  }
}

async function readBeginning(
  response: IncomingMessage,
  bytesMax: number,
  signal: AbortSignal,
): Promise<Pick<PostAnswer, 'body' | 'isWhole'>> {
  const pieces: Buffer[] = [];
  let bytes = 0;
  let hasEnded = false;
  const onAbort = (): void => void response.destroy();
  signal.addEventListener('abort', onAbort, { once: true });
  try {
    for await (const piece of response as AsyncIterable<Buffer>) {
      pieces.push(piece);
      bytes += piece.length;
      if (bytes > bytesMax) break;
    }
    hasEnded = true;
  } catch {
    // What came before is what there is.
  } finally {
    signal.removeEventListener('abort', onAbort);
    response.destroy();
  }
  return { body: Buffer.concat(pieces).subarray(0, bytesMax), isWhole: hasEnded && bytes <= bytesMax };
}
