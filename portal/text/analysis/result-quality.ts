/**
 * Decides the color of a result. Green requires an analysis completed without gaps, all images uploaded, nearly all components
 * checked, complete and fresh data, and no open findings. Anything that makes zero findings less meaningful is amber.
 */
import type { WireFindingSummary } from '../../../src/api/contract/findings/finding.ts';
import type { AnalysisStatus } from '../../../src/core/vocabulary/analysis.ts';

type ResultQuality = 'good' | 'neutral' | 'doubtful' | 'unknown';

const CHECKED_SHARE_MIN = 0.95;
const DATA_AGE_MAX_MS = 7 * 24 * 60 * 60_000;

export function rateResult(
  summary: WireFindingSummary,
  status: AnalysisStatus | undefined,
  nowMs: number,
): ResultQuality {
  const { coverage, data, total, hidden, notUploaded } = summary;
  if (coverage === null) return 'unknown';
  const isWhole = isWellCovered(coverage) && notUploaded.length === 0 && data.state === 'ready' && isFresh(data, nowMs);
  // Zero findings is less meaningful if vulnerabilities without a fix are not reported.
  const isZeroWeak = total === 0 && coverage.fixedIssuesOnly > 0;
  if (!isWhole || isZeroWeak || status === 'completed_with_warnings' || status === 'failed') return 'doubtful';
  return total === 0 && hidden === 0 && status === 'completed' ? 'good' : 'neutral';
}

export function isWellCovered({ components, checked }: { components: number; checked: number }): boolean {
  return components > 0 && checked / components >= CHECKED_SHARE_MIN;
}

/** A mirror that is no longer updated syncs without errors; only the newest record shows its age. */
export function isFresh(
  { newestRecordAt }: Pick<WireFindingSummary['data'], 'newestRecordAt'>,
  nowMs: number,
): boolean {
  return newestRecordAt !== null && nowMs - Date.parse(newestRecordAt) <= DATA_AGE_MAX_MS;
}

/** Before that, zero findings would mean nothing. */
export function hasChecked({ coverage, total }: WireFindingSummary): boolean {
  return coverage !== null && (coverage.checked > 0 || total > 0);
}
