import type { Coverage } from '../../core/history/coverage.ts';
import type { WireCoverage } from '../contract/findings/finding.ts';

export function toWireCoverage(coverage: Coverage): WireCoverage {
  const { notChecked, fixedIssuesOnlyByRelease } = coverage;
  return {
    ...coverage,
    notChecked: [...notChecked],
    fixedIssuesOnlyByRelease: [...fixedIssuesOnlyByRelease],
  };
}
