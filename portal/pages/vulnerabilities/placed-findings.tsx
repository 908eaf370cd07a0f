/** Findings of several services, each with its location. */
import { Link } from '@tanstack/react-router';
import type { WirePlacedFinding } from '../../../src/api/contract/findings/finding.ts';
import { Age } from '../../parts/values/age.tsx';
import { UntrustedText } from '../../parts/values/untrusted-text.tsx';
import { ScrollingTable } from '../../parts/layout/table-region.tsx';
import { useNow } from '../../parts/values/use-now.ts';
import { describeStatus } from '../../text/findings/finding-text.ts';
import { toVisibleText } from '../../text/untrusted/visible-text.ts';
import { CELLS } from '../findings/finding-cells.tsx';
import cardStyles from '../../parts/layout/card-table.module.css';
import styles from './vulnerabilities.module.css';

const COLUMNS = ['priority', 'severity', 'component', 'fix'] as const;

export function PlacedFindings({
  findings,
  label,
}: {
  readonly findings: readonly WirePlacedFinding[];
  readonly label: string;
}) {
  const nowMs = useNow();
  return (
    <ScrollingTable
      label={label}
      className={`${styles.findings} ${cardStyles.cards}`}
      columns={['Priority', 'Severity', 'Vulnerability', 'Service and version', 'Component', 'Fix', 'Status']}
    >
      {findings.map((finding) => (
        <FindingRow key={finding.id} finding={finding} nowMs={nowMs} />
      ))}
    </ScrollingTable>
  );
}

function FindingRow({ finding, nowMs }: { readonly finding: WirePlacedFinding; readonly nowMs: number }) {
  const { id, vulnerability, service, version } = finding;
  const [priority, severity, ...rest] = COLUMNS.map((column) => {
    const Cell = CELLS[column];
    return (
      <td key={column}>
        <Cell finding={finding} nowMs={nowMs} />
      </td>
    );
  });
  return (
    <tr>
      {priority}
      {severity}
      <td>
        <Link to="/vulnerabilities/$id" params={{ id: vulnerability.id }}>
          <UntrustedText text={vulnerability.id} charactersMax={32} />
        </Link>
        <span className={styles.title} title={toVisibleText(vulnerability.title)}>
          <UntrustedText text={vulnerability.title} charactersMax={400} />
        </span>
      </td>
      <td>
        <Link
          to="/services/$service/versions/$version"
          params={{ service: service.name, version: version.name }}
          search={{ finding: id }}
        >
          <UntrustedText text={`${service.name} ${version.name}`} charactersMax={64} />
        </Link>
      </td>
      {rest}
      <td>
        {describeStatus(finding).text}
        <span className={styles.under}>
          <Age instant={finding.firstSeen.at} />
        </span>
      </td>
    </tr>
  );
}
