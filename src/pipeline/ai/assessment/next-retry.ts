/**
 * Decides when an incomplete AI run is repeated: after the day or month of the budget, or after pauses that grow from minutes to
 * hours while a provider fails. Failures that only a change of settings can fix wait for it.
 */
import { LIMITS } from '../../../core/limits.ts';
import type { Failure } from '../../../ai/model-answer.ts';
import type { EndedRun } from './ended-run.ts';

/** Returns null if only a change of settings helps, and undefined if nothing is left to do. */
export function nextRetryAt(
  { stop, failures, retryAfterSeconds }: EndedRun,
  { tries, nowMs }: { readonly tries: number; readonly nowMs: number },
): string | null | undefined {
  if (stop === 'day') return toTime(startOfNext(nowMs, 'day'));
  if (stop === 'month') return toTime(startOfNext(nowMs, 'month'));
  if (stop === 'auth') return null;
  if (stop === 'ai_disabled' || stop === 'opt_out') return undefined;
  if (failures.size === 0) return undefined;
  if (tries >= LIMITS.aiTriesMax || ![...failures].some((failure) => RETRYABLE.has(failure))) return null;
  const asked = Math.min(retryAfterSeconds * 1_000, LIMITS.aiPauseMsMax);
  return toTime(nowMs + Math.max(asked, retryPauseMs(tries)));
}

/** In milliseconds; the first try has the number 1. */
export function retryPauseMs(tries: number): number {
  return Math.min(LIMITS.aiFirstPauseMs * 2 ** Math.max(0, tries - 1), LIMITS.aiPauseMsMax);
}

/** A model that returns malformed output would probably cost the same again without a result. */
const RETRYABLE: ReadonlySet<Failure> = new Set(['provider_error', 'timeout', 'circuit_open', 'interrupted']);

/** In UTC, as budgets are. */
function startOfNext(nowMs: number, unit: 'day' | 'month'): number {
  const now = new Date(nowMs);
  const [year, month, day] = [now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate()];
  return unit === 'day' ? Date.UTC(year, month, day + 1) : Date.UTC(year, month + 1, 1);
}

function toTime(ms: number): string {
  return new Date(ms).toISOString();
}
