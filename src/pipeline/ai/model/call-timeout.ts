/** The timeout of calls to a model. A model on a small machine needs minutes for an answer that another one gives in seconds. */
import { LIMITS } from '../../../core/limits.ts';

/** Answers differ in length, so the slowest of the last ones is not the slowest possible. */
const MARGIN = 3;

/** Returns at least the configured timeout, and more for an endpoint whose attempts took longer before. */
export function toCallTimeoutMs(configuredMs: number, attemptsMs: readonly number[]): number {
  const slowestMs = Math.max(0, ...attemptsMs);
  return Math.max(configuredMs, Math.min(Math.ceil(MARGIN * slowestMs), LIMITS.aiTimeoutMsMax));
}
