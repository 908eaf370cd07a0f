/** Region that a table scrolls in. It has a name, and can be focused and scrolled by keyboard. */
import type { ReactNode } from 'react';
import styles from './table-region.module.css';

export function TableRegion({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    // A scroll region must be focusable; otherwise content outside the window cannot be reached by keyboard.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <section className={styles.region} aria-label={label} tabIndex={0}>
      {children}
    </section>
  );
}
