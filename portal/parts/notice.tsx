/** One thing the reader has to know, in a box. Color never stands alone: a word in front says what kind of thing it is. */
import type { ReactNode } from 'react';
import styles from './notice.module.css';

export interface NoticeProps {
  readonly kind: 'good' | 'neutral' | 'doubtful' | 'bad';
  readonly children: ReactNode;
  /** Announced at once; for what just went wrong. */
  readonly urgent?: boolean;
}

const WORDS = { good: 'Checked:', neutral: '', doubtful: 'Note:', bad: 'Problem:' } as const;

export function Notice({ kind, children, urgent = false }: NoticeProps) {
  return (
    <div className={styles[kind]} role={urgent ? 'alert' : undefined}>
      {WORDS[kind] !== '' && <strong>{WORDS[kind]} </strong>}
      {children}
    </div>
  );
}
