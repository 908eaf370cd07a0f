/** Where a page is and what it is about: breadcrumb, the one `h1`, and the title of the window. */
import { useEffect, type ReactNode } from 'react';
import { toVisibleText } from '../wording/visible-text.ts';
import styles from './page-head.module.css';

export interface PageHeadProps {
  /** Of the window; hostile text is made visible here. */
  readonly title: string;
  /** The pages above this one, each a list item. */
  readonly trail?: ReactNode;
  readonly children: ReactNode;
  /** Beside the heading. */
  readonly marks?: ReactNode;
  /** At the right. */
  readonly actions?: ReactNode;
}

export function PageHead({ title, trail, children, marks, actions }: PageHeadProps) {
  useEffect(() => {
    document.title = `${toVisibleText(title)} · Assay`;
  }, [title]);
  return (
    <div className={styles.head}>
      {trail !== undefined && (
        <nav aria-label="Breadcrumb">
          <ol className={styles.trail}>{trail}</ol>
        </nav>
      )}
      <div className={styles.row}>
        <h1 tabIndex={-1}>{children}</h1>
        {marks}
        {actions !== undefined && <div className={styles.actions}>{actions}</div>}
      </div>
    </div>
  );
}
