/**
 * Frame around every chart: a sentence that describes it, a table with the same numbers, and a placeholder while the chart code
 * loads. The page is complete without the chart.
 */
import { useQuery } from '@tanstack/react-query';
import { Suspense, useState, type ReactNode } from 'react';
import { TableRegion } from '../parts/layout/table-region.tsx';
import { readiness } from '../queries/organization/readiness.ts';
import styles from './charts.module.css';

interface ChartFrameProps {
  readonly sentence: string;
  /** The same numbers as table rows. */
  readonly table: ReactNode;
  readonly legend?: ReactNode;
  /** Of the chart, reserved before its code has loaded, so that nothing below it moves. */
  readonly height?: number;
  readonly children: ReactNode;
}

export function ChartFrame({ sentence, table, legend, height, children }: ChartFrameProps) {
  const [isTable, setIsTable] = useState(false);
  // The chart does not include advisories published since the data went stale.
  const isStale = useQuery(readiness()).data?.advisories.state === 'stale';
  return (
    <div className={styles.frame}>
      <div className={styles.top}>
        <p className={styles.sentence}>
          {sentence}
          {isStale && ' The advisory data is outdated.'}
        </p>
        <button type="button" className={styles.toggle} aria-pressed={isTable} onClick={() => setIsTable(!isTable)}>
          {isTable ? 'Show as chart' : 'Show as table'}
        </button>
      </div>
      {isTable ? (
        <TableRegion label={`Table: ${sentence}`}>{table}</TableRegion>
      ) : (
        <>
          {/* The chart consists of many elements, so none of them can be an <img>. */}
          {/* oxlint-disable-next-line jsx-a11y/prefer-tag-over-role */}
          <div role="img" aria-label={sentence} className={styles.picture}>
            <Suspense fallback={<div style={{ height }} />}>{children}</Suspense>
          </div>
          {legend}
        </>
      )}
    </div>
  );
}
