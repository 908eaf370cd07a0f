/** Something that can be unfolded. What is inside is made when it is opened first: a plan of hundreds of steps has a lot of it. */
import { useState, type ReactNode } from 'react';
import styles from './remediation.module.css';

export interface LazyDetailsProps {
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
