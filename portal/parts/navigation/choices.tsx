/**
 * Switches between a few views of the same data. Each view is a link, so that it can be shared and works with the back button.
 */
import type { ReactNode } from 'react';
import styles from './choices.module.css';
import { ViewLink, type View } from './view-link.tsx';

interface Choice {
  readonly name: string;
  /** Query parameters to change. */
  readonly view: View;
  readonly isChosen: boolean;
  readonly more?: ReactNode;
}

export function Choices({ label, choices }: { readonly label: string; readonly choices: readonly Choice[] }) {
  return (
    <ul className={styles.choices} aria-label={label}>
      {choices.map(({ name, view, isChosen, more }) => (
        <li key={name}>
          <ViewLink view={(current) => ({ ...current, ...view })} aria-current={isChosen ? 'true' : undefined}>
            {name}
            {more !== undefined && <span className={styles.more}> {more}</span>}
          </ViewLink>
        </li>
      ))}
    </ul>
  );
}
