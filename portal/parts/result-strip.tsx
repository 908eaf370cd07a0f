/**
 * What the result is worth, in one line that stays in sight: how much was checked and how much was not, how much is open and how
 * much is hidden, and how old the data is.
 */
import { Link } from '@tanstack/react-router';
import type { WireCoverage, WireFindingSummary } from '../../src/api/contract/finding.ts';
import { toInstant } from '../wording/age.ts';
import { countOf, formatCount } from '../wording/counts.ts';
import { hasChecked, isFresh, isWellCovered } from '../wording/judge-result.ts';
import { describeReason } from '../wording/reasons.ts';
import { Age } from './age.tsx';
import styles from './result-strip.module.css';
import { useNow } from './use-now.ts';

export interface ResultStripProps {
  readonly summary: WireFindingSummary;
  /** The result is that of an earlier analysis; a newer one has not ended, or failed. */
  readonly isEarlier: boolean;
}

export function ResultStrip({ summary, isEarlier }: ResultStripProps) {
  const { coverage, data } = summary;
  return (
    <section aria-label="Result" className={styles.strip}>
      {isEarlier && coverage !== null && <p className={styles.earlier}>Result of the previous analysis</p>}
      <div className={styles.cells}>
        {coverage === null ? <p className={styles.cell}>Nothing was checked yet</p> : <Coverage coverage={coverage} />}
        {hasChecked(summary) && <Findings summary={summary} />}
        <Data data={data} />
      </div>
    </section>
  );
}

function Data({ data: { newestRecordAt } }: Pick<WireFindingSummary, 'data'>) {
  const nowMs = useNow();
  if (newestRecordAt === null) return <p className={`${styles.cell} ${styles.doubtful}`}>No advisory data</p>;
  return (
    <p className={`${styles.cell} ${isFresh({ newestRecordAt }, nowMs) ? '' : styles.doubtful}`}>
      Newest advisory{' '}
      <b>
        <Age instant={newestRecordAt} />
      </b>
      <span className={styles.more}>{toInstant(newestRecordAt)}</span>
    </p>
  );
}

function Coverage({ coverage }: { readonly coverage: WireCoverage }) {
  const { components, checked, notChecked } = coverage;
  const unchecked = components - checked;
  return (
    <div className={`${styles.cell} ${isWellCovered(coverage) ? '' : styles.doubtful}`}>
      <p>
        {countOf(components, 'component')}, <b>{formatCount(checked)} checked</b>
      </p>
      {unchecked === 0 && components > 0 && <span className={styles.more}>None was left out</span>}
      {unchecked > 0 && (
        <details className={styles.reasons}>
          <summary>{formatCount(unchecked)} could not be checked</summary>
          <ul>
            {notChecked.map(({ reason, count }) => (
              <li key={reason}>
                <span>{describeReason(reason)}</span> <b>{formatCount(count)}</b>
              </li>
            ))}
          </ul>
        </details>
      )}
    </div>
  );
}

function Findings({ summary: { total, hidden } }: { readonly summary: WireFindingSummary }) {
  return (
    <div className={styles.cell}>
      <p>
        <Link to="." search={{}} resetScroll={false}>
          <b>{countOf(total, 'open finding')}</b>
        </Link>
      </p>
      {hidden > 0 ? (
        <Link to="." search={{ relevance: 'not_relevant' }} resetScroll={false} className={styles.more}>
          {formatCount(hidden)} filtered as not relevant here
        </Link>
      ) : (
        <span className={styles.more}>None filtered</span>
      )}
    </div>
  );
}
