/** The first findings of all services that match a filter, and a link to all of them. */
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { WirePlacedFinding } from '../../../src/api/contract/findings/finding.ts';
import { getList } from '../../api/api-client.ts';
import { VersionLink } from '../../parts/navigation/service-links.tsx';
import { UntrustedText } from '../../parts/values/untrusted-text.tsx';
import { LoadingOrProblem } from '../../parts/feedback/loading.tsx';
import { PathLink } from '../../parts/navigation/path-link.tsx';
import { SeverityChip } from '../../parts/severity/severity-chip.tsx';
import { ScrollingTable } from '../../parts/layout/table-region.tsx';
import { useNow } from '../../parts/values/use-now.ts';
import { countOf } from '../../text/format/counts.ts';
import { describeFix, findDueDate, toDueText } from '../../text/findings/finding-text.ts';
import cardStyles from '../../parts/layout/card-table.module.css';
import styles from './overview.module.css';

interface UrgentFindingsProps {
  readonly id: string;
  readonly title: string;
  /** Filter of the API, also used by the full list. */
  readonly filter: Readonly<Record<string, boolean>>;
  /** Text if there are none; without it, the section is left out. */
  readonly none?: string;
}

export function UrgentFindings({ id, title, filter, none }: UrgentFindingsProps) {
  const { data, error } = useQuery(urgentFindings(filter));
  if (none === undefined && error === null && (data === undefined || data.total === 0)) return null;
  const query = new URLSearchParams(Object.entries(filter).map(([name, value]) => [name, String(value)]));
  return (
    <section aria-labelledby={id} className={styles.section}>
      <div className={styles.head}>
        <h2 id={id}>{title}</h2>
        {data !== undefined && data.total > 0 && (
          <PathLink path={`/vulnerabilities?group=none&${query.toString()}`}>
            All {countOf(data.total, 'finding')}
            {data.hasMore && ' and more'}
          </PathLink>
        )}
      </div>
      <LoadingOrProblem data={data} error={error} rows={3} />
      {data?.total === 0 && <p className={styles.muted}>{none}</p>}
      {data !== undefined && data.total > 0 && <FindingTable label={title} findings={data.items} />}
    </section>
  );
}

function urgentFindings(filter: UrgentFindingsProps['filter']) {
  return queryOptions({
    queryKey: ['findings', 'urgent', filter],
    queryFn: async ({ signal }) => await getList<WirePlacedFinding>('/finding', signal, { ...filter, limit: 8 }),
    placeholderData: keepPreviousData,
  });
}

interface FindingTableProps {
  readonly label: string;
  readonly findings: readonly WirePlacedFinding[];
}

function FindingTable({ label, findings }: FindingTableProps) {
  return (
    <ScrollingTable
      label={`${label}: findings`}
      className={`${styles.table} ${styles.findings} ${cardStyles.cards}`}
      columns={['Priority', 'Severity', 'Vulnerability', 'Component', 'Fix', 'Service and version']}
    >
      {findings.map((finding) => (
        <FindingRow key={finding.id} finding={finding} />
      ))}
    </ScrollingTable>
  );
}

function FindingRow({ finding }: { readonly finding: WirePlacedFinding }) {
  const { id, vulnerability, component, fix, priority, service, version } = finding;
  const nowMs = useNow();
  const isExploited = vulnerability.kev !== null;
  const due = toDueText(findDueDate(finding), nowMs) ?? (isExploited ? 'Exploited' : undefined);
  const { text, isVersion } = describeFix(fix);
  return (
    <tr>
      <td>
        <b>{priority.band}</b>{' '}
        {due !== undefined && <span className={isExploited ? styles.exploited : undefined}>{due}</span>}
      </td>
      <td>
        <SeverityChip severity={vulnerability.severity} />
      </td>
      <td>
        <Link
          to="/services/$service/versions/$version"
          params={{ service: service.name, version: version.name }}
          search={{ finding: id }}
        >
          <UntrustedText text={vulnerability.id} charactersMax={32} />
        </Link>{' '}
        <span className={styles.muted}>
          <UntrustedText text={vulnerability.title} charactersMax={160} />
        </span>
      </td>
      <td>
        <UntrustedText text={`${component.name} ${component.version}`} charactersMax={48} />
      </td>
      <td className={isVersion ? styles.fixed : styles.muted}>
        <UntrustedText text={text} charactersMax={28} />
      </td>
      <td>
        <VersionLink service={service.name} version={version.name} charactersMax={40} isFull />
      </td>
    </tr>
  );
}
