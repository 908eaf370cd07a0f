/** Priority and deadline of a finding, with every factor, so that the number can be recomputed by hand. */
import type { WireFinding } from '../../../src/api/contract/findings/finding.ts';
import { UntrustedText } from '../../parts/values/untrusted-text.tsx';
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
} from './priority-text.ts';
import styles from './finding-drawer.module.css';
import own from './finding-priority.module.css';

type Priority = WireFinding['priority'];

export function RiskBreakdown({ priority }: { readonly priority: Priority }) {
  const { risk, band, reasons } = priority;
  const product = toProduct(reasons);
  return (
    <>
      <b>{risk.toFixed(1)}</b> of 100, priority {BAND_LABELS[band]}
      {reasons.length > 0 && (
        <table className={own.factors}>
          <caption className={styles.muted}>{product === undefined ? 'Factors' : product}</caption>
          <tbody>
            {reasons.map((reason) => (
              <tr key={`${reason.factor} ${reason.code}`}>
                <th scope="row">{FACTOR_LABELS[reason.factor]}</th>
                <td>{toShort(reason.value)}</td>
                <td className={own.from}>
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

export function DeadlineText({ finding }: { readonly finding: Pick<WireFinding, 'priority' | 'vulnerability'> }) {
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

/** Base and contextual vector side by side, to show the difference made by local knowledge. */
export function ContextualScore({ contextual }: { readonly contextual: NonNullable<Priority['contextual']> }) {
  const { vector, score, base } = contextual;
  return (
    <>
      <b>{score.toFixed(1)}</b> {score === base ? '(as published)' : `(published: ${base.toFixed(1)})`}{' '}
      <code>
        <UntrustedText text={vector} charactersMax={200} />
      </code>
    </>
  );
}
