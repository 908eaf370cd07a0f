/**
 * A dialog of the browser itself: it keeps the focus inside, closes with Escape, and gives the focus back to where it was. As a
 * drawer it stands at the right and fills a narrow window.
 */
import { IconX } from '@tabler/icons-react';
import { useEffect, useId, useRef, type ReactNode } from 'react';
import styles from './dialog.module.css';

export interface DialogProps {
  readonly title: ReactNode;
  readonly onClose: () => void;
  readonly children: ReactNode;
  readonly kind?: 'box' | 'drawer';
  /** Beside the title. */
  readonly tools?: ReactNode;
  /** Nothing but its own buttons ends it. */
  readonly isFirm?: boolean;
}

/** Open as long as it is rendered. */
export function Dialog({ title, onClose, children, kind = 'box', tools, isFirm = false }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  useEffect(() => {
    const element = dialog.current;
    // What had the focus may be gone when the dialog closes; then the heading of the page takes it.
    const opener = document.activeElement;
    element?.showModal();
    // What is read comes first, where nothing is to be typed.
    if (kind === 'drawer') element?.querySelector('h2')?.focus();
    return () => {
      element?.close();
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus();
    };
  }, [kind]);
  return (
    // A click beside the dialog closes it, as its button and Escape do.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions
    <dialog
      ref={dialog}
      className={`${styles.dialog} ${styles[kind]}`}
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault();
        if (!isFirm) onClose();
      }}
      onClick={(event) => {
        if (event.target === dialog.current && !isFirm) onClose();
      }}
    >
      <div className={styles.inside}>
        <div className={styles.head}>
          <h2 id={titleId} tabIndex={-1}>
            {title}
          </h2>
          {tools}
          {!isFirm && (
            <button type="button" className={styles.close} onClick={onClose} aria-label="Close">
              <IconX size={18} stroke={1.6} aria-hidden />
            </button>
          )}
        </div>
        <div className={styles.body}>{children}</div>
      </div>
    </dialog>
  );
}
