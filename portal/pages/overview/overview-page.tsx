/** Start page: recent changes, most urgent findings, and coverage. Before the first upload, instructions for it. */
import { keepPreviousData, queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { Loading, LoadingOrProblem } from '../../parts/feedback/loading.tsx';
import { PageHead } from '../../parts/layout/page-head.tsx';
import { Problem } from '../../parts/feedback/problem.tsx';
import { demo } from '../../queries/organization/demo.ts';
import { serviceList } from '../../queries/services/services.ts';
import { FirstRun } from '../first-run/first-run.tsx';
import { useMe } from '../../session/session.ts';
import { describeRemediationTimes } from '../../charts/change-points.ts';
import { Changes } from './changes.tsx';
import styles from './overview.module.css';
import { OrganizationQuestions } from '../questions/organization-questions.tsx';
import { RiskiestServices } from './riskiest-services.tsx';
import { OverviewSummary } from './overview-summary.tsx';
import { UrgentFindings } from './urgent-findings.tsx';
import type { WireFindingSummary } from '../../../src/api/contract/findings/finding.ts';
import type { WireServiceListItem } from '../../../src/api/contract/services/service.ts';
import { getOne } from '../../api/api-client.ts';
import { VersionLink } from '../../parts/navigation/service-links.tsx';
import type { WireOverview } from '../../../src/api/contract/history/overview.ts';
import { Age } from '../../parts/values/age.tsx';
import { GuardedButton } from '../../parts/actions/guarded-button.tsx';
import { UntrustedText } from '../../parts/values/untrusted-text.tsx';
import { Notice } from '../../parts/feedback/notice.tsx';
import { retryFailedAnalyses } from '../../queries/services/analyses.ts';
import { countOf } from '../../text/format/counts.ts';

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
        <LoadingOrProblem data={data} error={error} rows={6} />
      </>
    );
  }
  // While the demo loads, the page shows its progress.
  if (data.total === 0 || (wantsDemo && isLoadingDemo)) return <FirstRun onDemo={() => setWantsDemo(true)} />;
  return <Overview />;
}

/** Opens the first version that is uploaded while the user waits here. */
function useFirstArrival(
  total: number | undefined,
  newest: Pick<WireServiceListItem, 'name' | 'latestVersion'> | undefined,
): void {
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

const WEEK_MS = 7 * 24 * 3_600_000;

/** Changes since the user last marked them as seen, or of a week, then urgent findings, then coverage. */
function Overview() {
  // Fixed while the page is open; a moving start would cause new requests again and again.
  const [weekAgo] = useState(() => new Date(Date.now() - WEEK_MS).toISOString());
  const lastVisitAt = useMe()?.lastVisitAt ?? null;
  const since = lastVisitAt ?? weekAgo;
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
      {data?.changes && <Changes since={since} isVisit={lastVisitAt !== null} counts={data.changes} />}
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
      <OrganizationQuestions className={styles.section} />
      {data !== undefined && <RiskiestServices services={data.riskiest} total={data.services} />}
    </div>
  );
}

function overview(since: string) {
  return queryOptions({
    queryKey: ['overview', since],
    queryFn: async ({ signal }) => await getOne<WireOverview>('/overview', signal, { since }),
    placeholderData: keepPreviousData,
  });
}

/** Counts over the newest version of every service. */
function organizationSummary() {
  return queryOptions({
    queryKey: ['findings', 'summary'],
    queryFn: async ({ signal }) => await getOne<WireFindingSummary>('/finding/summary', signal),
  });
}

/** Newest versions whose analysis failed: their results are older than their last upload. */
function FailedUploads({ failed }: Pick<WireOverview, 'failed'>) {
  const queryClient = useQueryClient();
  const retry = useMutation({
    mutationFn: retryFailedAnalyses,
    onSettled: async () => await queryClient.invalidateQueries(),
  });
  return (
    <Notice kind="bad">
      Analysis failed for {countOf(failed.length, 'service')}. The last successful results stay.
      <ul className={styles.failures}>
        {failed.map(({ service, version, failedAt, failure }) => (
          <li key={service.id}>
            <VersionLink service={service.name} version={version.name} charactersMax={64} isFull />,{' '}
            <Age instant={failedAt} />
            {failure !== null && (
              <>
                : <UntrustedText text={failure.message} charactersMax={300} />
              </>
            )}
          </li>
        ))}
      </ul>
      <div className={styles.retry}>
        <GuardedButton
          scope="sbom:upload"
          loading={retry.isPending}
          reason={retry.isSuccess ? 'Retry requested.' : undefined}
          onClick={() => retry.mutate()}
        >
          Retry all
        </GuardedButton>
        {retry.isSuccess && <output>Retrying {countOf(retry.data, 'analysis', 'analyses')}.</output>}
      </div>
      {retry.error !== null && <Problem error={retry.error} />}
    </Notice>
  );
}
