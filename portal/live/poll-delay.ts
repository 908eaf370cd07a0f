/** How often to look at an analysis that has not ended: eagerly at first, then with more and more patience. */
import type { WireAnalysis } from '../../src/api/contract/analysis.ts';
import { hasEnded, isWorkingOn } from '../wording/analysis-words.ts';

/** An answer that was on its way when the event came is older than the event. */
const SAFEGUARD_MS = 4_000;
const LATE_MS = 5_000;

export interface Watching {
  readonly watchedMs: number;
  /** A stream tells what happens; asking only guards against one that went silent. */
  readonly isLive: boolean;
}

/** False: no need to look again. Null stands for a version without any analysis: one may come. */
export function toPollDelay(
  analysis: Pick<WireAnalysis, 'status' | 'stages'> | null,
  { watchedMs, isLive }: Watching,
): number | false {
  if (analysis !== null && hasEnded(analysis.status)) return !isLive && isWorkingOn(analysis) && LATE_MS;
  if (isLive) return SAFEGUARD_MS;
  if (watchedMs < 10_000) return 1_000;
  return watchedMs < 70_000 ? 2_000 : 5_000;
}
