/**
 * How many findings of each severity, each number the link to the list it counts. Without a result there are no numbers: a
 * dash is not a zero.
 */
import { Link } from '@tanstack/react-router';
import type { WireFindingSummary } from '../../src/api/contract/finding.ts';
import { toggleOnly, valuesOf, type FindingView } from '../views/finding-view.ts';
import { formatCount } from '../wording/counts.ts';
import { SEVERITIES, SEVERITY_WORDS, type Severity } from '../wording/severities.ts';
import styles from './severity-tiles.module.css';

export interface SeverityTilesProps {
  readonly counts: WireFindingSummary['bySeverity'] | undefined;
  readonly view: FindingView;
}

export function SeverityTiles({ counts, view }: SeverityTilesProps) {
  // "None" is rare, a rating of 0.0; it has a place only when there is one.
  const shown = SEVERITIES.filter((severity) => severity !== 'none' || (counts?.none ?? 0) > 0);
  return (
    <ul className={styles.tiles} aria-label="Findings by severity">
      {shown.map((severity) => (
        <li key={severity}>
          <Tile severity={severity} count={counts?.[severity]} view={view} />
        </li>
      ))}
    </ul>
  );
}

interface TileProps {
  readonly severity: Severity;
  readonly count: number | undefined;
  readonly view: FindingView;
}

function Tile({ severity, count, view }: TileProps) {
  const word = SEVERITY_WORDS[severity];
  if (count === undefined) {
    return (
      <span className={`${styles.tile} ${styles.empty}`}>
        <span className={styles.count}>–</span>
        <span className={styles.word}>{word}</span>
      </span>
    );
  }
  const isChosen = valuesOf(view.severity).includes(severity);
  return (
    <Link
      to="."
      search={{ ...view, severity: toggleOnly(view.severity, severity) }}
      resetScroll={false}
      aria-current={isChosen ? 'true' : undefined}
      className={`${styles.tile} ${styles[severity]} ${count === 0 ? styles.empty : ''}`}
    >
      <span className={styles.count}>{formatCount(count)}</span>
      <span className={styles.word}>{word}</span>
    </Link>
  );
}
