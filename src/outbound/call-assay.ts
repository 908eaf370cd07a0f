/** Requests of client commands to a running Assay. Its address comes from the user of the command, so every address is allowed. */
import { messageOf } from '../core/errors.ts';
import { memberIn } from '../core/json/members.ts';
import { SERVER_UNREACHABLE } from './errors.ts';

export interface AssayAddress {
  readonly url: string;
  readonly token: string;
}

export interface AssayAnswer {
  readonly ok: boolean;
  readonly status: number;
  /** Undefined: not JSON. */
  readonly body: unknown;
}

const ANSWER_MS_MAX = 60_000;

/** `path` begins after `/api/v2`. Throws SERVER_UNREACHABLE. */
export async function callAssay(
  { url, token }: AssayAddress,
  method: string,
  path: string,
  body: Uint8Array<ArrayBuffer>,
): Promise<AssayAnswer> {
  try {
    const response = await fetch(`${url}/api/v2${path}`, {
      method,
      body,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/octet-stream' },
      redirect: 'error',
      signal: AbortSignal.timeout(ANSWER_MS_MAX),
    });
    const answer: unknown = await response.json().catch(() => undefined);
    return { ok: response.ok, status: response.status, body: answer };
  } catch (error) {
    throw SERVER_UNREACHABLE({ url, reason: messageOf(memberIn(error, 'cause') ?? error) }, { cause: error });
  }
}
