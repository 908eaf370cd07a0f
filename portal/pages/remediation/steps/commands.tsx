/** Commands to copy, for one package manager at a time. Without a command, it says why and what to do instead. */
import { useRef, type Ref, useSyncExternalStore } from 'react';
import type { WireAction, WireCommand } from '../../../../src/api/contract/findings/remediation.ts';
import { useShortcut } from '../../../keyboard/use-shortcut.ts';
import { CommandBlock } from '../../../parts/actions/command-block.tsx';
import { UntrustedText } from '../../../parts/values/untrusted-text.tsx';
import { UNSAFE_NAME } from '../text/step-text.ts';
import { toVisibleText } from '../../../text/untrusted/visible-text.ts';
import styles from './step-options.module.css';

// The package manager of the user. A choice at one step applies to all steps and findings, because a team uses one per
// ecosystem. It is kept only in memory, until the tab is closed.

/** Most recent first: one for npm packages, one for Python, and so on. */
let preferredManagers: readonly string[] = [];
const listeners = new Set<() => void>();

/** Returns one of the offered managers; undefined if none is offered. */
function usePackageManager(managers: readonly string[]): readonly [string | undefined, (manager: string) => void] {
  const newest = useSyncExternalStore(subscribe, () => preferredManagers);
  return [newest.find((manager) => managers.includes(manager)) ?? managers[0], preferManager];
}

function preferManager(manager: string): void {
  preferredManagers = [manager, ...preferredManagers.filter((each) => each !== manager)];
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export interface CommandsProps {
  readonly answer: Pick<WireAction, 'commands' | 'commandReason' | 'sentence'>;
  /** Subject of the commands, for screen readers. */
  readonly name: string;
  /** A shortcut copies the first visible command, in the drawer of a finding. */
  readonly hasKey?: boolean;
}

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
