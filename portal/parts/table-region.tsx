/** A table scrolls inside its own region, which has a name and can be reached and scrolled with the keyboard. */
import type { ReactNode } from 'react';
import styles from './table-region.module.css';

export function TableRegion({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    // A region that scrolls must take the focus: otherwise a keyboard cannot reach what lies outside of the window.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <section className={styles.region} aria-label={label} tabIndex={0}>
      {children}
    </section>
  );
}
