/** Texts for the mean time to remediate. */
import type { WireRemediationTime } from '../../src/api/contract/findings/remediation.ts';
import { toDays } from './change-points.ts';
import { countOf, formatCount } from '../text/format/counts.ts';
import { SEVERITY_LABELS } from '../text/severities.ts';

/** `Mean time to remediate: critical 3.2 days (12 findings), high 10 days (1).`; undefined if there is none yet. */
export function describeRemediationTimes(times: readonly WireRemediationTime[]): string | undefined {
  if (times.length === 0) return undefined;
  const parts = times.map(
    ({ severity, count, meanDays }, index) =>
      `${SEVERITY_LABELS[severity].toLowerCase()} ${toDays(meanDays)} (${index === 0 ? countOf(count, 'finding') : formatCount(count)})`,
  );
  return `Mean time to remediate: ${parts.join(', ')}.`;
}
