/** How often to look at an analysis that has not ended: eagerly at first, then with more and more patience. */
import type { WireAnalysis } from '../src/api/contract/analysis.ts';
import { hasEnded } from './wording/analysis-words.ts';

/** False: no need to look again. Null stands for a version without any analysis: one may come. */
export function toPollDelay(analysis: Pick<WireAnalysis, 'status'> | null, watchedMs: number): number | false {
  if (analysis !== null && hasEnded(analysis.status)) return false;
  if (watchedMs < 10_000) return 1_000;
  return watchedMs < 70_000 ? 2_000 : 5_000;
}
