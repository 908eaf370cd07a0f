/** Ways to take a step: the recommended one and alternatives. One of them is shown, with its commands. */
import type { WireAction, WireActionAlternative } from '../../../../src/api/contract/findings/remediation.ts';
import { UntrustedText } from '../../../parts/values/untrusted-text.tsx';
import { countOf } from '../../../text/format/counts.ts';
import { BREAKING_LABELS, DISTANCE_LABELS, nameStepOption } from '../text/step-text.ts';
import { toVisibleText } from '../../../text/untrusted/visible-text.ts';
import { Commands } from './commands.tsx';
import styles from './step-options.module.css';

interface StepOptionsProps {
  readonly action: WireAction;
  readonly chosen: WireActionAlternative | undefined;
  readonly onChoose: (name: string | undefined) => void;
}

/** Stable across responses. */
export function nameOf({ kind, to, text }: WireActionAlternative): string {
  return `${kind} ${to} ${text}`;
}

export function StepOptions({ action: { package: found, kind, alternatives }, chosen, onChoose }: StepOptionsProps) {
  return (
    // A fieldset would be part of a form; this is only a list of buttons.
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
    <div role="group" aria-label={`Options for ${toVisibleText(found.name)}`} className={styles.options}>
      <button type="button" aria-pressed={chosen === undefined} onClick={() => onChoose(undefined)}>
        {nameStepOption({ kind, to: null })} (recommended)
      </button>
      {alternatives.map((option) => (
        <button
          key={nameOf(option)}
          type="button"
          aria-pressed={option === chosen}
          onClick={() => onChoose(nameOf(option))}
        >
          <UntrustedText text={nameStepOption(option)} charactersMax={80} />
        </button>
      ))}
    </div>
  );
}

interface StepOptionProps {
  readonly option: Pick<
    WireAction,
    'text' | 'claim' | 'distance' | 'breaking' | 'commands' | 'commandReason' | 'sentence'
  >;
  /** Number of fixed vulnerabilities; null if it is shown above. */
  readonly fixes: number | null;
  readonly name: string;
  /** Text of the heading, which is not repeated. */
  readonly headingText: string;
}

export function StepOption({ option, fixes, name, headingText }: StepOptionProps) {
  const { text, claim, distance, breaking } = option;
  return (
    <>
      <p>
        {text !== headingText && <UntrustedText text={text} charactersMax={1_200} />}{' '}
        {claim === 'unknown' && <span className={styles.doubt}>Unverified. </span>}
        <span className={styles.muted}>
          {DISTANCE_LABELS[distance]}. {BREAKING_LABELS[breaking]}.
          {fixes !== null && ` Fixes ${countOf(fixes, 'vulnerability', 'vulnerabilities')}.`}
        </span>
      </p>
      <Commands answer={option} name={name} />
    </>
  );
}
