/** Button that opens a small panel below it, such as a menu of links and buttons. Escape, a click outside and a link in it close it. */
import { useEffect, useRef, useState, type ReactNode } from 'react';
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
      details.current.querySelector('summary')?.focus();
    };
    // The header stays when a link opens another page.
    const onClick = ({ target }: MouseEvent): void => {
      if (target instanceof Element && details.current?.contains(target) === true && target.closest('a') !== null)
        close();
    };
    document.addEventListener('pointerdown', onPress);
    document.addEventListener('keydown', onKey);
    document.addEventListener('click', onClick);
    return () => {
      document.removeEventListener('click', onClick);
      document.removeEventListener('pointerdown', onPress);
      document.removeEventListener('keydown', onKey);
    };
  }, []);
  return (
    <details ref={details} className={styles.disclosure}>
      {/* The click comes before the opening, so that the next key already finds the panel filled. */}
      <summary aria-label={name} title={name} onClick={() => setWasOpened(true)}>
        {label}
      </summary>
      <div className={`${styles.panel} ${styles[align]}`}>{wasOpened && children}</div>
    </details>
  );
}
