/** Decides when a call is retried, and after which pause. */
/** Time and randomness; tests use their own. */
export interface Clock {
  readonly nowMs: () => number;
  /** Returns a number from 0 to 1. */
  readonly random: () => number;
  /** Rejects with the reason of the signal when the pause is aborted. */
  readonly pause: (ms: number, signal: AbortSignal | undefined) => Promise<void>;
}

const RETRYABLE = new Set([408, 409, 429]);

/** Whether a retry may succeed. */
export function isRetryableStatus(status: number): boolean {
  return RETRYABLE.has(status) || status >= 500;
}

const FIRST_PAUSE_MS = 1_000;

/** Doubles each time; half of it is random, so that calls that failed together are not retried together. */
export function backoffMs(retry: number, random: () => number): number {
  const longest = FIRST_PAUSE_MS * 2 ** retry;
  return Math.round(longest / 2 + (longest / 2) * random());
}

const SECONDS = /^[0-9]{1,9}$/;
const DAY = /^[A-Z][a-z]{2}/;

/** Returns undefined if the header is missing or invalid. https://www.rfc-editor.org/rfc/rfc9110#section-10.2.3 */
export function parseRetryAfter(text: string | undefined, nowMs: number): number | undefined {
  if (text === undefined) return undefined;
  if (SECONDS.test(text)) return Number(text);
  // HTTP dates start with the name of a day; `Date.parse` alone would accept `-1`.
  const at = DAY.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(at) ? undefined : Math.max(0, Math.ceil((at - nowMs) / 1_000));
}
