/** Findings of a plan. Each opens next to the plan. */
import type { WirePlannedFinding } from '../../../../src/api/contract/findings/remediation.ts';
import { UntrustedText } from '../../../parts/values/untrusted-text.tsx';
import { SeverityChip } from '../../../parts/severity/severity-chip.tsx';
import { ViewLink } from '../../../parts/navigation/view-link.tsx';
import { countOf } from '../../../text/format/counts.ts';
import { CLASS_LABELS } from '../../../text/findings/filter-text.ts';
import styles from '../remediation.module.css';

export interface PlannedFindingsProps {
  readonly findings: readonly WirePlannedFinding[];
  /** Total, including findings that were not sent. */
  readonly count: number;
  readonly label: string;
}

export function PlannedFindings({ findings, count, label }: PlannedFindingsProps) {
  const more = count - findings.length;
  return (
    <>
      <ul className={styles.findings} aria-label={label}>
        {findings.map(({ id, vulnerability, severity, package: name, version, class: kind }) => (
          <li key={id}>
            <SeverityChip severity={severity} />{' '}
            <ViewLink view={(current) => ({ ...current, finding: id })}>
              <UntrustedText text={vulnerability} charactersMax={48} />
            </ViewLink>{' '}
            {kind !== 'vulnerability' && <b>{CLASS_LABELS[kind]} </b>}
            <span className={styles.muted}>
              in <UntrustedText text={name} charactersMax={64} /> <UntrustedText text={version} charactersMax={40} />
            </span>
          </li>
        ))}
      </ul>
      {more > 0 && <p className={styles.muted}>and {countOf(more, 'more finding')}</p>}
    </>
  );
}
