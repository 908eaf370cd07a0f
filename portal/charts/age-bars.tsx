/** Bar chart of the median age of open findings and the median time to resolve, by severity, with the numbers on the bars. */
import type { WireServiceAges } from '../../src/api/contract/history/history.ts';
import { formatCount } from '../text/format/counts.ts';
import { SEVERITY_LABELS } from '../text/severities.ts';
import { ChartFrame } from './chart-frame.tsx';
import { describeAges, toDays } from './change-points.ts';
import { Table } from '../parts/layout/table-region.tsx';
import styles from './age-bars.module.css';
import tableStyles from './charts.module.css';

type Ages = WireServiceAges['bySeverity'][number];

export function AgeBars({ ages }: { readonly ages: WireServiceAges }) {
  const longest = Math.max(
    0.1,
    ...ages.bySeverity.flatMap(({ openDaysMedian, fixDaysMedian }) => [openDaysMedian ?? 0, fixDaysMedian ?? 0]),
  );
  return (
    <ChartFrame sentence={describeAges(ages)} table={<AgeTable ages={ages.bySeverity} />} legend={<Legend />}>
      <div className={styles.rows}>
        {ages.bySeverity.map(({ severity, openDaysMedian, fixDaysMedian }) => (
          <div key={severity} className={styles.row}>
            <span className={styles.severity}>{SEVERITY_LABELS[severity]}</span>
            <Bar className={styles.open} days={openDaysMedian} longest={longest} />
            <Bar className={styles.fixed} days={fixDaysMedian} longest={longest} />
          </div>
        ))}
      </div>
    </ChartFrame>
  );
}

interface BarProps {
  readonly className: string | undefined;
  readonly days: number | null;
  readonly longest: number;
}

function Bar({ className, days, longest }: BarProps) {
  if (days === null) return <span className={styles.none}>none</span>;
  return (
    <span className={styles.bar}>
      <span className={className} style={{ width: `${Math.max(0.5, (days / longest) * 75)}%` }} />
      {toDays(days)}
    </span>
  );
}

function Legend() {
  return (
    <ul className={tableStyles.legend} aria-label="Legend">
      <li>
        <span className={`${styles.swatch} ${styles.open}`} aria-hidden /> Open: median age
      </li>
      <li>
        <span className={`${styles.swatch} ${styles.fixed}`} aria-hidden /> Fixed: median time to fix
      </li>
    </ul>
  );
}

function AgeTable({ ages }: { readonly ages: readonly Ages[] }) {
  return (
    <Table className={tableStyles.table} columns={['Severity', 'Open', 'Median age', 'Fixed', 'Median time to fix']}>
      {ages.map(({ severity, open, openDaysMedian, resolved, fixDaysMedian }) => (
        <tr key={severity}>
          <td>{SEVERITY_LABELS[severity]}</td>
          <td>{formatCount(open)}</td>
          <td>{openDaysMedian === null ? '–' : toDays(openDaysMedian)}</td>
          <td>{formatCount(resolved)}</td>
          <td>{fixDaysMedian === null ? '–' : toDays(fixDaysMedian)}</td>
        </tr>
      ))}
    </Table>
  );
}
