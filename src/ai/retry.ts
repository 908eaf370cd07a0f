/** When somebody is asked again, and after which pause. */
/** Time and chance; a test has its own. */
export interface Clock {
  readonly nowMs: () => number;
  /** From 0 to 1. */
  readonly random: () => number;
  /** Rejects with the reason of the signal when it ends the pause. */
  readonly pause: (ms: number, signal: AbortSignal | undefined) => Promise<void>;
}

const PASSING = new Set([408, 409, 429]);

/** What another time may end otherwise. */
export function mayPass(status: number): boolean {
  return PASSING.has(status) || status >= 500;
}

const FIRST_PAUSE_MS = 1_000;

/** Doubles each time; half of it is chance, so that many who failed together do not come back together. */
export function pauseBefore(retry: number, random: () => number): number {
  const longest = FIRST_PAUSE_MS * 2 ** retry;
  return Math.round(longest / 2 + (longest / 2) * random());
}

const SECONDS = /^[0-9]{1,9}$/;
const DAY = /^[A-Z][a-z]{2}/;

/** Undefined: nothing is asked for that could be understood. https://www.rfc-editor.org/rfc/rfc9110#section-10.2.3 */
export function readRetryAfter(text: string | undefined, nowMs: number): number | undefined {
  if (text === undefined) return undefined;
  if (SECONDS.test(text)) return Number(text);
  // Of dates, HTTP has those that begin with the name of a day; JavaScript takes `-1` for one.
  const at = DAY.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(at) ? undefined : Math.max(0, Math.ceil((at - nowMs) / 1_000));
}
