/**
 * Findings of a version by severity: numbers that link to the lists they count, and a bar as long as their sum. Filtered findings
 * are shown next to it. Without a result, there is no number at all, and without findings, it says how much was checked.
 */
import { Link } from '@tanstack/react-router';
import { SEVERITIES } from '../../../src/core/vocabulary/severity.ts';
import type { WireFindingSummary } from '../../../src/api/contract/findings/finding.ts';
import type { VersionAddress } from '../../queries/services/versions.ts';
import { countOf, formatCount } from '../../text/format/counts.ts';
import { SEVERITY_LABELS } from '../../text/severities.ts';
import styles from './severity-bar.module.css';

interface SeverityBarProps {
  readonly address: VersionAddress;
  readonly total: number;
  readonly bySeverity: WireFindingSummary['bySeverity'];
  /** Undefined if not known. */
  readonly hidden?: number | undefined;
  /** Undefined if it is shown elsewhere. */
  readonly components?: number | null;
  readonly checked?: number | null;
  /** The highest total of the list: the length of the bar shows the share of it. */
  readonly most: number;
}

export function SeverityBar({ address, total, bySeverity, hidden, components, checked, most }: SeverityBarProps) {
  const shown = SEVERITIES.filter((severity) => bySeverity[severity] > 0);
  return (
    <span className={styles.place}>
      {total === 0 ? (
        <Link to="/services/$service/versions/$version" params={address} className={styles.empty}>
          None open
          {typeof components === 'number' && ` (${formatCount(checked ?? 0)} of ${formatCount(components)} checked)`}
        </Link>
      ) : (
        <span className={styles.counts}>
          <span className={styles.parts}>
            {shown.map((severity) => (
              <Link
                key={severity}
                to="/services/$service/versions/$version"
                params={address}
                search={{ severity }}
                className={`${styles.part} ${styles[severity]}`}
                aria-label={`${countOf(bySeverity[severity], 'finding')}: ${SEVERITY_LABELS[severity]}`}
                title={`${formatCount(bySeverity[severity])} ${SEVERITY_LABELS[severity].toLowerCase()}`}
              >
                {formatCount(bySeverity[severity])}
              </Link>
            ))}
          </span>
          {/* Numbers need space whatever their share, so the length is a line of its own. */}
          <span className={styles.length} style={{ width: `${(100 * total) / Math.max(total, most)}%` }} aria-hidden>
            {shown.map((severity) => (
              <span key={severity} className={styles[severity]} style={{ flexGrow: bySeverity[severity] }} />
            ))}
          </span>
        </span>
      )}
      {hidden !== undefined && hidden > 0 && (
        <Link
          to="/services/$service/versions/$version"
          params={address}
          search={{ relevance: 'not_relevant' }}
          className={styles.hidden}
        >
          {formatCount(hidden)} not relevant
        </Link>
      )}
    </span>
  );
}
