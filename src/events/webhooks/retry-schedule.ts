/**
 * When a message is tried again, and when a receiver is left alone. A message has its own pauses, which grow over a day. The
 * receiver has others: while it takes nothing, one message at a time is tried, so that one that hangs costs little, and the
 * messages behind it keep their order.
 */
import { LIMITS } from '../../core/limits.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** After the first failure, after the second, and so on; together just under a day. */
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
/** Chance makes a pause shorter by up to this share: those who failed together do not come back together. */
const JITTER = 0.2;

export interface Failed {
  /** With this one. */
  readonly attempts: number;
  readonly triedSince: number;
  readonly now: number;
  /** What the receiver asked for. */
  readonly retryAfterMs?: number | undefined;
  /** From 0 to 1. */
  readonly random: number;
}

/** Undefined: that was the last attempt. */
export function nextAttemptAt({ attempts, triedSince, now, retryAfterMs = 0, random }: Failed): number | undefined {
  const pause = RETRY_PAUSES_MS[attempts - 1];
  if (pause === undefined) return undefined;
  const at = now + Math.max(pause * (1 - JITTER * random), retryAfterMs);
  return at > triedSince + RETRY_WINDOW_MS ? undefined : Math.round(at);
}

const SILENT_PAUSES_MS: readonly number[] = [5 * SECOND, 10 * SECOND, 30 * SECOND, MINUTE];
const PAUSE_MS_MAX = 5 * MINUTE;

/** After so many failures in a row. One that was answered may be the fault of its message, so the next one is tried at once. */
export function pauseOfReceiver(failures: number, wasAnswered: boolean): number {
  if (failures === 1 && wasAnswered) return 0;
  return SILENT_PAUSES_MS[failures - 1] ?? PAUSE_MS_MAX;
}

const DIGITS = /^[0-9]{1,9}$/;

/** Seconds or a date, in milliseconds from now; what is no time is ignored, and nobody can make us wait for ever. */
export function readRetryAfter(text: string | undefined, now: number): number | undefined {
  if (text === undefined) return undefined;
  const waitMs = DIGITS.test(text) ? Number(text) * SECOND : Date.parse(text) - now;
  if (!(waitMs > 0)) return undefined;
  return Math.min(waitMs, LIMITS.webhookRetryAfterSecondsMax * SECOND);
}
