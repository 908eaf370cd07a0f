/** Section of a page with a heading, and actions at the right. Not a landmark, because its table is one. */
import type { ReactNode } from 'react';
import styles from './section.module.css';

interface SectionProps {
  readonly title: ReactNode;
  /** Target for links. */
  readonly id?: string;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

export function Section({ title, id, actions, children }: SectionProps) {
  return (
    <div className={styles.section}>
      <div className={styles.head}>
        <h2 id={id}>{title}</h2>
        {actions}
      </div>
      {children}
    </div>
  );
}
