/**
 * Decides the color of a result. Green requires an analysis completed without gaps, all images uploaded, nearly all components
 * checked, complete and fresh data, and no open findings. Anything that makes zero findings less meaningful is amber.
 */
import type { WireFindingSummary } from '../../../src/api/contract/findings/finding.ts';
import type { AnalysisStatus } from '../../../src/core/vocabulary/analysis.ts';

type ResultQuality = 'good' | 'neutral' | 'doubtful' | 'unknown';

const CHECKED_SHARE_MIN = 0.95;

export function rateResult(summary: WireFindingSummary, status: AnalysisStatus | undefined): ResultQuality {
  const { coverage, data, total, hidden, notUploaded } = summary;
  if (coverage === null) return 'unknown';
  const isWhole =
    isWellCovered(coverage) && notUploaded.length === 0 && data.state === 'ready' && data.newestRecordAt !== null;
  // Zero findings is less meaningful if vulnerabilities without a fix are not reported.
  const isZeroWeak = total === 0 && coverage.fixedIssuesOnly > 0;
  if (!isWhole || isZeroWeak || status === 'completed_with_warnings' || status === 'failed') return 'doubtful';
  return total === 0 && hidden === 0 && status === 'completed' ? 'good' : 'neutral';
}

export function isWellCovered({ components, checked }: { components: number; checked: number }): boolean {
  return components > 0 && checked / components >= CHECKED_SHARE_MIN;
}

/** Before that, zero findings would mean nothing. */
export function hasChecked({ coverage, total }: WireFindingSummary): boolean {
  return coverage !== null && (coverage.checked > 0 || total > 0);
}
