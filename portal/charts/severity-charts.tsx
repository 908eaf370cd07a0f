/** Number of findings by severity, as lazily loaded charts and as tables. */
import { Link, useNavigate } from '@tanstack/react-router';
import { lazy } from 'react';
import { SEVERITIES, type Severity } from '../../src/core/vocabulary/severity.ts';
import type { WireFindingSummary } from '../../src/api/contract/findings/finding.ts';
import { ViewLink } from '../parts/navigation/view-link.tsx';
import { UntrustedText } from '../parts/values/untrusted-text.tsx';
import { formatCount } from '../text/format/counts.ts';
import { SEVERITY_LABELS } from '../text/severities.ts';
import { ChartFrame } from './chart-frame.tsx';
import { describeHistory, describeSeverities, type HistoryPoint } from './history-points.ts';
import { Table } from '../parts/layout/table-region.tsx';
import styles from './charts.module.css';

const HistoryChart = lazy(async () => ({ default: (await import('./library-charts.tsx')).HistoryChart }));
const DonutChart = lazy(async () => ({ default: (await import('./library-charts.tsx')).SeverityDonutChart }));

interface SeverityHistoryProps {
  readonly service: string;
  readonly by: 'version' | 'time';
  /** At least two. */
  readonly points: readonly HistoryPoint[];
  readonly height?: number;
}

/** Findings of a service by version or by day. */
export function SeverityHistory({ service, by, points, height = 220 }: SeverityHistoryProps) {
  const navigate = useNavigate();
  const severities = SEVERITIES.filter((severity) => points.some(({ bySeverity }) => bySeverity[severity] > 0));
  return (
    <ChartFrame
      sentence={describeHistory(points, by)}
      table={<HistoryTable service={service} by={by} points={points} severities={severities} />}
      legend={<Legend service={service} last={points.at(-1)} severities={severities} />}
      height={height}
    >
      <HistoryChart
        points={points}
        severities={severities}
        height={height}
        onOpen={({ version }) =>
          void navigate({ to: '/services/$service/versions/$version', params: { service, version } })
        }
      />
    </ChartFrame>
  );
}

interface LegendProps {
  readonly service: string;
  readonly last: HistoryPoint | undefined;
  readonly severities: readonly Severity[];
}

/** Names the colors and links the numbers of the last point to their lists. */
function Legend({ service, last, severities }: LegendProps) {
  if (last === undefined) return null;
  return (
    <ul className={styles.legend} aria-label={`Findings in ${last.version} by severity`}>
      {severities.map((severity) => (
        <li key={severity}>
          <span className={`${styles.swatch} ${styles[severity]}`} aria-hidden />
          <Link
            to="/services/$service/versions/$version"
            params={{ service, version: last.version }}
            search={{ severity }}
          >
            {SEVERITY_LABELS[severity]} {formatCount(last.bySeverity[severity])}
          </Link>
        </li>
      ))}
    </ul>
  );
}

interface HistoryTableProps extends Pick<SeverityHistoryProps, 'service' | 'by' | 'points'> {
  readonly severities: readonly Severity[];
}

/** Newest first, as in every list. */
function HistoryTable({ service, by, points, severities }: HistoryTableProps) {
  return (
    <Table
      className={styles.table}
      columns={[
        ...(by === 'time' ? ['Day'] : []),
        'Version',
        ...severities.map((severity) => SEVERITY_LABELS[severity]),
        'Total',
      ]}
    >
      {points.toReversed().map(({ key, label, version, total, bySeverity }) => (
        <tr key={key}>
          {by === 'time' && <td>{label}</td>}
          <td>
            <Link to="/services/$service/versions/$version" params={{ service, version }}>
              <UntrustedText text={version} charactersMax={40} />
            </Link>
          </td>
          {severities.map((severity) => (
            <td key={severity}>{formatCount(bySeverity[severity])}</td>
          ))}
          <td>{formatCount(total)}</td>
        </tr>
      ))}
    </Table>
  );
}

/** Open findings of a version: the numbers of its tiles, with the total in the middle. */
export function SeverityDonut({ total, bySeverity }: Pick<WireFindingSummary, 'total' | 'bySeverity'>) {
  const severities = SEVERITIES.filter((severity) => bySeverity[severity] > 0);
  return (
    <ChartFrame
      sentence={describeSeverities(total, bySeverity)}
      table={
        <Table className={styles.table} columns={['Severity', 'Findings']}>
          {severities.map((severity) => (
            <tr key={severity}>
              <td>{SEVERITY_LABELS[severity]}</td>
              <td>
                <ViewLink view={{ severity }}>{formatCount(bySeverity[severity])}</ViewLink>
              </td>
            </tr>
          ))}
        </Table>
      }
    >
      <DonutChart total={total} bySeverity={bySeverity} severities={severities} />
    </ChartFrame>
  );
}
