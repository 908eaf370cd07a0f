/**
 * Button that opens a small panel below it, such as a menu of links and buttons. Escape, a click outside, a link in it, and a button in
 * it that opens a dialog close it.
 */
import { useEffect, useRef, useState, type MouseEvent, type ReactNode } from 'react';
import styles from './disclosure.module.css';

interface DisclosureProps {
  readonly label: ReactNode;
  /** Accessible name, if the label alone is not clear. */
  readonly name?: string;
  readonly align?: 'start' | 'end';
  readonly children: ReactNode;
}

export function Disclosure({ label, name, align = 'start', children }: DisclosureProps) {
  const details = useRef<HTMLDetailsElement>(null);
  // Some panels are larger than the page behind them, and most are never opened.
  const [wasOpened, setWasOpened] = useState(false);
  useEffect(() => {
    const close = (): void => {
      if (details.current !== null) details.current.open = false;
    };
    const onPress = ({ target }: PointerEvent): void => {
      if (target instanceof Node && details.current?.contains(target) === false) close();
    };
    const onKey = (event: KeyboardEvent): void => {
      if (event.key !== 'Escape' || details.current?.open !== true) return;
      event.preventDefault();
      close();
      focusSummary(details.current);
    };
    document.addEventListener('pointerdown', onPress);
    document.addEventListener('keydown', onKey);
    return () => {
      document.removeEventListener('pointerdown', onPress);
      document.removeEventListener('keydown', onKey);
    };
  }, []);
  const onChoose = ({ target }: MouseEvent): void => {
    if (details.current === null || !(target instanceof Element)) return;
    const chosen = target.closest('a, [aria-haspopup="dialog"]');
    // The header stays when a link opens another page.
    if (chosen !== null) details.current.open = false;
    // Before the dialog opens, so that it returns the focus to the summary: an element of a closed panel cannot have it.
    if (chosen?.ariaHasPopup === 'dialog') focusSummary(details.current);
  };
  return (
    <details ref={details} className={styles.disclosure}>
      {/* The click comes before the opening, so that the next key already finds the panel filled. */}
      <summary aria-label={name} title={name} onClick={() => setWasOpened(true)}>
        {label}
      </summary>
      <div className={`${styles.panel} ${styles[align]}`} onClickCapture={onChoose}>
        {wasOpened && children}
      </div>
    </details>
  );
}

function focusSummary(details: HTMLDetailsElement): void {
  details.querySelector('summary')?.focus();
}
