/** Collapsible section. Its content is rendered when it is first opened, because a plan may have hundreds of steps. */
import { useState, type ReactNode } from 'react';
import styles from '../remediation.module.css';

interface LazyDetailsProps {
  readonly summary: ReactNode;
  readonly children: () => ReactNode;
}

export function LazyDetails({ summary, children }: LazyDetailsProps) {
  const [wasOpened, setWasOpened] = useState(false);
  return (
    <details
      className={styles.details}
      onToggle={({ currentTarget }) => {
        if (currentTarget.open) setWasOpened(true);
      }}
    >
      <summary>{summary}</summary>
      {wasOpened && <div className={styles.unfolded}>{children()}</div>}
    </details>
  );
}
