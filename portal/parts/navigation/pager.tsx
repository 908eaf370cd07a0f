/** Shows the current range of a list and links to the previous and next page. */
import { Link } from '@tanstack/react-router';
import { countOf, formatCount } from '../../text/format/counts.ts';
import styles from './pager.module.css';

interface PagerProps {
  readonly offset: number;
  readonly limit: number;
  readonly total: number;
  readonly noun: string;
  /** Plural, if it is not the noun with an s. */
  readonly nouns?: string;
}

export function Pager({ offset, limit, total, noun, nouns = `${noun}s` }: PagerProps) {
  const last = Math.min(offset + limit, total);
  const isWhole = offset === 0 && total <= limit;
  if (isWhole) return <p className={styles.count}>{countOf(total, noun, nouns)}</p>;
  return (
    <nav aria-label="Pages" className={styles.pager}>
      <span className={styles.count}>
        {formatCount(Math.min(offset + 1, last))}–{formatCount(last)} of {countOf(total, noun, nouns)}
      </span>
      <Step label="Previous" offset={offset > 0 ? Math.max(0, offset - limit) : undefined} />
      <Step label="Next" offset={last < total ? offset + limit : undefined} />
    </nav>
  );
}

function Step({ label, offset }: { readonly label: string; readonly offset: number | undefined }) {
  if (offset === undefined) return <span className={styles.end}>{label}</span>;
  return (
    <Link to="." search={(view) => ({ ...view, offset: offset === 0 ? undefined : offset })} className={styles.step}>
      {label}
    </Link>
  );
}
