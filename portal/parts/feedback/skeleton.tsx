/** Blocks in the shape of content that is loading. Hidden for fast responses, with a message for slow ones. */
import { useEffect, useState, type ReactNode } from 'react';
import styles from './loading.module.css';

const SLOW_AFTER_MS = 5_000;

export function Skeleton({ children }: { readonly children: ReactNode }) {
  const [isSlow, setIsSlow] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIsSlow(true), SLOW_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <output className={styles.shape}>
      <span className={isSlow ? styles.slow : 'visually-hidden'}>{isSlow ? 'Still loading' : 'Loading'}</span>
      {children}
    </output>
  );
}

export function SkeletonBlock({ height }: { readonly height: string }) {
  return <span className={styles.block} style={{ height }} />;
}

/** Rows of a table or list. */
export function SkeletonRows({ rows }: { readonly rows: number }) {
  return (
    <span className={styles.rows}>
      {Array.from({ length: rows }, (_, row) => (
        <span key={row} className={styles.row} />
      ))}
    </span>
  );
}

interface SkeletonColumnsProps {
  readonly count: number;
  readonly height: string;
  /** Narrower columns wrap. */
  readonly minWidth: string;
}

/** Tiles, cards or sections side by side. */
export function SkeletonColumns({ count, height, minWidth }: SkeletonColumnsProps) {
  return (
    <span
      className={styles.columns}
      style={{ gridTemplateColumns: `repeat(auto-fit, minmax(min(100%, ${minWidth}), 1fr))` }}
    >
      {Array.from({ length: count }, (_, column) => (
        <SkeletonBlock key={column} height={height} />
      ))}
    </span>
  );
}
