/**
 * Number of findings by severity, each linked to the list it counts, with the change since the previous version. Without a
 * result, tiles show a dash, not a zero. Filtered findings are shown separately and not included in the total.
 */

import { SEVERITIES, type Severity } from '../../../src/core/vocabulary/severity.ts';
import type { WireFindingSummary } from '../../../src/api/contract/findings/finding.ts';
import { toggleOnly, valuesOf, type FindingView } from '../../search-params/finding-view.ts';
import { formatCount } from '../../text/format/counts.ts';
import { describeChange } from '../../text/analysis/analysis-text.ts';
import { SEVERITY_LABELS } from '../../text/severities.ts';
import { UntrustedText } from '../values/untrusted-text.tsx';
import { ViewLink } from '../navigation/view-link.tsx';
import styles from './severity-tiles.module.css';

interface PreviousCounts {
  readonly name: string;
  readonly bySeverity: WireFindingSummary['bySeverity'];
}

interface SeverityTilesProps {
  /** Undefined while nothing is checked. */
  readonly counts: WireFindingSummary['bySeverity'] | undefined;
  readonly hidden: number;
  readonly view: FindingView;
  /** The previous version, if the counts are comparable. */
  readonly previous?: PreviousCounts | undefined;
}

export function SeverityTiles({ counts, hidden, view, previous }: SeverityTilesProps) {
  // "None" is a rating of 0.0 and rare; it has a tile only if there is one.
  const shown = SEVERITIES.filter((severity) => severity !== 'none' || (counts?.none ?? 0) > 0);
  return (
    <ul className={styles.tiles} aria-label="Findings by severity">
      {shown.map((severity) => (
        <li key={severity}>
          <Tile severity={severity} counts={counts} view={view} previous={previous} />
        </li>
      ))}
      <li>
        <FilteredTile count={counts === undefined ? undefined : hidden} view={view} />
      </li>
    </ul>
  );
}

interface TileProps extends Pick<SeverityTilesProps, 'counts' | 'view' | 'previous'> {
  readonly severity: Severity;
}

function Tile({ severity, counts, view, previous }: TileProps) {
  const label = SEVERITY_LABELS[severity];
  const count = counts?.[severity];
  if (count === undefined) return <NoNumber label={label} />;
  return (
    <ViewLink
      view={{ ...view, tab: undefined, severity: toggleOnly(view.severity, severity) }}
      aria-current={valuesOf(view.severity).includes(severity) ? 'true' : undefined}
      className={`${styles.tile} ${styles[severity]} ${count === 0 ? styles.empty : ''}`}
    >
      <span className={styles.count}>{formatCount(count)}</span>
      <span className={styles.label}>{label}</span>
      {previous !== undefined && (
        <span className={styles.change}>
          <UntrustedText
            text={describeChange(count, previous.bySeverity[severity], previous.name)}
            charactersMax={32}
          />
        </span>
      )}
    </ViewLink>
  );
}

function FilteredTile({ count, view }: { readonly count: number | undefined; readonly view: FindingView }) {
  if (count === undefined) return <NoNumber label="Not relevant" />;
  return (
    <ViewLink
      view={{ ...view, tab: undefined, severity: undefined, relevance: toggleOnly(view.relevance, 'not_relevant') }}
      aria-current={view.relevance === 'not_relevant' ? 'true' : undefined}
      className={`${styles.tile} ${styles.filtered} ${count === 0 ? styles.empty : ''}`}
    >
      <span className={styles.count}>{formatCount(count)}</span>
      <span className={styles.label}>Not relevant</span>
      <span className={styles.change}>hidden by default</span>
    </ViewLink>
  );
}

function NoNumber({ label }: { readonly label: string }) {
  return (
    <span className={`${styles.tile} ${styles.empty}`}>
      <span className={styles.count}>–</span>
      <span className={styles.label}>{label}</span>
    </span>
  );
}
