/**
 * Burn-down chart of a plan: remaining findings by severity as columns, their risk as a line. Drawn without a chart library so
 * that the stop can be shown in the columns.
 */
import { SEVERITIES, type Severity } from '../../../src/core/vocabulary/severity.ts';
import { formatCount } from '../../text/format/counts.ts';
import { SEVERITY_LABELS } from '../../text/severities.ts';
import { ChartFrame } from '../../charts/chart-frame.tsx';
import {
  describeBurnDown,
  isNamed,
  isNumbered,
  thinPoints,
  toHeight,
  toRiskLine,
  type BurnDownPoint,
} from './burn-down-points.ts';
import { Table } from '../../parts/layout/table-region.tsx';
import styles from './burn-down.module.css';
import chartStyles from '../../charts/charts.module.css';

interface BurnDownProps {
  /** The current state, followed by the state after each step. */
  readonly points: readonly BurnDownPoint[];
  /** Number of steps the user chose to take. */
  readonly stop: number;
  readonly onStop: (steps: number) => void;
}

const COLUMNS_MAX = 60;
const LABELS_MAX = 15;
const NUMBERS_MAX = 30;

export function BurnDown({ points, stop, onStop }: BurnDownProps) {
  const severities = SEVERITIES.filter((severity) => points.some(({ bySeverity }) => bySeverity[severity] > 0));
  return (
    <ChartFrame
      sentence={describeBurnDown(points)}
      table={<PointTable points={points} severities={severities} />}
      legend={<Legend severities={severities} />}
    >
      <div className={styles.place}>
        <Columns points={points} stop={stop} onStop={onStop} severities={severities} />
      </div>
    </ChartFrame>
  );
}

interface ColumnsProps extends BurnDownProps {
  readonly severities: readonly Severity[];
}

function Columns({ points, stop, onStop, severities }: ColumnsProps) {
  const shown = thinPoints(points, COLUMNS_MAX, stop);
  const stopIndex = shown.findIndex(({ step }) => step === stop);
  const numbersOf = (index: number): string | undefined => {
    if (isNumbered(index, shown.length, stopIndex)) return '';
    return shown.length > NUMBERS_MAX ? undefined : styles.wide;
  };
  return (
    // The slider below offers the same to keyboard users.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions
    <div
      className={styles.columns}
      onClick={({ target }) => {
        const step =
          target instanceof Element ? target.closest<HTMLElement>('[data-step]')?.dataset['step'] : undefined;
        if (step !== undefined) onStop(Number(step));
      }}
    >
      {shown.map((point, index) => (
        <div
          key={point.step}
          className={`${styles.column} ${point.step > stop ? styles.beyond : ''} ${point.step === stop ? styles.stop : ''}`}
          data-step={point.step}
          title={toTitle(point)}
        >
          <div className={styles.room}>
            <ColumnNumber className={numbersOf(index)} count={point.findings} />
            {/* Least severe at the bottom, as in every chart. */}
            {severities.map((severity) => (
              <Part
                key={severity}
                className={chartStyles[severity]}
                share={toHeight(point.bySeverity[severity], points)}
              />
            ))}
          </div>
          <span className={styles.label}>{isNamed(index, shown.length, LABELS_MAX) && toLabel(point)}</span>
        </div>
      ))}
      <svg className={styles.risk} viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden>
        <polyline points={toRiskLine(shown)} vectorEffect="non-scaling-stroke" />
      </svg>
    </div>
  );
}

/** Renders no number if `className` is undefined, because there are too many columns. */
function ColumnNumber({ className, count }: { readonly className: string | undefined; readonly count: number }) {
  return <span className={`${styles.number} ${className ?? ''}`}>{className !== undefined && formatCount(count)}</span>;
}

function Part({ className, share }: { readonly className: string | undefined; readonly share: number }) {
  if (share <= 0) return null;
  return <div className={className} style={{ height: `${share * 100}%` }} />;
}

function toLabel({ step }: BurnDownPoint): string {
  return step === 0 ? 'Now' : formatCount(step);
}

function toTitle({ step, findings, risk }: BurnDownPoint): string {
  const when = step === 0 ? 'Now' : `After step ${formatCount(step)}`;
  return `${when}: ${formatCount(findings)} open, risk ${toRisk(risk)}`;
}

function toRisk(risk: number): string {
  return formatCount(Math.round(risk));
}

function Legend({ severities }: { readonly severities: readonly Severity[] }) {
  return (
    <ul className={chartStyles.legend} aria-label="Legend">
      {severities.map((severity) => (
        <li key={severity}>
          <span className={`${chartStyles.swatch} ${chartStyles[severity]}`} aria-hidden />
          {SEVERITY_LABELS[severity]}
        </li>
      ))}
      <li>
        <span className={styles.line} aria-hidden />
        Risk
      </li>
    </ul>
  );
}

function PointTable({ points, severities }: Pick<ColumnsProps, 'points' | 'severities'>) {
  return (
    <Table
      className={chartStyles.table}
      columns={['After step', 'Findings', ...severities.map((severity) => SEVERITY_LABELS[severity]), 'Risk']}
    >
      {points.map((point) => (
        <tr key={point.step}>
          <td>{toLabel(point)}</td>
          <td>{formatCount(point.findings)}</td>
          {severities.map((severity) => (
            <td key={severity}>{formatCount(point.bySeverity[severity])}</td>
          ))}
          <td>{toRisk(point.risk)}</td>
        </tr>
      ))}
    </Table>
  );
}
