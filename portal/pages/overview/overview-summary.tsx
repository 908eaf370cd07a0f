/** Totals, coverage and age of the data in one line. Every number links to its list. */
import type { WireFindingSummary } from '../../../src/api/contract/findings/finding.ts';
import type { WireOverview } from '../../../src/api/contract/history/overview.ts';
import { toShortDays } from '../../charts/change-points.ts';
import { SEVERITY_LABELS } from '../../text/severities.ts';
import { Age } from '../../parts/values/age.tsx';
import { PathLink } from '../../parts/navigation/path-link.tsx';
import { toInstant } from '../../text/format/time.ts';
import { countOf, formatCount } from '../../text/format/counts.ts';
import { describeFixedOnly, FIXED_ISSUES_ONLY_HELP, describeReason } from '../../text/analysis/coverage-text.ts';
import { describePreliminary } from '../../text/analysis/data-text.ts';
import { isWellCovered } from '../../text/analysis/result-quality.ts';
import styles from './overview.module.css';

interface OverviewSummaryProps {
  readonly overview: Pick<WireOverview, 'services' | 'due' | 'remediationTimes'>;
  readonly summary: WireFindingSummary;
}

export function OverviewSummary({ overview: { services, due, remediationTimes }, summary }: OverviewSummaryProps) {
  const { coverage, total, hidden, data } = summary;
  return (
    <ul className={styles.summary} aria-label="Summary">
      <li>
        <PathLink path="/services" className={styles.figure}>
          {formatCount(services)}
        </PathLink>
        <span>{services === 1 ? 'service' : 'services'}</span>
        <small>newest versions</small>
      </li>
      <li>
        <PathLink path="/vulnerabilities?group=none" className={styles.figure}>
          {formatCount(total)}
        </PathLink>
        <span>open {total === 1 ? 'finding' : 'findings'}</span>
        <small>
          <PathLink path="/vulnerabilities?group=none&relevance=not_relevant">
            {formatCount(hidden)} not relevant
          </PathLink>
        </small>
        <Preliminary state={data.state} />
      </li>
      <Due due={due} />
      {remediationTimes.length > 0 && <TimeToFix times={remediationTimes} />}
      <li>
        {coverage === null ? (
          <>
            <span className={styles.figure}>–</span>
            <span>components</span>
            <small>not checked yet</small>
          </>
        ) : (
          <Coverage coverage={coverage} state={data.state} />
        )}
      </li>
      <Data data={data} />
    </ul>
  );
}

function Due({ due: { overdue, week } }: Pick<WireOverview, 'due'>) {
  const toList = ({ before }: WireOverview['due']['week']): string =>
    `/vulnerabilities?${new URLSearchParams({ group: 'none', dueBefore: before }).toString()}`;
  return (
    <li>
      <PathLink path={toList(week)} className={styles.figure}>
        {formatCount(week.count)}
      </PathLink>
      <span>due within 7 days</span>
      <small className={overdue.count > 0 ? styles.bad : undefined}>
        <PathLink path={toList(overdue)}>{formatCount(overdue.count)} overdue</PathLink>
      </small>
    </li>
  );
}

/** The most severe one as the figure, the others below it. */
function TimeToFix({ times }: { readonly times: WireOverview['remediationTimes'] }) {
  const [first, ...others] = times.map(({ severity, meanDays, count }) => ({
    name: SEVERITY_LABELS[severity].toLowerCase(),
    time: toShortDays(meanDays),
    count,
  }));
  if (first === undefined) return null;
  return (
    <li>
      <span className={styles.figure}>{first.time}</span>
      <span>mean time to fix {first.name}</span>
      <small>
        {others.length === 0
          ? countOf(first.count, 'finding')
          : others.map(({ name, time }) => `${name} ${time}`).join(', ')}
      </small>
    </li>
  );
}

/** Beside a number that looks final: renders nothing once the advisories are loaded. */
function Preliminary({ state }: { readonly state: string }) {
  const text = describePreliminary(state);
  return text === '' ? null : <small className={styles.doubtful}>{text}</small>;
}

function Coverage({
  coverage,
  state,
}: {
  readonly coverage: NonNullable<WireFindingSummary['coverage']>;
  readonly state: string;
}) {
  const { components, checked, notChecked, fixedIssuesOnly } = coverage;
  const reasons = notChecked.map(({ reason, count }) => `${describeReason(reason)}: ${formatCount(count)}`).join('\n');
  return (
    <>
      <PathLink path="/components" className={styles.figure}>
        {formatCount(checked)}
      </PathLink>
      <span>of {countOf(components, 'component')} checked</span>
      {fixedIssuesOnly > 0 && (
        <small title={FIXED_ISSUES_ONLY_HELP}>
          <PathLink path="/components?fixedIssuesOnly=true">{describeFixedOnly(coverage)}</PathLink>
        </small>
      )}
      {(components > checked || describePreliminary(state) === '') && (
        <small className={isWellCovered(coverage) ? undefined : styles.doubtful} title={reasons || undefined}>
          {components === checked ? (
            'full coverage'
          ) : (
            <PathLink path="/components?unchecked=true">
              {formatCount(components - checked)} could not be checked
            </PathLink>
          )}
        </small>
      )}
      <Preliminary state={state} />
    </>
  );
}

const DATA_LABELS: Readonly<Record<string, string>> = {
  none: 'no advisory data',
  starter: 'starter set only',
  syncing: 'sync in progress',
  stale: 'outdated source',
  ready: 'all sources synced',
};

function Data({ data: { newestRecordAt, state } }: Pick<WireFindingSummary, 'data'>) {
  const isGood = newestRecordAt !== null && state === 'ready';
  return (
    <li>
      <PathLink path="/settings/sources" className={styles.figure}>
        {newestRecordAt === null ? 'None' : <Age instant={newestRecordAt} />}
      </PathLink>
      <span>newest advisory</span>
      <small
        className={isGood ? undefined : styles.doubtful}
        title={newestRecordAt === null ? undefined : toInstant(newestRecordAt)}
      >
        {DATA_LABELS[state] ?? state}
      </small>
    </li>
  );
}
