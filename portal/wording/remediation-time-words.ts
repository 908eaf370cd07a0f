/** How long it took until findings were remedied, in one sentence. */
import type { WireRemediationTime } from '../../src/api/contract/remediation.ts';
import { toDays } from '../charts/change-words.ts';
import { countOf, formatCount } from './counts.ts';
import { SEVERITY_WORDS } from './severities.ts';

/** `Mean time to remediate: critical 3.2 days (12 findings), high 10 days (1).`; undefined where nothing was yet. */
export function describeRemediationTimes(times: readonly WireRemediationTime[]): string | undefined {
  if (times.length === 0) return undefined;
  const parts = times.map(
    ({ severity, count, meanDays }, index) =>
      `${SEVERITY_WORDS[severity].toLowerCase()} ${toDays(meanDays)} (${index === 0 ? countOf(count, 'finding') : formatCount(count)})`,
  );
  return `Mean time to remediate: ${parts.join(', ')}.`;
}
