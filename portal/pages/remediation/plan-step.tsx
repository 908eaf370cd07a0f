/** One thing to do: what, why now, how far it goes, what it ends, and what to type. Other ways to the same end are choices of it. */
import { useState } from 'react';
import type { WireAction, WireActionAlternative, WireRemainingCounts } from '../../../src/api/contract/remediation.ts';
import { HostileText } from '../../parts/hostile-text.tsx';
import { useNow } from '../../parts/use-now.ts';
import { countOf, formatCount } from '../../wording/counts.ts';
import { toDueWords } from '../../wording/finding-words.ts';
import {
  BREAKING_WORDS,
  describeEnds,
  describeUrgency,
  DISTANCE_WORDS,
  joinVersions,
  KIND_WORDS,
  nameAlternative,
} from '../../wording/remediation-words.ts';
import { toVisibleText } from '../../wording/visible-text.ts';
import { Commands } from './commands.tsx';
import { LazyDetails } from './lazy-details.tsx';
import { PlannedFindings } from './planned-findings.tsx';
import { RemainingBar } from './remaining-bar.tsx';
import styles from './remediation.module.css';
import { StepFacts } from './step-facts.tsx';
import { VulnerabilityNames } from './vulnerability-names.tsx';

export interface PlanStepProps {
  readonly action: WireAction;
  /** From 1. */
  readonly step: number;
  readonly before: WireRemainingCounts;
  /** Somebody does not want to go that far. */
  readonly isBeyond: boolean;
  /** A link has led here. */
  readonly isMeant: boolean;
}

export function PlanStep({ action, step, before, isBeyond, isMeant }: PlanStepProps) {
  const { package: found, kind, from, to, after } = action;
  const [chosen, setChosen] = useState<WireActionAlternative>();
  const headId = `${toStepId(action.id)}-head`;
  return (
    <li
      id={toStepId(action.id)}
      tabIndex={-1}
      aria-labelledby={headId}
      className={`${styles.step} ${isBeyond ? styles.beyond : ''} ${isMeant ? styles.meant : ''}`}
    >
      <span className={styles.number} aria-hidden>
        {step}
      </span>
      <div className={styles.content}>
        <Urgency action={action} />
        <h3 id={headId} className={styles.what}>
          <span className={styles.kind}>{KIND_WORDS[kind]}</span> <HostileText text={found.name} charactersMax={96} />{' '}
          {(from.length > 0 || to !== null) && (
            <span className={styles.versions}>
              <HostileText text={joinVersions(from)} charactersMax={64} />
              {to !== null && (
                <>
                  <span aria-hidden> → </span>
                  <span className={styles.hidden}> to </span>
                  <b>
                    <HostileText text={to} charactersMax={48} />
                  </b>
                </>
              )}
            </span>
          )}
        </h3>
        <Gains action={action} />
        {action.alternatives.length > 0 && <Ways action={action} chosen={chosen} onChoose={setChosen} />}
        <Way
          way={chosen ?? action}
          ends={chosen?.fixes ?? null}
          name={found.name}
          said={`Upgrade ${found.name} to ${to}.`}
        />
        <RemainingBar before={before} after={after} />
        <LazyDetails summary={`Details of step ${formatCount(step)}`}>
          {() => (
            <>
              <StepFacts action={action} />
              {action.fixes.length > 0 && (
                <PlannedFindings
                  findings={action.fixes}
                  count={action.fixesCount}
                  label={`Findings that step ${formatCount(step)} ends`}
                />
              )}
            </>
          )}
        </LazyDetails>
      </div>
    </li>
  );
}

/** Where a link leads. */
export function toStepId(actionId: string): string {
  return `step-${actionId}`;
}

function Urgency({ action }: { readonly action: WireAction }) {
  const nowMs = useNow();
  const urgency = describeUrgency(action);
  const due = toDueWords(action.dueAt, nowMs);
  const day = action.dueAt?.slice(0, 10);
  if (urgency === undefined && due === undefined) return null;
  return (
    <p className={styles.facts}>
      {urgency !== undefined && <span className={styles.urgent}>{urgency}</span>}
      {due !== undefined && (
        <span>
          {due}, by {day}
        </span>
      )}
    </p>
  );
}

function Gains({ action }: { readonly action: WireAction }) {
  const { introduces, remaining } = action;
  return (
    <>
      <p>
        <b>{describeEnds(action)}</b>
        {remaining.length > 0 &&
          `. ${countOf(remaining.length, 'vulnerability', 'vulnerabilities')} still there afterwards`}
        {action.images.length > 1 && `. In ${countOf(action.images.length, 'image')}`}
      </p>
      {introduces.length > 0 && (
        <p className={styles.doubt}>
          Brings <VulnerabilityNames names={introduces} />
        </p>
      )}
    </>
  );
}

interface WaysProps {
  readonly action: WireAction;
  readonly chosen: WireActionAlternative | undefined;
  readonly onChoose: (way: WireActionAlternative | undefined) => void;
}

function Ways({ action: { package: found, kind, alternatives }, chosen, onChoose }: WaysProps) {
  return (
    // A list of buttons is what it is; a fieldset would be part of a form.
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
    <div role="group" aria-label={`Ways for ${toVisibleText(found.name)}`} className={styles.ways}>
      <button type="button" aria-pressed={chosen === undefined} onClick={() => onChoose(undefined)}>
        {KIND_WORDS[kind]} (recommended)
      </button>
      {alternatives.map((way) => (
        <button
          key={`${way.kind} ${way.to} ${way.text}`}
          type="button"
          aria-pressed={way === chosen}
          onClick={() => onChoose(way)}
        >
          <HostileText text={nameAlternative(way)} charactersMax={80} />
        </button>
      ))}
    </div>
  );
}

interface WayProps {
  readonly way: Pick<
    WireAction,
    'text' | 'claim' | 'distance' | 'breaking' | 'commands' | 'commandReason' | 'sentence'
  >;
  /** How many vulnerabilities, where it is not said above. */
  readonly ends: number | null;
  readonly name: string;
  /** The heading says the same. */
  readonly said: string;
}

function Way({ way, ends, name, said }: WayProps) {
  const { text, claim, distance, breaking } = way;
  return (
    <>
      <p>
        {text !== said && <HostileText text={text} charactersMax={1_200} />}{' '}
        {claim === 'unknown' && (
          <span className={styles.doubt}>Nobody knows whether it helps; it is worth a look. </span>
        )}
        <span className={styles.muted}>
          {DISTANCE_WORDS[distance]}; {BREAKING_WORDS[breaking]} (a hint).
          {ends !== null && ` Ends ${countOf(ends, 'vulnerability', 'vulnerabilities')}.`}
        </span>
      </p>
      <Commands answer={way} name={name} />
    </>
  );
}
