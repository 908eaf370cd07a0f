/** Open findings of a version by severity: the numbers of its tiles, with the total in the middle. */
import { lazy } from 'react';
import { SEVERITIES } from '../../src/core/vocabulary/severity.ts';
import type { WireFindingSummary } from '../../src/api/contract/findings/finding.ts';
import { ViewLink } from '../parts/navigation/view-link.tsx';
import { formatCount } from '../text/format/counts.ts';
import { SEVERITY_LABELS } from '../text/severities.ts';
import { ChartFrame } from './chart-frame.tsx';
import { describeSeverities } from './history-points.ts';
import styles from './charts.module.css';

const DonutChart = lazy(async () => ({ default: (await import('./donut-chart.tsx')).SeverityDonutChart }));

export function SeverityDonut({ total, bySeverity }: Pick<WireFindingSummary, 'total' | 'bySeverity'>) {
  const severities = SEVERITIES.filter((severity) => bySeverity[severity] > 0);
  return (
    <ChartFrame
      sentence={describeSeverities(total, bySeverity)}
      table={
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">Severity</th>
              <th scope="col">Findings</th>
            </tr>
          </thead>
          <tbody>
            {severities.map((severity) => (
              <tr key={severity}>
                <td>{SEVERITY_LABELS[severity]}</td>
                <td>
                  <ViewLink view={{ severity }}>{formatCount(bySeverity[severity])}</ViewLink>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      }
    >
      <DonutChart total={total} bySeverity={bySeverity} severities={severities} />
    </ChartFrame>
  );
}
