/**
 * Decides when a message is retried and when a receiver is paused. A message has its own pauses, which grow over a day. The
 * receiver has separate ones: while it accepts nothing, one message at a time is tried, so that a receiver that hangs costs
 * little and the messages behind it keep their order.
 */
import { LIMITS } from '../../core/limits.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** Pauses after the first failure, the second, and so on; together just under a day. */
export const RETRY_PAUSES_MS: readonly number[] = [
  5 * SECOND,
  30 * SECOND,
  2 * MINUTE,
  10 * MINUTE,
  30 * MINUTE,
  HOUR,
  2 * HOUR,
  4 * HOUR,
  6 * HOUR,
  6 * HOUR,
  4 * HOUR,
];
const RETRY_WINDOW_MS = 24 * HOUR;
/** Shortens each pause by a random share up to this, so that webhooks that failed together do not retry together. */
const JITTER = 0.2;

export interface FailedAttempt {
  /** Including this one. */
  readonly attempts: number;
  readonly triedSince: number;
  readonly now: number;
  /** The pause that the receiver asked for. */
  readonly retryAfterMs?: number | undefined;
  /** A random number from 0 to 1. */
  readonly random: number;
}

/** Returns undefined if this was the last attempt. */
export function nextAttemptAt({
  attempts,
  triedSince,
  now,
  retryAfterMs = 0,
  random,
}: FailedAttempt): number | undefined {
  const pause = RETRY_PAUSES_MS[attempts - 1];
  if (pause === undefined) return undefined;
  const at = now + Math.max(pause * (1 - JITTER * random), retryAfterMs);
  return at > triedSince + RETRY_WINDOW_MS ? undefined : Math.round(at);
}

const SILENT_PAUSES_MS: readonly number[] = [5 * SECOND, 10 * SECOND, 30 * SECOND, MINUTE];
const PAUSE_MS_MAX = 5 * MINUTE;

/**
 * Pause after this many failures in a row. If the first failure had a response, the message may be at fault, so the next one is
 * sent at once.
 */
export function toReceiverPause(failures: number, wasAnswered: boolean): number {
  if (failures === 1 && wasAnswered) return 0;
  return SILENT_PAUSES_MS[failures - 1] ?? PAUSE_MS_MAX;
}

const DIGITS = /^[0-9]{1,9}$/;

/** Parses seconds or a date into milliseconds from now. Ignores invalid values and limits the result. */
export function parseRetryAfterMs(text: string | undefined, now: number): number | undefined {
  if (text === undefined) return undefined;
  const waitMs = DIGITS.test(text) ? Number(text) * SECOND : Date.parse(text) - now;
  if (!(waitMs > 0)) return undefined;
  return Math.min(waitMs, LIMITS.webhookRetryAfterSecondsMax * SECOND);
}
