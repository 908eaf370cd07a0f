/**
 * Open findings or risk of all services by day. Drawn without a chart library, because the start page shows it: the library is
 * larger than the page.
 */
import { PathLink } from '../parts/navigation/path-link.tsx';
import { Table } from '../parts/layout/table-region.tsx';
import { formatCount } from '../text/format/counts.ts';
import { SEVERITY_LABELS } from '../text/severities.ts';
import { ChartFrame } from './chart-frame.tsx';
import {
  describeTrend,
  toAreas,
  topOf,
  toPlaces,
  trimTrend,
  TREND_HEIGHT,
  TREND_WIDTH,
  valueOf,
  type TrendOf,
  type TrendPoint,
} from './trend-points.ts';
import styles from './trend-chart.module.css';
import chartStyles from './charts.module.css';

interface TrendChartProps {
  readonly points: readonly TrendPoint[];
  readonly of: TrendOf;
}

export function TrendChart({ points: all, of }: TrendChartProps) {
  const points = trimTrend(all);
  const values = points.map((point) => valueOf(point, of));
  const top = topOf(values);
  return (
    <ChartFrame
      sentence={describeTrend(points, of)}
      table={<TrendTable points={points} />}
      legend={of === 'findings' && <Legend last={points.at(-1)} />}
    >
      <div className={styles.chart}>
        <div className={styles.scale}>
          {[top, top / 2, 0].map((value) => (
            <span key={value}>{formatCount(value)}</span>
          ))}
        </div>
        <svg viewBox={`0 0 ${TREND_WIDTH} ${TREND_HEIGHT}`} preserveAspectRatio="none" className={styles.drawing}>
          {[0, TREND_HEIGHT / 2, TREND_HEIGHT].map((y) => (
            <line key={y} x1={0} x2={TREND_WIDTH} y1={y} y2={y} className={styles.grid} />
          ))}
          {of === 'findings' ? (
            toAreas(points, top).map(({ severity, path }) => (
              <path key={severity} d={path} className={styles[severity]} />
            ))
          ) : (
            <path d={`M${toPlaces(values, top).join('L')}`} className={styles.line} />
          )}
        </svg>
        <div className={styles.days}>
          <span>{points[0]?.day}</span>
          <span>Today</span>
        </div>
      </div>
    </ChartFrame>
  );
}

/** Names the colors, and links today's numbers to their lists. */
function Legend({ last }: { readonly last: TrendPoint | undefined }) {
  if (last === undefined) return null;
  return (
    <ul className={chartStyles.legend} aria-label="Open findings by severity">
      {toAreas([last], 1).map(({ severity }) => (
        <li key={severity}>
          <span className={`${chartStyles.swatch} ${chartStyles[severity]}`} aria-hidden />
          <PathLink path={`/vulnerabilities?group=none&severity=${severity}`}>
            {SEVERITY_LABELS[severity]} {formatCount(last.bySeverity[severity])}
          </PathLink>
        </li>
      ))}
    </ul>
  );
}

/** Newest first, as in every list. */
function TrendTable({ points }: Pick<TrendChartProps, 'points'>) {
  return (
    <Table className={chartStyles.table} columns={['Day', 'Open findings', 'Critical', 'High', 'Risk']}>
      {points.toReversed().map(({ day, total, bySeverity, risk }) => (
        <tr key={day}>
          <td>{day}</td>
          <td>{formatCount(total)}</td>
          <td>{formatCount(bySeverity.critical)}</td>
          <td>{formatCount(bySeverity.high)}</td>
          <td>{formatCount(Math.round(risk))}</td>
        </tr>
      ))}
    </Table>
  );
}
