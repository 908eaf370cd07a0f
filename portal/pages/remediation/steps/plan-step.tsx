/** One step of a plan: action, urgency, distance, fixed findings, and commands. Alternatives to it can be selected. */
import { useState } from 'react';
import type { WireAction, WireRemainingCounts } from '../../../../src/api/contract/findings/remediation.ts';
import { UntrustedText } from '../../../parts/values/untrusted-text.tsx';
import { useNow } from '../../../parts/values/use-now.ts';
import { countOf, formatCount } from '../../../text/format/counts.ts';
import { toDueText } from '../../../text/findings/finding-text.ts';
import { describeFixes, describeUrgency, joinVersions, ACTION_KIND_LABELS } from '../text/step-text.ts';
import { LazyDetails } from './lazy-details.tsx';
import { PlannedFindings } from './planned-findings.tsx';
import { RemainingBar } from './remaining-bar.tsx';
import styles from '../remediation.module.css';
import { StepFacts } from './step-facts.tsx';
import { nameOf, StepOption, StepOptions } from './step-options.tsx';
import { VulnerabilityNames } from './vulnerability-names.tsx';

export interface PlanStepProps {
  readonly action: WireAction;
  /** Starts at 1. */
  readonly step: number;
  readonly before: WireRemainingCounts;
  /** The step is after the stop. */
  readonly isBeyond: boolean;
  /** The target of a link. */
  readonly isTarget: boolean;
}

export function PlanStep({ action, step, before, isBeyond, isTarget }: PlanStepProps) {
  const { package: found, kind, from, to, after } = action;
  const [chosenName, setChosenName] = useState<string>();
  const chosen = action.alternatives.find((option) => nameOf(option) === chosenName);
  const headId = `${toStepId(action.id)}-head`;
  return (
    <li
      id={toStepId(action.id)}
      tabIndex={-1}
      aria-labelledby={headId}
      className={`${styles.step} ${isBeyond ? styles.beyond : ''} ${isTarget ? styles.target : ''}`}
    >
      <span className={styles.number} aria-hidden>
        {step}
      </span>
      <div className={styles.content}>
        <Urgency action={action} />
        <h3 id={headId} className={styles.what}>
          <span className={styles.kind}>{ACTION_KIND_LABELS[kind]}</span>{' '}
          <UntrustedText text={found.name} charactersMax={96} />{' '}
          {kind !== 'rebuild_base' && (from.length > 0 || to !== null) && (
            <span className={styles.versions}>
              <UntrustedText text={joinVersions(from)} charactersMax={64} />
              {to !== null && (
                <>
                  {' → '}
                  <b>
                    <UntrustedText text={to} charactersMax={48} />
                  </b>
                </>
              )}
            </span>
          )}
        </h3>
        <Gains action={action} />
        {action.alternatives.length > 0 && <StepOptions action={action} chosen={chosen} onChoose={setChosenName} />}
        <StepOption
          option={chosen ?? action}
          fixes={chosen?.fixes ?? null}
          name={found.name}
          headingText={`Upgrade ${found.name} to ${to}.`}
        />
        {action.claim === 'known' && <RemainingBar before={before} after={after} />}
        <LazyDetails summary={`Details of step ${formatCount(step)}`}>
          {() => (
            <>
              <StepFacts action={action} />
              {action.fixes.length > 0 && (
                <PlannedFindings
                  findings={action.fixes}
                  count={action.fixesCount}
                  label={`Findings that step ${formatCount(step)} ${action.claim === 'known' ? 'fixes' : 'may fix'}`}
                />
              )}
            </>
          )}
        </LazyDetails>
      </div>
    </li>
  );
}

/** Element id that links point to. */
export function toStepId(actionId: string): string {
  return `step-${actionId}`;
}

function Urgency({ action }: { readonly action: WireAction }) {
  const urgency = describeUrgency(action);
  const due = useDue(action);
  if (urgency === undefined) return null;
  return (
    <p className={styles.facts}>
      <span className={styles.urgent}>{urgency}</span>
      {due !== undefined && <span>{due}</span>}
    </p>
  );
}

/** `due in 3 days, by 2026-11-18` */
function useDue({ dueAt }: WireAction): string | undefined {
  const text = toDueText(dueAt, useNow());
  return text === undefined ? undefined : `${text}, by ${dueAt?.slice(0, 10)}`;
}

function Gains({ action }: { readonly action: WireAction }) {
  const { introduces, remaining, images, urgent } = action;
  const due = useDue(action);
  const facts = [
    ...(remaining.length > 0 ? [`${countOf(remaining.length, 'vulnerability', 'vulnerabilities')} remaining`] : []),
    ...(images.length > 1 ? [`in ${countOf(images.length, 'image')}`] : []),
    ...(urgent || due === undefined ? [] : [due]),
  ];
  return (
    <>
      <p>
        <b>{describeFixes(action)}</b>
        {facts.map((fact) => `; ${fact}`)}
      </p>
      {introduces.length > 0 && (
        <p className={styles.doubt}>
          Introduces <VulnerabilityNames names={introduces} />
        </p>
      )}
    </>
  );
}
