/** Charts of a version: findings compared with neighboring versions, and findings by severity. */
import { useQuery } from '@tanstack/react-query';
import type { WireFindingSummary } from '../../../src/api/contract/findings/finding.ts';
import { toVersionPoints } from '../../charts/history-points.ts';
import { SeverityDonut } from '../../charts/severity-donut.tsx';
import { SeverityHistory } from '../../charts/severity-history.tsx';
import { serviceHistory } from '../../queries/services/service-history.ts';
import type { VersionAddress } from '../../queries/services/versions.ts';
import { hasChecked } from '../../text/analysis/result-quality.ts';
import styles from './version-charts.module.css';

export interface VersionChartsProps {
  readonly address: VersionAddress;
  /** Without filters. */
  readonly summary: WireFindingSummary;
}

export function VersionCharts({ address, summary }: VersionChartsProps) {
  const history = useQuery(serviceHistory(address.service)).data;
  const points = history === undefined ? [] : toVersionPoints(history);
  return (
    <div className={styles.charts}>
      {points.length >= 2 && <SeverityHistory service={address.service} by="version" points={points} height={180} />}
      {history !== undefined && points.length < 2 && (
        <p className={styles.muted}>History starts with the next version.</p>
      )}
      {hasChecked(summary) && summary.total > 0 && (
        <SeverityDonut total={summary.total} bySeverity={summary.bySeverity} />
      )}
    </div>
  );
}
