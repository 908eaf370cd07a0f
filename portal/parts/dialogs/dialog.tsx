/**
 * Dialog based on the native element, which traps the focus, closes on Escape, and restores the focus. A drawer is placed at the
 * right and fills a narrow window.
 */
import { IconX } from '@tabler/icons-react';
import { useEffect, useId, useRef, type ReactNode } from 'react';
import styles from './dialog.module.css';

interface DialogProps {
  readonly title: ReactNode;
  readonly onClose: () => void;
  readonly children: ReactNode;
  readonly kind?: 'box' | 'drawer';
  /** Next to the title. */
  readonly tools?: ReactNode;
  /** Only its own buttons close it. */
  readonly isFirm?: boolean;
}

/** Open while it is rendered. */
export function Dialog({ title, onClose, children, kind = 'box', tools, isFirm = false }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  useEffect(() => {
    const element = dialog.current;
    // The element that had the focus may be gone when the dialog closes; then the heading of the page gets it.
    const opener = document.activeElement;
    const root = document.documentElement;
    root.toggleAttribute('data-scrollable', root.scrollHeight > root.clientHeight);
    element?.showModal();
    // Without a field to type into, the focus starts at the heading.
    if (kind === 'drawer') element?.querySelector('h2')?.focus();
    return () => {
      element?.close();
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus();
    };
  }, [kind]);
  return (
    // A click outside the dialog closes it, as do its button and Escape.
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
