/** Links to the parts of a page. On a narrow screen they scroll sideways, and the open one is scrolled into view. */
import { useEffect, useRef, type ReactNode } from 'react';
import styles from './tabs.module.css';

interface TabsProps {
  readonly label: string;
  /** The open tab; its link has `aria-current`. */
  readonly open: string;
  /** `li` elements, each with a link. */
  readonly children: ReactNode;
}

export function Tabs({ label, open, children }: TabsProps) {
  const nav = useRef<HTMLElement>(null);
  useEffect(() => {
    const link = nav.current?.querySelector('[aria-current="page"]');
    if (nav.current === null || !link) return;
    const [place, own] = [nav.current.getBoundingClientRect(), link.getBoundingClientRect()];
    // Scrolls sideways only, not the page.
    nav.current.scrollLeft += own.left - place.left - (place.width - own.width) / 2;
  }, [open]);
  return (
    <nav ref={nav} aria-label={label} className={styles.tabs}>
      <ul>{children}</ul>
    </nav>
  );
}
