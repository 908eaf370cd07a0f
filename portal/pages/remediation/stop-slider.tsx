/** Slider for the number of steps to take, and the result before and after them. */
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useId, useRef, useState } from 'react';
import { SEVERITIES } from '../../../src/core/vocabulary/severity.ts';
import type { BurnDownPoint } from './burn-down-points.ts';
import { ScrollingTable } from '../../parts/layout/table-region.tsx';
import { formatCount } from '../../text/format/counts.ts';
import { describeStop } from './text/plan-text.ts';
import { SEVERITY_LABELS } from '../../text/severities.ts';
import styles from './remediation.module.css';

const PAUSE_MS = 200;

/** The stop from the URL. While the user moves the slider, it is ahead of the URL, which is updated when the movement pauses. */
export function useStop(requested: number | undefined, count: number): readonly [number, (steps: number) => void] {
  const navigate = useNavigate();
  const [moved, setMoved] = useState<number>();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const move = (steps: number): void => {
    setMoved(steps);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      const stop = steps === count ? undefined : steps;
      void navigate({ to: '.', search: (view) => ({ ...view, stop }), replace: true, resetScroll: false }).then(() =>
        setMoved(undefined),
      );
    }, PAUSE_MS);
  };
  return [Math.min(moved ?? requested ?? count, count), move];
}

interface StopSliderProps {
  readonly points: readonly BurnDownPoint[];
  readonly stop: number;
  readonly onStop: (steps: number) => void;
}

export function StopSlider({ points, stop, onStop }: StopSliderProps) {
  const id = useId();
  const count = points.length - 1;
  const [before] = points;
  const after = points[stop];
  if (before === undefined || after === undefined) return null;
  const text = describeStop({ steps: stop, of: count, before, after });
  return (
    <div className={styles.stopPanel}>
      <label htmlFor={id}>Stop after step {formatCount(stop)}</label>
      <input
        id={id}
        type="range"
        min={0}
        max={count}
        step={1}
        value={stop}
        aria-valuetext={text}
        onChange={(event) => onStop(Number(event.currentTarget.value))}
      />
      <p>
        <b>{text}</b>
      </p>
      <BeforeAfter before={before} after={after} />
    </div>
  );
}

function BeforeAfter({ before, after }: { readonly before: BurnDownPoint; readonly after: BurnDownPoint }) {
  const severities = SEVERITIES.filter((severity) => before.bySeverity[severity] + after.bySeverity[severity] > 0);
  return (
    <ScrollingTable label="Before and after" className={styles.counts} columns={['Open', 'Current', 'After']}>
      {severities.map((severity) => (
        <tr key={severity}>
          <th scope="row">{SEVERITY_LABELS[severity]}</th>
          <td>{formatCount(before.bySeverity[severity])}</td>
          <td>{formatCount(after.bySeverity[severity])}</td>
        </tr>
      ))}
      <tr>
        <th scope="row">Total</th>
        <td>{formatCount(before.findings)}</td>
        <td>{formatCount(after.findings)}</td>
      </tr>
      <tr>
        <th scope="row">Risk</th>
        <td>{formatCount(Math.round(before.risk))}</td>
        <td>{formatCount(Math.round(after.risk))}</td>
      </tr>
    </ScrollingTable>
  );
}
