/** The first findings of all services that match a filter, and a link to all of them. */
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { WirePlacedFinding } from '../../../src/api/contract/findings/finding.ts';
import { UntrustedText } from '../../parts/values/untrusted-text.tsx';
import { Loading } from '../../parts/feedback/loading.tsx';
import { PathLink } from '../../parts/navigation/path-link.tsx';
import { Problem } from '../../parts/feedback/problem.tsx';
import { SeverityChip } from '../../parts/severity/severity-chip.tsx';
import { TableRegion } from '../../parts/layout/table-region.tsx';
import { useNow } from '../../parts/values/use-now.ts';
import { urgentFindings } from './overview-queries.ts';
import { countOf } from '../../text/format/counts.ts';
import { describeFix } from '../../text/findings/fix-text.ts';
import { toDueText } from '../../text/findings/finding-text.ts';
import styles from './overview.module.css';

export interface UrgentFindingsProps {
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
          <PathLink path={`/vulnerabilities?list=findings&${query.toString()}`}>
            All {countOf(data.total, 'finding')}
            {data.hasMore && ' and more'}
          </PathLink>
        )}
      </div>
      {error !== null && <Problem error={error} />}
      {data === undefined && error === null && <Loading rows={3} />}
      {data?.total === 0 && <p className={styles.muted}>{none}</p>}
      {data !== undefined && data.total > 0 && <FindingTable label={title} findings={data.items} />}
    </section>
  );
}

function FindingTable({
  label,
  findings,
}: {
  readonly label: string;
  readonly findings: readonly WirePlacedFinding[];
}) {
  return (
    <TableRegion label={`${label}: findings`}>
      <table className={`${styles.table} ${styles.findings}`}>
        <thead>
          <tr>
            <th scope="col">Priority</th>
            <th scope="col">Severity</th>
            <th scope="col">Vulnerability</th>
            <th scope="col">Component</th>
            <th scope="col">Fix</th>
            <th scope="col">Service and version</th>
          </tr>
        </thead>
        <tbody>
          {findings.map((finding) => (
            <FindingRow key={finding.id} finding={finding} />
          ))}
        </tbody>
      </table>
    </TableRegion>
  );
}

function FindingRow({ finding }: { readonly finding: WirePlacedFinding }) {
  const { id, vulnerability, component, fix, priority, service, version } = finding;
  const nowMs = useNow();
  const due = vulnerability.kev === null ? undefined : (toDueText(vulnerability.kev.dueDate, nowMs) ?? 'Exploited');
  const { text, isVersion } = describeFix(fix);
  return (
    <tr>
      <td>
        <b>{priority.band}</b> {due !== undefined && <span className={styles.exploited}>{due}</span>}
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
        <span className={styles.title}>
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
        <Link to="/services/$service/versions/$version" params={{ service: service.name, version: version.name }}>
          <UntrustedText text={`${service.name} ${version.name}`} charactersMax={40} />
        </Link>
      </td>
    </tr>
  );
}
