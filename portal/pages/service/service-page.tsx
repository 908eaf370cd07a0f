/** One service: its newest and deployed versions, all versions, open questions, and the history of its findings. */
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import type { WireServiceHistory } from '../../../src/api/contract/history/history.ts';
import { isStatus } from '../../api/api-client.ts';
import { AgeBars } from '../../charts/age-bars.tsx';
import { ChangeBars } from '../../charts/change-bars.tsx';
import { describeRemediationTimes, hasAges, toChangePoints } from '../../charts/change-points.ts';
import { toDayPoints, toVersionPoints } from '../../charts/history-points.ts';
import { SeverityHistory } from '../../charts/severity-charts.tsx';
import { Choices } from '../../parts/navigation/choices.tsx';
import { UntrustedText } from '../../parts/values/untrusted-text.tsx';
import { LoadingOrProblem } from '../../parts/feedback/loading.tsx';
import { Notice } from '../../parts/feedback/notice.tsx';
import { NotFound } from '../../parts/feedback/not-found.tsx';
import { Skeleton, SkeletonBlock, SkeletonColumns, SkeletonRows } from '../../parts/feedback/skeleton.tsx';
import { PageHead } from '../../parts/layout/page-head.tsx';
import { Pager } from '../../parts/navigation/pager.tsx';
import { Section } from '../../parts/layout/section.tsx';
import { serviceAges, serviceHistory } from '../../queries/services/service-history.ts';
import { ITEMS_PER_PAGE, serviceDetails } from '../../queries/services/services.ts';
import { versionList } from '../../queries/services/versions.ts';
import { ServiceQuestions } from '../questions/service-questions.tsx';
import { CurrentVersions } from './current-versions.tsx';
import { VersionTable } from './version-table.tsx';
import styles from './service-page.module.css';

const route = getRouteApi('/services/$service');
const VERSIONS_COUNTED = 100;
const CHART_HEIGHT = '16rem';

export function ServicePage() {
  const { service } = route.useParams();
  // A different service is a different page: nothing of this one may show while the other loads.
  return <ServiceContent key={service} service={service} />;
}

function ServiceContent({ service }: { readonly service: string }) {
  const { offset = 0, chart } = route.useSearch();
  const details = useQuery(serviceDetails(service));
  const { data, error } = useQuery(versionList(service, { offset }));
  const newest = useQuery(versionList(service, { offset: 0 })).data?.items[0];
  const history = useQuery(serviceHistory(service, { limit: VERSIONS_COUNTED }));
  const ages = useQuery(serviceAges(service)).data;
  if (isStatus(error ?? details.error, 404)) return <NotFound />;
  const times = history.data && describeRemediationTimes(history.data.remediationTimes);
  const name = details.data?.name ?? service;
  const canCompare = (data?.total ?? 0) > 1;
  return (
    <>
      <PageHead
        title={name}
        trail={
          <li>
            <Link to="/services">Services</Link>
          </li>
        }
        actions={
          <>
            {canCompare && (
              <Link to="/services/$service/compare" params={{ service: name }} className={styles.action}>
                Compare versions
              </Link>
            )}
            <Link to="/services/$service/profile" params={{ service: name }} className={styles.action}>
              Security profiles
            </Link>
          </>
        }
      >
        <UntrustedText text={name} />
      </PageHead>
      <LoadingOrProblem data={data} error={error} shape={<ServiceSkeleton />} />
      {data?.total === 0 && <Notice kind="neutral">No versions uploaded yet.</Notice>}
      {data !== undefined && data.total > 0 && (
        <>
          <CurrentVersions service={name} newest={newest} history={history.data} />
          <Section
            title="Versions"
            actions={<Pager offset={offset} limit={ITEMS_PER_PAGE} total={data.total} noun="version" />}
          >
            <VersionTable service={name} versions={data.items} history={history.data} />
          </Section>
          <ServiceQuestions service={name} />
          <Section
            title="History"
            actions={
              <Choices
                label="Chart"
                choices={[
                  { name: 'By version', view: { chart: undefined }, isChosen: chart === undefined },
                  { name: 'Over time', view: { chart: 'time' }, isChosen: chart === 'time' },
                  { name: 'Introduced and fixed', view: { chart: 'changes' }, isChosen: chart === 'changes' },
                ]}
              />
            }
          >
            <LoadingOrProblem data={history.data} error={history.error} shape={<ChartSkeleton />} />
            {history.data !== undefined && <Chart service={name} history={history.data} by={chart ?? 'version'} />}
          </Section>
          {ages !== undefined && hasAges(ages) && (
            <Section title="Age and time to fix">
              <AgeBars ages={ages} />
              {times !== undefined && <p className={styles.muted}>{times}</p>}
            </Section>
          )}
        </>
      )}
    </>
  );
}

/** Current versions, table of versions, and chart. */
function ServiceSkeleton() {
  return (
    <Skeleton>
      <SkeletonColumns count={2} height="6.5rem" minWidth="15rem" />
      <SkeletonRows rows={6} />
      <SkeletonBlock height={CHART_HEIGHT} />
    </Skeleton>
  );
}

function ChartSkeleton() {
  return (
    <Skeleton>
      <SkeletonBlock height={CHART_HEIGHT} />
    </Skeleton>
  );
}

interface ChartProps {
  readonly service: string;
  readonly history: WireServiceHistory;
  readonly by: 'version' | 'time' | 'changes';
}

/** A single point is not a history. */
function Chart({ service, history, by }: ChartProps) {
  if (by === 'changes') {
    const changes = toChangePoints(history);
    if (changes.length > 0) return <ChangeBars service={service} points={changes} />;
    return <p className={styles.muted}>No version to compare with yet.</p>;
  }
  const points = by === 'version' ? toVersionPoints(history) : toDayPoints(history);
  if (points.length >= 2) return <SeverityHistory service={service} by={by} points={points} />;
  if (by === 'time' && points.length === 1)
    return <p className={styles.muted}>History over time starts tomorrow, after the first day with a result.</p>;
  return (
    <p className={styles.muted}>
      {points.length === 0 ? 'No versions analyzed yet.' : 'History starts with the next version.'}
    </p>
  );
}
