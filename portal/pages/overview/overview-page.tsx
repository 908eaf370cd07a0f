/** Start page: totals, trend, next fixes, recent changes, and services. Before the first upload, instructions for it. */
import { keepPreviousData, queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { PageHead } from '../../parts/layout/page-head.tsx';
import { Problem } from '../../parts/feedback/problem.tsx';
import { demo } from '../../queries/organization/demo.ts';
import { serviceList } from '../../queries/services/services.ts';
import { FirstRun } from '../first-run/first-run.tsx';
import { CompactChecklist } from '../first-run/setup-checklist.tsx';
import { useSetupSteps } from '../first-run/use-setup-steps.ts';
import { useMe } from '../../session/session.ts';
import { TrendChart } from '../../charts/trend-chart.tsx';
import { Changes } from './changes.tsx';
import styles from './overview.module.css';
import { OrganizationQuestions } from '../questions/organization-questions.tsx';
import { NextFixes } from './next-fixes.tsx';
import { OverviewSkeleton } from './overview-skeleton.tsx';
import { RankedServices } from './ranked-services.tsx';
import { OverviewSummary } from './overview-summary.tsx';
import { UrgentFindings } from './urgent-findings.tsx';
import type { WireFindingSummary } from '../../../src/api/contract/findings/finding.ts';
import type { WireServiceListItem } from '../../../src/api/contract/services/service.ts';
import { getOne } from '../../api/api-client.ts';
import { toRetryDelay } from '../../api/query-client.ts';
import { VersionLink } from '../../parts/navigation/service-links.tsx';
import type { WireOverview } from '../../../src/api/contract/history/overview.ts';
import { Age } from '../../parts/values/age.tsx';
import { GuardedButton } from '../../parts/actions/guarded-button.tsx';
import { UntrustedText } from '../../parts/values/untrusted-text.tsx';
import { Notice } from '../../parts/feedback/notice.tsx';
import { retryFailedAnalyses } from '../../queries/services/analyses.ts';
import { countOf } from '../../text/format/counts.ts';
import { Choices } from '../../parts/navigation/choices.tsx';
import type { ServiceSort } from '../../../src/core/vocabulary/service.ts';

const route = getRouteApi('/');

const REFRESH_EVERY_MS = 2_000;

export function OverviewPage() {
  const { upload } = route.useSearch();
  const [wantsDemo, setWantsDemo] = useState(false);
  const { data, error } = useQuery({
    ...serviceList({}),
    // The event stream reports it too, but may be blocked.
    refetchInterval: ({ state: { data, error } }) => toRetryDelay(error) || (data?.total === 0 && REFRESH_EVERY_MS),
  });
  const isLoadingDemo = useQuery({ ...demo(), enabled: wantsDemo }).data?.loading ?? false;
  const newest = data?.items.find(({ latestVersion }) => latestVersion !== null);
  useFirstArrival(data?.total, wantsDemo ? undefined : newest);
  if (data === undefined) {
    return (
      <>
        <PageHead title="Overview">Overview</PageHead>
        {error === null ? <OverviewSkeleton /> : <Problem error={error} />}
      </>
    );
  }
  // While the demo loads, the page shows its progress.
  if (data.total > 0 && upload === undefined && !(wantsDemo && isLoadingDemo)) return <Overview />;
  return <FirstRun onDemo={() => setWantsDemo(true)} isFirst={data.total === 0 || upload === undefined} />;
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

/** Changes are those since the user last marked them as seen, or of a week. */
function Overview() {
  // Fixed while the page is open; a moving start would cause new requests again and again.
  const [weekAgo] = useState(() => new Date(Date.now() - WEEK_MS).toISOString());
  const user = useMe();
  const lastVisitAt = user?.lastVisitAt ?? null;
  const since = lastVisitAt ?? weekAgo;
  const { sort = 'urgency', trend = 'findings' } = route.useSearch();
  const { data, error } = useQuery(overview(since, sort));
  const summary = useQuery(organizationSummary());
  const setup = useSetupSteps(data, user?.preferences.setupChecklist === true);
  const problem = error ?? summary.error;
  return (
    <div className={styles.page}>
      <PageHead title="Overview">Overview</PageHead>
      {problem !== null && <Problem error={problem} />}
      {(data === undefined || summary.data === undefined) && problem === null && <OverviewSkeleton />}
      {data !== undefined && summary.data !== undefined && (
        <>
          {data.failed.length > 0 && <FailedUploads failed={data.failed} />}
          {setup !== undefined && <CompactChecklist steps={setup} />}
          <OverviewSummary overview={data} summary={summary.data} />
          <div className={styles.pair}>
            <section aria-labelledby="trend" className={styles.section}>
              <div className={styles.head}>
                <h2 id="trend">Trend</h2>
                <Choices
                  label="Trend of"
                  choices={[
                    { name: 'Open findings', view: { trend: undefined }, isChosen: trend === 'findings' },
                    { name: 'Risk', view: { trend: 'risk' }, isChosen: trend === 'risk' },
                  ]}
                />
              </div>
              <TrendChart points={data.trend} of={trend} />
            </section>
            <NextFixes fixes={data.fixes} />
          </div>
          {data.changes && <Changes since={since} isVisit={lastVisitAt !== null} counts={data.changes} />}
          <RankedServices services={data.riskiest} total={data.services} sort={sort} />
        </>
      )}
      <UrgentFindings
        id="exploited"
        title="Known exploited"
        filter={{ kev: true }}
        none="No open findings are known exploited."
      />
      <UrgentFindings id="suggested" title="Needs review" filter={{ suggested: true }} />
      <OrganizationQuestions className={styles.section} />
    </div>
  );
}

function overview(since: string, sort: ServiceSort) {
  return queryOptions({
    queryKey: ['overview', since, sort],
    queryFn: async ({ signal }) => await getOne<WireOverview>('/overview', signal, { since, sort }),
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
        <GuardedButton scope="sbom:upload" loading={retry.isPending} onClick={() => retry.mutate()}>
          Retry all
        </GuardedButton>
        {retry.isSuccess && <output>Retrying {countOf(retry.data, 'analysis', 'analyses')}.</output>}
      </div>
      {retry.error !== null && <Problem error={retry.error} />}
    </Notice>
  );
}
