/** Steps in order, with a line at the stop. A long plan is shown in portions. */
import { Button } from '@mantine/core';
import { Fragment, useEffect, useState } from 'react';
import type {
  WireRemediation,
  WireAction,
  WireRemainingCounts,
  WirePlannedFinding,
} from '../../../src/api/contract/findings/remediation.ts';
import { SEVERITIES } from '../../../src/core/vocabulary/severity.ts';
import type { BurnDownPoint } from './burn-down-points.ts';
import { countOf, formatCount } from '../../text/format/counts.ts';
import { UntrustedText } from '../../parts/values/untrusted-text.tsx';
import { useNow } from '../../parts/values/use-now.ts';
import { toDueText } from '../../text/findings/finding-text.ts';
import { describeFixes, describeUrgency, joinVersions, ACTION_KIND_LABELS } from './text/step-text.ts';
import { LazyDetails } from './steps/lazy-details.tsx';
import { StepFacts, VulnerabilityNames } from './steps/step-facts.tsx';
import { nameOf, StepOption, StepOptions } from './steps/step-options.tsx';
import { SeverityChip } from '../../parts/severity/severity-chip.tsx';
import { ViewLink } from '../../parts/navigation/view-link.tsx';
import { CLASS_LABELS } from '../../text/findings/filter-text.ts';
import { describeRemaining } from './text/plan-text.ts';
import styles from './remediation.module.css';
import chartStyles from '../../charts/charts.module.css';

const STEPS_PER_PORTION = 25;

interface PlanStepsProps {
  readonly plan: WireRemediation;
  readonly now: BurnDownPoint;
  readonly stop: number;
  /** The step that a link points to. */
  readonly targetId: string | undefined;
}

export function PlanSteps({ plan, now, stop, targetId }: PlanStepsProps) {
  const { actions, actionCount } = plan;
  const [portions, setPortions] = useState(1);
  const targetAt = targetId === undefined ? -1 : actions.findIndex(({ id }) => id === targetId);
  const count = Math.max(portions * STEPS_PER_PORTION, targetAt + 1);
  useEffect(() => {
    if (targetId === undefined || targetAt === -1) return;
    const step = document.querySelector<HTMLElement>(`#${CSS.escape(toStepId(targetId))}`);
    step?.scrollIntoView({ block: 'start' });
    step?.focus({ preventScroll: true });
  }, [targetId, targetAt]);
  const omitted = actionCount - actions.length;
  return (
    <>
      <ol className={styles.steps}>
        {actions.slice(0, count).map((action, index) => (
          <Fragment key={action.id}>
            {index === stop && stop > 0 && <li className={styles.stopLine}>Stop here</li>}
            <PlanStep
              action={action}
              step={index + 1}
              before={now}
              isBeyond={index >= stop}
              isTarget={action.id === targetId}
            />
          </Fragment>
        ))}
      </ol>
      {actions.length > count && (
        <Button variant="default" mt="sm" onClick={() => setPortions(portions + 1)}>
          Show {countOf(Math.min(STEPS_PER_PORTION, actions.length - count), 'more step')}
        </Button>
      )}
      {omitted > 0 && actions.length <= count && (
        <p className={styles.muted}>{countOf(omitted, 'less urgent step')} available in the API.</p>
      )}
    </>
  );
}

interface PlanStepProps {
  readonly action: WireAction;
  /** Starts at 1. */
  readonly step: number;
  readonly before: WireRemainingCounts;
  /** The step is after the stop. */
  readonly isBeyond: boolean;
  /** The target of a link. */
  readonly isTarget: boolean;
}

/** One step of a plan: action, urgency, distance, fixed findings, and commands. Alternatives to it can be selected. */
function PlanStep({ action, step, before, isBeyond, isTarget }: PlanStepProps) {
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
function toStepId(actionId: string): string {
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

interface PlannedFindingsProps {
  readonly findings: readonly WirePlannedFinding[];
  /** Total, including findings that were not sent. */
  readonly count: number;
  readonly label: string;
}

/** Findings of a plan. Each opens next to the plan. */
function PlannedFindings({ findings, count, label }: PlannedFindingsProps) {
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

interface RemainingBarProps {
  readonly before: WireRemainingCounts;
  readonly after: WireRemainingCounts;
}

/** Findings that remain after a step by severity: a thin bar whose length is the remaining share, with the number as text. */
function RemainingBar({ before, after }: RemainingBarProps) {
  const whole = Math.max(1, before.findings, after.findings);
  return (
    <div className={styles.remaining}>
      <span className={styles.bar} aria-hidden>
        {SEVERITIES.filter((severity) => after.bySeverity[severity] > 0).map((severity) => (
          <span
            key={severity}
            className={chartStyles[severity]}
            style={{ width: `${(after.bySeverity[severity] / whole) * 100}%` }}
          />
        ))}
      </span>
      <span className={styles.muted}>Remaining after this step: {describeRemaining(before, after)}</span>
    </div>
  );
}
