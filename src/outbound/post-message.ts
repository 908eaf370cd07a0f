/**
 * Sends one POST and reads the beginning of the response. The status decides the outcome, so a body that is too long, stalls or
 * breaks off is not an error. Redirects are not followed; a response of the proxy counts as the response.
 */
import { Agent, type IncomingMessage } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import { AssayError } from '../core/errors.ts';
import { OUTBOUND_FAILED } from './errors.ts';
import type { OutboundPolicy } from './policy.ts';
import { sendOutboundRequest, StaleConnection } from './outbound-request.ts';

export interface Message {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
  readonly line?: ReusedConnection | undefined;
  /** Aborts the call. */
  readonly signal?: AbortSignal | undefined;
}

/** A connection to one receiver, reused for a few messages. The address is checked when the connection is opened. */
export interface ReusedConnection {
  readonly agent: Agent;
  close(): void;
}

export function openConnection(url: URL): ReusedConnection {
  const options = { keepAlive: true, maxSockets: 1 };
  const agent = url.protocol === 'https:' ? new HttpsAgent(options) : new Agent(options);
  return { agent, close: () => agent.destroy() };
}

export interface PostResponse {
  readonly status: number;
  readonly retryAfter: string | undefined;
  /** At most `bytesMax` of the policy. */
  readonly body: Buffer;
  /** False if the body was longer than what was read. */
  readonly isWhole: boolean;
}

export async function postMessage(url: URL, policy: OutboundPolicy, message: Message): Promise<PostResponse> {
  const deadline = AbortSignal.timeout(policy.totalTimeoutMs);
  const signal = message.signal === undefined ? deadline : AbortSignal.any([deadline, message.signal]);
  const response = await request(url, policy, signal, message).catch((error: unknown) => {
    message.signal?.throwIfAborted();
    const isRefusal = error instanceof AssayError && error.code !== OUTBOUND_FAILED.code;
    if (!deadline.aborted || isRefusal) throw error;
    throw OUTBOUND_FAILED({ host: url.host, problem: 'it did not respond in time' }, { cause: error });
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
    return await sendOutboundRequest(url, policy, signal, { headers, body, agent: line?.agent });
  } catch (error) {
    if (!(error instanceof StaleConnection)) throw error;
    return await sendOutboundRequest(url, policy, signal, { headers, body });
  }
}

async function readBeginning(
  response: IncomingMessage,
  bytesMax: number,
  signal: AbortSignal,
): Promise<Pick<PostResponse, 'body' | 'isWhole'>> {
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
    // Keep the part of the body that has arrived.
  } finally {
    signal.removeEventListener('abort', onAbort);
    response.destroy();
  }
  return { body: Buffer.concat(pieces).subarray(0, bytesMax), isWhole: hasEnded && bytes <= bytesMax };
}
