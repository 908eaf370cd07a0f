/** Findings that remain after all steps, with reasons. */
import type { WireRemediation } from '../../../src/api/contract/findings/remediation.ts';
import { UntrustedText } from '../../parts/values/untrusted-text.tsx';
import { Section } from '../../parts/layout/section.tsx';
import { SeverityChip } from '../../parts/severity/severity-chip.tsx';
import { ViewLink } from '../../parts/navigation/view-link.tsx';
import { countOf, formatCount } from '../../text/format/counts.ts';
import { describeResidual, groupResidual, type Residual } from './text/plan-text.ts';
import { LazyDetails } from './steps/lazy-details.tsx';
import styles from './remediation.module.css';

export function PlanResidual({ plan: { residual, residualCount } }: { readonly plan: WireRemediation }) {
  if (residualCount === 0) return null;
  const more = residualCount - residual.length;
  return (
    <Section title={`Remaining (${formatCount(residualCount)})`}>
      <div>
        {groupResidual(residual).map(([reason, rows]) => (
          <LazyDetails
            key={reason}
            summary={
              <>
                {describeResidual(reason)} <b>{formatCount(rows.length)}</b>
              </>
            }
          >
            {() => <Rows rows={rows} />}
          </LazyDetails>
        ))}
      </div>
      {more > 0 && <p className={styles.muted}>{countOf(more, 'less severe finding')} not listed.</p>}
    </Section>
  );
}

function Rows({ rows }: { readonly rows: readonly Residual[] }) {
  return (
    <ul className={styles.findings}>
      {rows.map(({ finding: { id, vulnerability, severity, package: name, version }, text }) => (
        <li key={id}>
          <SeverityChip severity={severity} />{' '}
          <ViewLink view={(current) => ({ ...current, finding: id })}>
            <UntrustedText text={vulnerability} charactersMax={48} />
          </ViewLink>{' '}
          in <UntrustedText text={name} charactersMax={64} /> <UntrustedText text={version} charactersMax={40} />
          <span className={styles.under}>
            <UntrustedText text={text} charactersMax={1_200} />
          </span>
        </li>
      ))}
    </ul>
  );
}
