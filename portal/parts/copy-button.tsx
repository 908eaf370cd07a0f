/** Puts a text on the clipboard, exactly as it is, and says that it did. */
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { announce } from '../live/announce.ts';
import styles from './copy-button.module.css';

const SHOWN_MS = 2_000;

export interface CopyButtonProps {
  readonly text: string;
  /** What it is, for the name of the button: "Copy the command". */
  readonly label: string;
  /** Words instead of an icon alone. */
  readonly children?: string;
}

export function CopyButton({ text, label, children }: CopyButtonProps) {
  const [outcome, setOutcome] = useState<'copied' | 'refused'>();
  useEffect(() => {
    if (outcome === undefined) return undefined;
    const timer = setTimeout(() => setOutcome(undefined), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [outcome]);
  const copy = async (): Promise<void> => {
    setOutcome(await copyText(text));
  };
  const Icon = outcome === 'copied' ? IconCheck : IconCopy;
  return (
    <button type="button" className={styles.copy} aria-label={label} title={label} onClick={() => void copy()}>
      <Icon size={15} stroke={1.7} aria-hidden />
      {(children !== undefined || outcome === 'refused') && (
        <span>{outcome === undefined ? children : WORDS[outcome]}</span>
      )}
    </button>
  );
}

const WORDS = { copied: 'Copied', refused: 'The browser does not allow it' } as const;

/** For a key as well as for a button. */
export async function copyText(text: string): Promise<'copied' | 'refused'> {
  const outcome = await writeText(text);
  announce(WORDS[outcome]);
  return outcome;
}

/** Over plain HTTP a browser has no clipboard for scripts; a selection of the whole text then still works. */
async function writeText(text: string): Promise<'copied' | 'refused'> {
  try {
    await navigator.clipboard.writeText(text);
    return 'copied';
  } catch {
    return copyBySelection(text) ? 'copied' : 'refused';
  }
}

function copyBySelection(text: string): boolean {
  const area = document.createElement('textarea');
  area.value = text;
  // Inside of an open dialog nothing outside of it can be selected.
  (document.querySelector('dialog[open]') ?? document.body).append(area);
  area.select();
  const isCopied = document.execCommand('copy');
  area.remove();
  return isCopied;
}
