/** A part of a page under its own heading, with what can be done with it at the right. No landmark: its table is one. */
import type { ReactNode } from 'react';
import styles from './section.module.css';

export interface SectionProps {
  readonly title: ReactNode;
  /** So that a link can lead to it. */
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
