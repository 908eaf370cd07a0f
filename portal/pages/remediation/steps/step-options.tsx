/** Ways to take a step: the recommended one and alternatives. One of them is shown, with its commands. */
import { useRef, type Ref } from 'react';
import type {
  WireAction,
  WireActionAlternative,
  WireCommand,
} from '../../../../src/api/contract/findings/remediation.ts';
import { UntrustedText } from '../../../parts/values/untrusted-text.tsx';
import { countOf } from '../../../text/format/counts.ts';
import { BREAKING_LABELS, DISTANCE_LABELS, nameStepOption, UNSAFE_NAME } from '../text/step-text.ts';
import { toVisibleText } from '../../../text/untrusted/visible-text.ts';
import { useShortcut } from '../../../keyboard/use-shortcut.ts';
import { createSharedValue, useSharedValue } from '../../../live/shared-value.ts';
import { CommandBlock } from '../../../parts/actions/command-block.tsx';
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

// The package manager of the user. A choice at one step applies to all steps and findings, because a team uses one per
// ecosystem. It is kept only in memory, until the tab is closed. Most recent first: one for npm packages, one for Python, and so on.
const preferredManagers = createSharedValue<readonly string[]>([]);

/** Returns one of the offered managers; undefined if none is offered. */
function usePackageManager(managers: readonly string[]): readonly [string | undefined, (manager: string) => void] {
  const newest = useSharedValue(preferredManagers);
  return [newest.find((manager) => managers.includes(manager)) ?? managers[0], preferManager];
}

function preferManager(manager: string): void {
  preferredManagers.set([manager, ...preferredManagers.get().filter((each) => each !== manager)]);
}

interface CommandsProps {
  readonly answer: Pick<WireAction, 'commands' | 'commandReason' | 'sentence'>;
  /** Subject of the commands, for screen readers. */
  readonly name: string;
  /** A shortcut copies the first visible command, in the drawer of a finding. */
  readonly hasKey?: boolean;
}

/** Commands to copy, for one package manager at a time. Without a command, it says why and what to do instead. */
export function Commands({ answer: { commands, commandReason, sentence }, name, hasKey = false }: CommandsProps) {
  const managers = [...new Set(commands.map(({ manager }) => manager))];
  const [chosen, choose] = usePackageManager(managers);
  const firstCopy = useRef<HTMLButtonElement>(null);
  const shown = commands.filter(({ manager }) => manager === chosen);
  return (
    <>
      {hasKey && shown.length > 0 && <CopyKey run={() => firstCopy.current?.click()} />}
      {commandReason === 'unsafe_name' && <p className={styles.withheld}>{UNSAFE_NAME}</p>}
      {sentence !== null && (
        <p>
          <UntrustedText text={sentence} charactersMax={600} />
        </p>
      )}
      {managers.length > 1 && (
        // A fieldset would be part of a form; this is only a list of buttons.
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
        <div role="group" aria-label={`Package manager for ${toVisibleText(name)}`} className={styles.managers}>
          {managers.map((manager) => (
            <button key={manager} type="button" aria-pressed={manager === chosen} onClick={() => choose(manager)}>
              {manager}
            </button>
          ))}
        </div>
      )}
      {shown.map((command, index) => (
        <CommandText
          key={`${command.form} ${command.file} ${command.text}`}
          command={command}
          name={name}
          copyRef={index === 0 ? firstCopy : undefined}
        />
      ))}
    </>
  );
}

/** Clicks the button, which then shows what was copied. */
function CopyKey({ run }: { readonly run: () => void }) {
  useShortcut({
    keys: 'y',
    label: 'Copy command',
    group: 'Finding',
    isInDialog: true,
    run,
  });
  return null;
}

interface CommandTextProps {
  readonly command: WireCommand;
  readonly name: string;
  readonly copyRef: Ref<HTMLButtonElement> | undefined;
}

function CommandText({ command, name, copyRef }: CommandTextProps) {
  const { manager, form, text, file, note } = command;
  return (
    <div className={styles.command}>
      {form !== 'shell' && (
        <p className={styles.muted}>In {file ?? (form === 'dockerfile' ? 'the Dockerfile' : 'a file')}:</p>
      )}
      <CommandBlock
        copyRef={copyRef}
        text={text}
        label={`${form === 'shell' ? 'Command' : 'Lines'} for ${manager}: ${toVisibleText(name)}`}
      />
      {note !== null && <p className={styles.muted}>{note}</p>}
    </div>
  );
}
