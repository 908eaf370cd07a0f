/** A notice in a box. Its kind is shown as a word, not by color alone. */
import type { ReactNode } from 'react';
import styles from './notice.module.css';

interface NoticeProps {
  readonly kind: 'good' | 'neutral' | 'doubtful' | 'bad';
  readonly children: ReactNode;
  /** Announced at once; for errors that just occurred. */
  readonly urgent?: boolean;
}

const KIND_LABELS = { good: 'Checked:', neutral: '', doubtful: 'Note:', bad: 'Error:' } as const;

export function Notice({ kind, children, urgent = false }: NoticeProps) {
  return (
    <div className={styles[kind]} role={urgent ? 'alert' : undefined}>
      {KIND_LABELS[kind] !== '' && <strong>{KIND_LABELS[kind]} </strong>}
      {children}
    </div>
  );
}
