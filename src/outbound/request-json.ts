/** Requests of the command line to a server that its user has named, so every address is allowed. */
import { setTimeout as pause } from 'node:timers/promises';
import { messageOf } from '../core/errors.ts';
import { memberIn } from '../core/json/members.ts';
import { HOST_UNREACHABLE } from './errors.ts';

interface JsonRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
}

interface JsonAnswer {
  readonly ok: boolean;
  readonly status: number;
  /** Undefined: not JSON. */
  readonly body: unknown;
}

const ANSWER_MS_MAX = 120_000;
const ATTEMPTS_MAX = 6;
const PAUSE_SECONDS_MAX = 30;

/** Repeats a request that the server asks to repeat later. Throws HOST_UNREACHABLE. */
export async function requestJson({ url, headers }: JsonRequest): Promise<JsonAnswer> {
  for (let attempt = 1; ; attempt += 1) {
    const response = await fetch(url, {
      headers: { accept: 'application/json', ...headers },
      redirect: 'error',
      signal: AbortSignal.timeout(ANSWER_MS_MAX),
    }).catch((error: unknown) => {
      throw HOST_UNREACHABLE({ url, reason: messageOf(memberIn(error, 'cause') ?? error) }, { cause: error });
    });
    const { ok, status } = response;
    const answer: unknown = await response.json().catch(() => undefined);
    if ((status !== 429 && status !== 503) || attempt === ATTEMPTS_MAX) return { ok, status, body: answer };
    const seconds = Number(response.headers.get('retry-after') ?? attempt);
    await pause(Math.min(Math.max(1, seconds || attempt), PAUSE_SECONDS_MAX) * 1000);
  }
}
