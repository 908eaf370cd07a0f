/** Start page: recent changes, most urgent findings, and coverage. Before the first upload, instructions for it. */
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { Loading } from '../../parts/feedback/loading.tsx';
import { PageHead } from '../../parts/layout/page-head.tsx';
import { Problem } from '../../parts/feedback/problem.tsx';
import { demo } from '../../queries/organization/demo.ts';
import { serviceList } from '../../queries/services/services.ts';
import { FirstRun } from '../first-run/first-run.tsx';
import { organizationSummary, overview } from './overview-queries.ts';
import { useMe } from '../../session/session.ts';
import { describeRemediationTimes } from '../../charts/remediation-time-text.ts';
import { Changes } from './changes.tsx';
import { FailedUploads } from './failed-uploads.tsx';
import styles from './overview.module.css';
import { RiskiestServices } from './riskiest-services.tsx';
import { OverviewSummary } from './overview-summary.tsx';
import { UrgentFindings } from './urgent-findings.tsx';
import type { WireMe } from '../../../src/api/contract/organization/person.ts';

// Overview of an organization with services: changes first, then urgent findings, then coverage.

// Start of the period for changes: when the user last marked them as seen, or a week ago.
const WEEK_MS = 7 * 24 * 3_600_000;

interface Since {
  readonly since: string;
  /** The period starts at the last visit. */
  readonly isVisit: boolean;
}

function useSince(me: Pick<WireMe, 'lastVisitAt'> | undefined): Since {
  // Fixed while the page is open; a moving start would cause new requests again and again.
  const [weekAgo] = useState(() => new Date(Date.now() - WEEK_MS).toISOString());
  const lastVisitAt = me?.lastVisitAt ?? null;
  return { since: lastVisitAt ?? weekAgo, isVisit: lastVisitAt !== null };
}

function Overview() {
  const { since, isVisit } = useSince(useMe());
  const { data, error } = useQuery(overview(since));
  const summary = useQuery(organizationSummary());
  const problem = error ?? summary.error;
  const times = data && describeRemediationTimes(data.remediationTimes);
  return (
    <div className={styles.page}>
      <PageHead title="Overview">Overview</PageHead>
      {problem !== null && <Problem error={problem} />}
      {data === undefined && error === null && <Loading rows={6} />}
      {data !== undefined && summary.data !== undefined && (
        <OverviewSummary services={data.services} summary={summary.data} />
      )}
      {times !== undefined && <p className={styles.times}>{times}</p>}
      {data?.failed !== undefined && data.failed.length > 0 && <FailedUploads failed={data.failed} />}
      {data?.changes && <Changes since={since} isVisit={isVisit} counts={data.changes} />}
      <UrgentFindings
        id="exploited"
        title="Known exploited"
        filter={{ kev: true }}
        none="No open findings are known exploited."
      />
      <UrgentFindings
        id="fixable"
        title="Fix available"
        filter={{ fixable: true, kev: false }}
        none="No other open findings have a fix."
      />
      <UrgentFindings id="suggested" title="Needs review" filter={{ suggested: true }} />
      {data !== undefined && <RiskiestServices services={data.riskiest} total={data.services} />}
    </div>
  );
}

const REFRESH_EVERY_MS = 2_000;

export function OverviewPage() {
  const [wantsDemo, setWantsDemo] = useState(false);
  const { data, error } = useQuery({
    ...serviceList({}),
    // The event stream reports it too, but may be blocked.
    refetchInterval: ({ state }) => state.data?.total === 0 && REFRESH_EVERY_MS,
  });
  const isLoadingDemo = useQuery({ ...demo(), enabled: wantsDemo }).data?.loading ?? false;
  const newest = data?.items.find(({ latestVersion }) => latestVersion !== null);
  useFirstArrival(data?.total, wantsDemo ? undefined : newest);
  if (data === undefined) {
    return (
      <>
        <PageHead title="Overview">Overview</PageHead>
        {error === null ? <Loading rows={6} /> : <Problem error={error} />}
      </>
    );
  }
  // While the demo loads, the page shows its progress.
  if (data.total === 0 || (wantsDemo && isLoadingDemo)) return <FirstRun onDemo={() => setWantsDemo(true)} />;
  return <Overview />;
}

interface Arrival {
  readonly name: string;
  readonly latestVersion: { readonly name: string } | null;
}

/** Opens the first version that is uploaded while the user waits here. */
function useFirstArrival(total: number | undefined, newest: Arrival | undefined): void {
  const navigate = useNavigate();
  const wasEmpty = useRef(false);
  useEffect(() => {
    if (total === 0) wasEmpty.current = true;
  }, [total]);
  const service = newest?.name;
  const version = newest?.latestVersion?.name;
  useEffect(() => {
    if (!wasEmpty.current || service === undefined || version === undefined) return;
    wasEmpty.current = false;
    void navigate({ to: '/services/$service/versions/$version', params: { service, version }, replace: true });
  }, [navigate, service, version]);
}
