/** Changed findings with their causes. A present finding links to its version, a resolved one to its history. */
import { Link } from '@tanstack/react-router';
import type { WireDiff } from '../../../src/api/contract/history/diff.ts';
import { UntrustedText } from '../../parts/values/untrusted-text.tsx';
import { SeverityChip } from '../../parts/severity/severity-chip.tsx';
import { TableRegion } from '../../parts/layout/table-region.tsx';
import { describeEvidence } from '../../text/history/evidence-text.ts';
import { countOf } from '../../text/format/counts.ts';
import { describeFix } from '../../text/findings/fix-text.ts';
import { CAUSE_LABELS } from '../../text/history/finding-history-text.ts';
import styles from './compare.module.css';

type Explained = WireDiff['findings']['introduced'][number];
/** A finding of an image that was not uploaded has no cause. */
type Shown = Omit<Explained, 'cause' | 'evidence'> & Partial<Pick<Explained, 'cause' | 'evidence'>>;

export interface ChangedFindingsProps {
  readonly service: string;
  readonly label: string;
  /** The version that contains them; undefined if they are gone. */
  readonly version: string | undefined;
  readonly findings: readonly Shown[];
  /** Total, including findings that the API left out. */
  readonly count: number;
  readonly none: string;
  readonly isNarrowed: boolean;
}

export function ChangedFindings({ service, label, version, findings, count, none, isNarrowed }: ChangedFindingsProps) {
  if (findings.length === 0)
    return <p className={styles.muted}>{isNarrowed && count > 0 ? 'No findings with this cause.' : none}</p>;
  return (
    <>
      <TableRegion label={label}>
        <table className={styles.findings}>
          <thead>
            <tr>
              <th scope="col">Severity</th>
              <th scope="col">Vulnerability</th>
              <th scope="col">Component</th>
              <th scope="col">Cause</th>
              <th scope="col">Fix</th>
            </tr>
          </thead>
          <tbody>
            {findings.map((finding) => (
              <FindingRow key={finding.id} service={service} version={version} finding={finding} />
            ))}
          </tbody>
        </table>
      </TableRegion>
      {!isNarrowed && count > findings.length && (
        <p className={styles.muted}>{countOf(count - findings.length, 'less severe finding')} not shown.</p>
      )}
    </>
  );
}

interface FindingRowProps {
  readonly service: string;
  readonly version: string | undefined;
  readonly finding: Shown;
}

function FindingRow({ service, version, finding }: FindingRowProps) {
  const { id, vulnerability, component, fix, cause, evidence } = finding;
  const { text, isVersion } = describeFix(fix);
  const why = evidence === undefined ? '' : describeEvidence(evidence);
  const name = <UntrustedText text={vulnerability.id} charactersMax={32} />;
  return (
    <tr>
      <td>
        <SeverityChip severity={vulnerability.severity} />
      </td>
      <td>
        {version === undefined ? (
          <Link to="/services/$service/cve/$id" params={{ service, id: vulnerability.id }}>
            {name}
          </Link>
        ) : (
          <Link to="/services/$service/versions/$version" params={{ service, version }} search={{ finding: id }}>
            {name}
          </Link>
        )}
        <span className={styles.under}>
          <UntrustedText text={vulnerability.title} charactersMax={160} />
        </span>
      </td>
      <td>
        <UntrustedText text={component.name} charactersMax={64} />{' '}
        <code>
          <UntrustedText text={component.version} charactersMax={40} />
        </code>
      </td>
      <td>
        {cause === undefined ? 'Not uploaded yet' : CAUSE_LABELS[cause]}
        {why !== '' && (
          <span className={styles.under}>
            <UntrustedText text={why} charactersMax={160} />
          </span>
        )}
      </td>
      <td className={isVersion ? styles.fixed : styles.muted}>
        <UntrustedText text={text} charactersMax={32} />
      </td>
    </tr>
  );
}
