/** Makes one attempt to send a message to its receiver. */
import { postMessage, type ReusedConnection } from '../../outbound/post-message.ts';
import { classifyResponse, classifyFailure, type Outcome } from './classify-response.ts';
import { toSignedHeaders } from './sign.ts';
import type { WebhookDeps } from './webhook-deps.ts';

export interface MessageToSend {
  readonly url: string;
  readonly id: string;
  readonly body: Buffer;
  readonly secrets: readonly string[];
  readonly connection?: ReusedConnection;
}

export interface Sent extends Outcome {
  readonly at: string;
  readonly durationMs: number;
}

/** Rejects when `signal` is aborted; it is then unknown whether the message arrived. */
export async function sendMessage(
  { now, policy }: Pick<WebhookDeps, 'now' | 'policy'>,
  { url, id, body, secrets, connection }: MessageToSend,
  signal?: AbortSignal,
): Promise<Sent> {
  const began = now();
  const headers = { 'content-type': 'application/json', ...toSignedHeaders({ id, now: began, body }, secrets) };
  let outcome: Outcome;
  try {
    outcome = classifyResponse(
      await postMessage(new URL(url), policy, { headers, body, line: connection, signal }),
      now(),
    );
  } catch (error) {
    signal?.throwIfAborted();
    outcome = classifyFailure(error);
  }
  // The time that a refusal takes reveals something about the address.
  const durationMs = outcome.isRefused ? 0 : now() - began;
  return { ...outcome, at: new Date(began).toISOString(), durationMs };
}
