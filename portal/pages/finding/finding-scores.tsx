/** Published severity scores with their sources, and how the score of the finding was derived from them. */
import type { WireFinding } from '../../../src/api/contract/findings/finding.ts';
import { UntrustedCode } from '../../parts/values/untrusted-code.tsx';
import { UntrustedText } from '../../parts/values/untrusted-text.tsx';
import { toPercent } from '../../text/findings/filter-text.ts';
import styles from './finding-drawer.module.css';
import { useNow } from '../../parts/values/use-now.ts';
import { toDueText } from '../../text/findings/finding-text.ts';
import {
  BAND_LABELS,
  describeDeadline,
  describeDeadlineRule,
  describeFactor,
  FACTOR_LABELS,
  toProduct,
  toShort,
} from './explanation-text.ts';
import { Pair } from './finding-match.tsx';

export function FindingScores({ finding }: { readonly finding: WireFinding }) {
  const { vulnerability, priority } = finding;
  const { cvss, epss, kev, ssvc, cwes } = vulnerability;
  const { contextual } = priority;
  return (
    <dl className={styles.pairs}>
      {cvss.map(({ version, score, vector }) => (
        <Pair key={vector} name={`CVSS ${version}`}>
          <b>{score.toFixed(1)}</b> <UntrustedCode text={vector} charactersMax={160} />
        </Pair>
      ))}
      {contextual !== null && (
        <Pair name="CVSS in context">
          <b>{contextual.score.toFixed(1)}</b>{' '}
          {contextual.score === contextual.base ? '(as published)' : `(published: ${contextual.base.toFixed(1)})`}{' '}
          <UntrustedCode text={contextual.vector} charactersMax={200} />
        </Pair>
      )}
      <Pair name="Probability of exploitation (EPSS)">
        {epss === null ? 'unknown' : toPercent(epss.score)}
        {typeof epss?.percentile === 'number' && `, higher than ${toPercent(epss.percentile)} of all vulnerabilities`}
      </Pair>
      {ssvc !== null && (
        <Pair name="SSVC (CISA)">
          exploitation {ssvc.exploitation ?? 'unknown'}, automatable {toYesNo(ssvc.automatable)}, technical impact{' '}
          {ssvc.technicalImpact ?? 'unknown'}
        </Pair>
      )}
      {kev !== null && (
        <Pair name="Known exploited">
          since {kev.dateAdded}
          {kev.action !== null && (
            <>
              . <UntrustedText text={kev.action} charactersMax={400} />
            </>
          )}
        </Pair>
      )}
      {cwes.length > 0 && (
        <Pair name="Weaknesses">
          <UntrustedText text={cwes.join(', ')} charactersMax={200} />
        </Pair>
      )}
      <Pair name="Risk">
        <RiskBreakdown priority={priority} />
      </Pair>
      <Pair name="Deadline">
        <DeadlineText finding={finding} />
      </Pair>
    </dl>
  );
}

function toYesNo(value: boolean | null): string {
  if (value === null) return 'unknown';
  return value ? 'yes' : 'no';
}

/** Every factor, so that the number can be recomputed by hand. */
function RiskBreakdown({ priority: { risk, band, reasons } }: Pick<WireFinding, 'priority'>) {
  const product = toProduct(reasons);
  return (
    <>
      <b>{risk.toFixed(1)}</b> of 100, priority {BAND_LABELS[band]}
      {reasons.length > 0 && (
        <table className={styles.factors}>
          <caption className={styles.muted}>{product ?? 'Factors'}</caption>
          <tbody>
            {reasons.map((reason) => (
              <tr key={`${reason.factor} ${reason.code}`}>
                <th scope="row">{FACTOR_LABELS[reason.factor]}</th>
                <td>{toShort(reason.value)}</td>
                <td className={styles.from}>
                  <UntrustedText text={describeFactor(reason)} charactersMax={160} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </>
  );
}

function DeadlineText({ finding }: { readonly finding: WireFinding }) {
  const { deadline } = finding.priority;
  const { kev } = finding.vulnerability;
  const nowMs = useNow();
  if (deadline === null) return <>Set by the next analysis.</>;
  const due = toDueText(deadline.dueAt, nowMs);
  return (
    <>
      <b>{describeDeadline(deadline)}</b>
      {deadline.dueAt !== null && `, by ${deadline.dueAt.slice(0, 10)}${due === undefined ? '' : ` (${due})`}`}.{' '}
      <span className={styles.muted}>{describeDeadlineRule(deadline)}</span>
      {kev?.dueDate && <span className={styles.muted}> CISA KEV due date: {kev.dueDate}.</span>}
    </>
  );
}
