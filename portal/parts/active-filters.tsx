/** Every filter that is on, each with a way to take it off. */
import { Link } from '@tanstack/react-router';
import { hasFilters, valuesOf, type FindingView } from '../views/finding-view.ts';
import { SEVERITY_WORDS, type Severity } from '../wording/severities.ts';
import styles from './active-filters.module.css';
import { HostileText } from './hostile-text.tsx';

export function ActiveFilters({ view }: { readonly view: FindingView }) {
  if (!hasFilters(view)) return null;
  const { q, severity, relevance } = view;
  const words = valuesOf(severity).map((each) => SEVERITY_WORDS[each as Severity]);
  return (
    <ul className={styles.filters} aria-label="Active filters">
      {severity !== undefined && <Filter label={words.join(', ')} without={{ ...view, severity: undefined }} />}
      {q !== undefined && <Filter label={`“${q}”`} without={{ ...view, q: undefined }} />}
      {relevance !== undefined && (
        <Filter label="Filtered: not relevant here" without={{ ...view, relevance: undefined }} />
      )}
    </ul>
  );
}

function Filter({ label, without }: { readonly label: string; readonly without: FindingView }) {
  return (
    <li>
      <Link to="." search={without} resetScroll={false} className={styles.filter}>
        <HostileText text={label} charactersMax={40} />
        <span aria-hidden> ✕</span>
        <span className={styles.unseen}> remove this filter</span>
      </Link>
    </li>
  );
}
