/** All versions of the package in use, with the findings in each. */
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { SEVERITIES } from '../../../src/core/vocabulary/severity.ts';
import type { WireComponentUses } from '../../../src/api/contract/services/component.ts';
import type { WirePlacedFinding } from '../../../src/api/contract/findings/finding.ts';
import { UntrustedText } from '../../parts/values/untrusted-text.tsx';
import { Loading } from '../../parts/feedback/loading.tsx';
import { Problem } from '../../parts/feedback/problem.tsx';
import { Section } from '../../parts/layout/section.tsx';
import { SeverityChip } from '../../parts/severity/severity-chip.tsx';
import { TableRegion } from '../../parts/layout/table-region.tsx';
import { packageFindings } from '../../queries/findings/organization-findings.ts';
import { samePackage } from './component-queries.ts';
import { formatCount } from '../../text/format/counts.ts';
import styles from './component.module.css';

export function PackageVersions({ component }: { readonly component: WireComponentUses }) {
  const versions = useQuery(samePackage(component));
  const findings = useQuery(packageFindings(component.name));
  // Counts of an incomplete list would be too small.
  const isWhole = findings.data !== undefined && findings.data.items.length >= findings.data.total;
  const error = versions.error ?? findings.error;
  return (
    <Section
      title={`Versions in use${versions.data === undefined ? '' : ` (${formatCount(versions.data.length)})`}`}
      actions={
        findings.data !== undefined && (
          <Link to="/vulnerabilities" search={{ list: 'findings', package: component.name }}>
            {formatCount(findings.data.total)} open {findings.data.total === 1 ? 'finding' : 'findings'} in newest
            versions
          </Link>
        )
      }
    >
      {error !== null && <Problem error={error} />}
      {versions.data === undefined && versions.error === null && <Loading rows={2} />}
      {versions.data !== undefined && (
        <TableRegion label="Versions in use">
          <table className={styles.table}>
            <thead>
              <tr>
                <th scope="col">Version</th>
                <th scope="col">Open findings</th>
              </tr>
            </thead>
            <tbody>
              {versions.data.map(({ id, version }) => (
                <tr key={id} aria-current={id === component.id ? 'true' : undefined}>
                  <td>
                    <Link to="/components/$component" params={{ component: id }}>
                      <code>
                        <UntrustedText text={version ?? 'no version'} charactersMax={48} />
                      </code>
                    </Link>
                    {id === component.id && <span className={styles.muted}> (current)</span>}
                  </td>
                  <td>{isWhole ? <Found findings={ofComponent(findings.data.items, id)} /> : <span>–</span>}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </TableRegion>
      )}
    </Section>
  );
}

function ofComponent(findings: readonly WirePlacedFinding[], id: string): WirePlacedFinding[] {
  return findings.filter(({ component }) => component.id === id);
}

const NAMED = 6;

/** Lists each vulnerability once, however many services have it. */
function Found({ findings }: { readonly findings: readonly WirePlacedFinding[] }) {
  const known = [...new Map(findings.map(({ vulnerability }) => [vulnerability.id, vulnerability])).values()].toSorted(
    (a, b) => SEVERITIES.indexOf(a.severity) - SEVERITIES.indexOf(b.severity),
  );
  if (known.length === 0) return <span className={styles.muted}>None known</span>;
  return (
    <ul className={styles.found}>
      {known.slice(0, NAMED).map(({ id, severity }) => (
        <li key={id}>
          <SeverityChip severity={severity} />{' '}
          <Link to="/vulnerabilities/$id" params={{ id }}>
            <UntrustedText text={id} charactersMax={32} />
          </Link>
        </li>
      ))}
      {known.length > NAMED && <li className={styles.muted}>and {formatCount(known.length - NAMED)} more</li>}
    </ul>
  );
}
