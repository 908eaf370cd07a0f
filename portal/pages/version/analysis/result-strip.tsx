/**
 * Summary of a result in one sticky line: checked and unchecked components, open and hidden findings, and the age of the data.
 */

import type { WireCoverage, WireFindingSummary } from '../../../../src/api/contract/findings/finding.ts';
import { toInstant } from '../../../text/format/time.ts';
import { countOf, formatCount } from '../../../text/format/counts.ts';
import { describeRelease, FIXED_ISSUES_ONLY_HELP, describeReason } from '../../../text/analysis/coverage-text.ts';
import { describePreliminary } from '../../../text/analysis/data-text.ts';
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
        {coverage === null ? (
          <p className={styles.cell}>Not checked yet</p>
        ) : (
          <Coverage coverage={coverage} state={data.state} />
        )}
        {hasChecked(summary) && <Findings summary={summary} suggested={suggested ?? 0} />}
        <Data data={data} />
      </div>
    </section>
  );
}

function Data({ data: { newestRecordAt, state } }: Pick<WireFindingSummary, 'data'>) {
  if (newestRecordAt === null) return <p className={`${styles.cell} ${styles.doubtful}`}>No advisory data</p>;
  const isGood = state === 'ready';
  return (
    <p className={`${styles.cell} ${isGood ? '' : styles.doubtful}`} title={toInstant(newestRecordAt)}>
      Newest advisory{' '}
      <b>
        <Age instant={newestRecordAt} />
      </b>
      {state === 'stale' && (
        <span className={styles.more}>
          <PathLink path="/settings/sources">Sources outdated</PathLink>
        </span>
      )}
    </p>
  );
}

/** Beside a number that looks final: renders nothing once the advisories are loaded. */
function Preliminary({ state }: { readonly state: string }) {
  const text = describePreliminary(state);
  return text === '' ? null : <span className={styles.more}>{text}</span>;
}

function Coverage({ coverage, state }: { readonly coverage: WireCoverage; readonly state: string }) {
  const { components, checked, notChecked, fixedIssuesOnly, fixedIssuesOnlyByRelease } = coverage;
  const unchecked = components - checked;
  const isFinal = describePreliminary(state) === '';
  return (
    <div className={`${styles.cell} ${isWellCovered(coverage) && isFinal ? '' : styles.doubtful}`}>
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
      {unchecked === 0 && components > 0 && fixedIssuesOnly === 0 && isFinal && (
        <span className={styles.more}>Full coverage</span>
      )}
      <Preliminary state={state} />
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
  const { total, hidden, lowerPriority, data } = summary;
  const isFinal = describePreliminary(data.state) === '';
  return (
    <div className={`${styles.cell} ${isFinal ? '' : styles.doubtful}`}>
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
        isFinal && <span className={styles.more}>None marked as not relevant</span>
      )}
      <Preliminary state={data.state} />
    </div>
  );
}
