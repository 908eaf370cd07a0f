/** What to copy, one package manager at a time. Where there is nothing to copy it says why, and what to do instead. */
import { useState } from 'react';
import type { WireAction, WireCommand } from '../../../src/api/contract/remediation.ts';
import { CommandBlock } from '../../parts/command-block.tsx';
import { HostileText } from '../../parts/hostile-text.tsx';
import { UNSAFE_NAME } from '../../wording/remediation-words.ts';
import { toVisibleText } from '../../wording/visible-text.ts';
import styles from './ways.module.css';

export interface CommandsProps {
  readonly answer: Pick<WireAction, 'commands' | 'commandReason' | 'sentence'>;
  /** What the commands are about, for who does not see where they stand. */
  readonly name: string;
}

export function Commands({ answer: { commands, commandReason, sentence }, name }: CommandsProps) {
  const managers = [...new Set(commands.map(({ manager }) => manager))];
  const [wanted, setWanted] = useState<string>();
  const chosen = managers.find((manager) => manager === wanted) ?? managers[0];
  return (
    <>
      {commandReason === 'unsafe_name' && <p className={styles.withheld}>{UNSAFE_NAME}</p>}
      {sentence !== null && (
        <p>
          <HostileText text={sentence} charactersMax={600} />
        </p>
      )}
      {managers.length > 1 && (
        // A list of buttons is what it is; a fieldset would be part of a form.
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
        <div role="group" aria-label={`Package manager for ${toVisibleText(name)}`} className={styles.managers}>
          {managers.map((manager) => (
            <button key={manager} type="button" aria-pressed={manager === chosen} onClick={() => setWanted(manager)}>
              {manager}
            </button>
          ))}
        </div>
      )}
      {commands
        .filter(({ manager }) => manager === chosen)
        .map((command) => (
          <CommandText key={`${command.form} ${command.file} ${command.text}`} command={command} name={name} />
        ))}
    </>
  );
}

function CommandText({ command, name }: { readonly command: WireCommand; readonly name: string }) {
  const { manager, form, text, file, note } = command;
  return (
    <div className={styles.command}>
      {form !== 'shell' && (
        <p className={styles.muted}>In {file ?? (form === 'dockerfile' ? 'the Dockerfile' : 'a file')}:</p>
      )}
      <CommandBlock
        text={text}
        label={`${form === 'shell' ? 'Command' : 'Lines'} for ${manager}: ${toVisibleText(name)}`}
      />
      {note !== null && <p className={styles.muted}>{note}</p>}
    </div>
  );
}
