/** Placeholder for content that is loading. Shows nothing for fast responses, and a message for slow ones. */
import { useEffect, useState } from 'react';
import { Problem } from './problem.tsx';
import styles from './loading.module.css';

const SLOW_AFTER_MS = 5_000;

export function Loading({ rows = 3 }: { readonly rows?: number }) {
  const [isSlow, setIsSlow] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIsSlow(true), SLOW_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <output className={styles.place}>
      <span className={isSlow ? styles.slow : 'visually-hidden'}>{isSlow ? 'Still loading' : 'Loading'}</span>
      {Array.from({ length: rows }, (_, row) => (
        <span key={row} className={styles.row} />
      ))}
    </output>
  );
}

interface LoadingOrProblemProps {
  /** Undefined until it is loaded. */
  readonly data: unknown;
  readonly error: Error | null;
  readonly rows: number;
}

/** Above the content of a query, which is shown once it is loaded. */
export function LoadingOrProblem({ data, error, rows }: LoadingOrProblemProps) {
  if (error !== null) return <Problem error={error} />;
  return data === undefined ? <Loading rows={rows} /> : null;
}
