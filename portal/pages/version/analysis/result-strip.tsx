/**
 * Summary of a result in one sticky line: checked and unchecked components, open and hidden findings, and the age of the data.
 */

import type { WireCoverage, WireFindingSummary } from '../../../../src/api/contract/findings/finding.ts';
import { toInstant } from '../../../text/format/time.ts';
import { countOf, formatCount } from '../../../text/format/counts.ts';
import { describeRelease, FIXED_ISSUES_ONLY_HELP, describeReason } from '../../../text/analysis/coverage-text.ts';
import { hasChecked, isWellCovered } from '../../../text/analysis/result-quality.ts';
import { Age } from '../../../parts/values/age.tsx';
import { ViewLink } from '../../../parts/navigation/view-link.tsx';
import styles from './result-strip.module.css';
import { PathLink } from '../../../parts/navigation/path-link.tsx';

interface ResultStripProps {
  readonly summary: WireFindingSummary;
  /** Number of open findings with a suggestion that needs review. */
  readonly suggested?: number | undefined;
  /** The result is from an earlier analysis; a newer one is not finished or failed. */
  readonly isEarlier: boolean;
}

export function ResultStrip({ summary, suggested, isEarlier }: ResultStripProps) {
  const { coverage, data } = summary;
  return (
    <section aria-label="Result" className={styles.strip}>
      {isEarlier && coverage !== null && <p className={styles.earlier}>Result of the previous analysis</p>}
      <div className={styles.cells}>
        {coverage === null ? <p className={styles.cell}>Not checked yet</p> : <Coverage coverage={coverage} />}
        {hasChecked(summary) && <Findings summary={summary} suggested={suggested ?? 0} />}
        <Data data={data} />
      </div>
    </section>
  );
}

const FRESH_STATES = ['ready', 'syncing'];

function Data({ data: { newestRecordAt, state } }: Pick<WireFindingSummary, 'data'>) {
  if (newestRecordAt === null) return <p className={`${styles.cell} ${styles.doubtful}`}>No advisory data</p>;
  const isGood = FRESH_STATES.includes(state);
  return (
    <p className={`${styles.cell} ${isGood ? '' : styles.doubtful}`} title={toInstant(newestRecordAt)}>
      Newest advisory{' '}
      <b>
        <Age instant={newestRecordAt} />
      </b>
      <span className={styles.more}>
        {state === 'syncing' && 'Sync in progress'}
        {state === 'stale' && <PathLink path="/settings/sources">Sources outdated</PathLink>}
      </span>
    </p>
  );
}

function Coverage({ coverage }: { readonly coverage: WireCoverage }) {
  const { components, checked, notChecked, fixedIssuesOnly, fixedIssuesOnlyByRelease } = coverage;
  const unchecked = components - checked;
  return (
    <div className={`${styles.cell} ${isWellCovered(coverage) ? '' : styles.doubtful}`}>
      <p>
        <ViewLink view={{ tab: 'components' }}>{countOf(components, 'component')}</ViewLink>,{' '}
        <b>{formatCount(checked)} checked</b>
      </p>
      {fixedIssuesOnly > 0 && (
        <details className={styles.reasons}>
          <summary>{formatCount(fixedIssuesOnly)} checked for fixed issues only</summary>
          <ul>
            <li>{FIXED_ISSUES_ONLY_HELP}</li>
            {fixedIssuesOnlyByRelease.map(({ family, release, count }) => (
              <li key={describeRelease({ family, release })}>
                <ViewLink view={{ tab: 'components', fixedIssuesOnly: 'true', ecosystem: family }}>
                  {describeRelease({ family, release })}
                </ViewLink>{' '}
                <b>{formatCount(count)}</b>
              </li>
            ))}
          </ul>
        </details>
      )}
      {unchecked === 0 && components > 0 && fixedIssuesOnly === 0 && <span className={styles.more}>Full coverage</span>}
      {unchecked > 0 && (
        <details className={styles.reasons}>
          <summary>{formatCount(unchecked)} could not be checked</summary>
          <ul>
            {notChecked.map(({ reason, count }) => (
              <li key={reason}>
                <ViewLink view={{ tab: 'components', unchecked: 'true', reason }}>{describeReason(reason)}</ViewLink>{' '}
                <b>{formatCount(count)}</b>
              </li>
            ))}
          </ul>
        </details>
      )}
    </div>
  );
}

function Findings({ summary, suggested }: { readonly summary: WireFindingSummary; readonly suggested: number }) {
  const { total, hidden, lowerPriority } = summary;
  return (
    <div className={styles.cell}>
      <p>
        <ViewLink view={{}}>
          <b>{countOf(total, 'open finding')}</b>
        </ViewLink>
        {suggested > 0 && (
          <>
            {', '}
            <ViewLink view={{ suggested: 'true' }}>
              {formatCount(suggested)} {suggested === 1 ? 'needs' : 'need'} review
            </ViewLink>
          </>
        )}
        {lowerPriority > 0 && (
          <>
            {', '}
            <ViewLink view={{ relevance: 'deprioritized' }}>{formatCount(lowerPriority)} lower priority</ViewLink>
          </>
        )}
      </p>
      {hidden > 0 ? (
        <ViewLink view={{ relevance: 'not_relevant' }} className={styles.more}>
          {formatCount(hidden)} not relevant
        </ViewLink>
      ) : (
        <span className={styles.more}>None marked as not relevant</span>
      )}
    </div>
  );
}
