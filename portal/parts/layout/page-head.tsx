/** Head of a page: breadcrumb, the only `h1`, and the window title. */
import { Link } from '@tanstack/react-router';
import { useEffect, type ReactNode } from 'react';
import { toVisibleText } from '../../text/untrusted/visible-text.ts';
import { UntrustedText } from '../values/untrusted-text.tsx';
import styles from './page-head.module.css';

interface PageHeadProps {
  /** Window title. Invisible characters are made visible here. */
  readonly title: string;
  /** Ancestor pages, each a list item. */
  readonly trail?: ReactNode;
  readonly children: ReactNode;
  /** Next to the heading. */
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

/** Ancestors of a page about a service. */
export function ServiceTrail({ service }: { readonly service: string }) {
  return (
    <>
      <li>
        <Link to="/services">Services</Link>
      </li>
      <li>
        <Link to="/services/$service" params={{ service }}>
          <UntrustedText text={service} />
        </Link>
      </li>
    </>
  );
}
