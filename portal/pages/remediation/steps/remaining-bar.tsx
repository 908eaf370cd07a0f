/** Findings that remain after a step by severity: a thin bar whose length is the remaining share, with the number as text. */
import { SEVERITIES } from '../../../../src/core/vocabulary/severity.ts';
import type { WireRemainingCounts } from '../../../../src/api/contract/findings/remediation.ts';
import chartStyles from '../../../charts/charts.module.css';
import { describeRemaining } from '../text/plan-text.ts';
import styles from '../remediation.module.css';

export interface RemainingBarProps {
  readonly before: WireRemainingCounts;
  readonly after: WireRemainingCounts;
}

export function RemainingBar({ before, after }: RemainingBarProps) {
  const whole = Math.max(1, before.findings, after.findings);
  return (
    <div className={styles.remaining}>
      <span className={styles.bar} aria-hidden>
        {SEVERITIES.filter((severity) => after.bySeverity[severity] > 0).map((severity) => (
          <span
            key={severity}
            className={chartStyles[severity]}
            style={{ width: `${(after.bySeverity[severity] / whole) * 100}%` }}
          />
        ))}
      </span>
      <span className={styles.muted}>Remaining after this step: {describeRemaining(before, after)}</span>
    </div>
  );
}
