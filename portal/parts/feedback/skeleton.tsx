/** Blocks in the shape of content that is loading. Announced once, and hidden for fast responses. */
import type { ReactNode } from 'react';
import styles from './loading.module.css';

export function Skeleton({ children }: { readonly children: ReactNode }) {
  return (
    <output className={styles.shape}>
      <span className="visually-hidden">Loading</span>
      {children}
    </output>
  );
}

export function SkeletonBlock({ height }: { readonly height: string }) {
  return <div className={styles.block} style={{ height }} />;
}
