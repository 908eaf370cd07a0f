/** How often to poll an analysis that has not ended: fast at first, then slower. */
import type { WireAnalysis } from '../../../src/api/contract/services/analysis.ts';
import { hasEnded, isWorkingOn } from '../../text/analysis/analysis-text.ts';

/** The response to a request that was pending when an event arrived may be older than the event. */
const SAFEGUARD_MS = 4_000;
const LATE_MS = 5_000;

export interface PollState {
  readonly watchedMs: number;
  /** A stream is connected, so polling only guards against a stream that went silent. */
  readonly isLive: boolean;
}

/** Returns false when polling can stop. Null stands for a version without an analysis: one may still come. */
export function toPollDelay(
  analysis: Pick<WireAnalysis, 'status' | 'stages'> | null,
  { watchedMs, isLive }: PollState,
): number | false {
  if (analysis !== null && hasEnded(analysis.status)) return !isLive && isWorkingOn(analysis) && LATE_MS;
  if (isLive) return SAFEGUARD_MS;
  if (watchedMs < 10_000) return 1_000;
  return watchedMs < 70_000 ? 2_000 : 5_000;
}
