/** Overview of an organization with services: changes first, then urgent findings, then coverage. */
import { useQuery } from '@tanstack/react-query';
import { PageHead } from '../../parts/page-head.tsx';
import { Problem } from '../../parts/problem.tsx';
import { Loading } from '../../parts/loading.tsx';
import { organizationSummary, overview } from '../../queries/overview.ts';
import { useMe } from '../../session.ts';
import { describeRemediationTimes } from '../../wording/remediation-time-words.ts';
import { useSince } from './use-since.ts';
import { Changes } from './changes.tsx';
import { FailedUploads } from './failed-uploads.tsx';
import styles from './overview.module.css';
import { RiskiestServices } from './riskiest-services.tsx';
import { OverviewSummary } from './standing.tsx';
import { UrgentFindings } from './urgent-findings.tsx';

export function Overview() {
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
      {data !== undefined && summary.data !== undefined && <OverviewSummary services={data.services} summary={summary.data} />}
      {times !== undefined && <p className={styles.times}>{times}</p>}
      {data?.failed !== undefined && data.failed.length > 0 && <FailedUploads failed={data.failed} />}
      {data?.changes && <Changes since={since} isVisit={isVisit} counts={data.changes} />}
      <UrgentFindings
        id="exploited"
        title="Known exploited"
        filter={{ kev: true }}
        none="No open finding is known to be exploited."
      />
      <UrgentFindings
        id="fixable"
        title="Next, with a fix"
        filter={{ fixable: true, kev: false }}
        none="No other open finding has a fixed version to go to."
      />
      <UrgentFindings id="suggested" title="Suggestions that wait for a person" filter={{ suggested: true }} />
      {data !== undefined && <RiskiestServices services={data.riskiest} total={data.services} />}
    </div>
  );
}
