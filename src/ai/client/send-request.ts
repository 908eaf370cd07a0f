/** Makes one attempt and returns the request, the response and the kind of outcome. Nothing of it is logged. */
import { createHash } from 'node:crypto';
import { AssayError } from '../../core/errors.ts';
import { OUTBOUND_FAILED } from '../../outbound/errors.ts';
import type { OutboundPolicy } from '../../outbound/policy.ts';
import { postMessage, type PostResponse } from '../../outbound/post-message.ts';
import type { ModelRequest } from './to-request.ts';

export interface Attempt {
  readonly outcome:
    | {
        readonly kind: 'answer';
        readonly status: number;
        readonly retryAfter: string | undefined;
        readonly text: string;
      }
    /** A retry may succeed. */
    | { readonly kind: 'timeout' | 'unreachable' }
    /** A retry would not succeed: the policy forbids the address, or the response is too large. */
    | { readonly kind: 'forbidden' | 'too-large'; readonly problem: string };
  readonly status: number | null;
  readonly requestHash: string;
  readonly responseHash: string | null;
  readonly bodies: { readonly request: string; readonly response: string };
}

export async function sendRequest(
  { url, headers, body }: ModelRequest,
  policy: OutboundPolicy,
  { timeoutMs, signal }: { readonly timeoutMs: number; readonly signal: AbortSignal | undefined },
): Promise<Attempt> {
  const bytes = Buffer.from(body);
  const patient = { ...policy, connectTimeoutMs: timeoutMs, idleTimeoutMs: timeoutMs, totalTimeoutMs: timeoutMs };
  const sent = { requestHash: hashOf(bytes), bodies: { request: body, response: '' } };
  const deadline = AbortSignal.timeout(timeoutMs);
  try {
    const answer = await postMessage(url, patient, { headers, body: bytes, signal });
    signal?.throwIfAborted();
    const text = answer.body.toString();
    return {
      requestHash: sent.requestHash,
      responseHash: hashOf(answer.body),
      status: answer.status,
      bodies: { request: body, response: text },
      outcome: classifyResponse(answer, text, policy.bytesMax, deadline.aborted),
    };
  } catch (error) {
    signal?.throwIfAborted();
    return { ...sent, status: null, responseHash: null, outcome: toOutcome(error, deadline.aborted) };
  }
}

function classifyResponse(
  { status, retryAfter, body, isWhole }: PostResponse,
  text: string,
  bytesMax: number,
  isLate: boolean,
): Attempt['outcome'] {
  if (isWhole) return { kind: 'answer', status, retryAfter, text };
  if (body.length >= bytesMax) return { kind: 'too-large', problem: `The response is larger than ${bytesMax} bytes.` };
  return { kind: isLate ? 'timeout' : 'unreachable' };
}

/** Of the outbound errors only refusals keep their message; they name only the host. */
function toOutcome(error: unknown, isLate: boolean): Attempt['outcome'] {
  if (error instanceof AssayError && error.code !== OUTBOUND_FAILED.code)
    return { kind: 'forbidden', problem: error.message };
  return { kind: isLate ? 'timeout' : 'unreachable' };
}

function hashOf(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}
