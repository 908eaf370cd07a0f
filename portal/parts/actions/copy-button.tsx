/** Copies a text to the clipboard verbatim and confirms it. */
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useEffect, useState, type Ref } from 'react';
import { announce } from '../../live/announce.ts';
import styles from './copy-button.module.css';

const SHOWN_MS = 2_000;

interface CopyButtonProps {
  readonly text: string;
  /** Accessible name: "Copy command". The confirmation uses the same words. */
  readonly label: string;
  /** Text instead of an icon alone. */
  readonly children?: string;
  readonly ref?: Ref<HTMLButtonElement>;
}

export function CopyButton({ text, label, children, ref }: CopyButtonProps) {
  const [outcome, setOutcome] = useState<'copied' | 'failed'>();
  useEffect(() => {
    if (outcome === undefined) return undefined;
    const timer = setTimeout(() => setOutcome(undefined), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [outcome]);
  const copy = async (): Promise<void> => {
    const done = await writeText(text);
    setOutcome(done);
    announce(nameOutcome(label, done));
  };
  const Icon = outcome === 'copied' ? IconCheck : IconCopy;
  return (
    <button
      ref={ref}
      type="button"
      className={styles.copy}
      aria-label={nameOutcome(label, outcome)}
      title={label}
      onClick={() => void copy()}
    >
      <Icon size={15} stroke={1.7} aria-hidden />
      {(children !== undefined || outcome === 'failed') && (
        // Keeps its width, so that nothing next to it moves.
        <span className={styles.text} data-before={children}>
          {outcome === undefined ? children : OUTCOME_LABELS[outcome]}
        </span>
      )}
    </button>
  );
}

const OUTCOME_LABELS = { copied: 'Copied', failed: 'Copy failed' } as const;

/** `Copied: Command for npm`. The visible text is part of the accessible name. */
function nameOutcome(label: string, outcome: keyof typeof OUTCOME_LABELS | undefined): string {
  if (outcome === undefined) return label;
  return outcome === 'copied' ? label.replace(/^Copy/, OUTCOME_LABELS.copied) : `${OUTCOME_LABELS.failed}: ${label}`;
}

/** Browsers offer no clipboard API over plain HTTP; copying a selection still works. */
async function writeText(text: string): Promise<'copied' | 'failed'> {
  try {
    await navigator.clipboard.writeText(text);
    return 'copied';
  } catch {
    return copyBySelection(text) ? 'copied' : 'failed';
  }
}

function copyBySelection(text: string): boolean {
  const area = document.createElement('textarea');
  area.value = text;
  // While a dialog is open, nothing outside it can be selected.
  (document.querySelector('dialog[open]') ?? document.body).append(area);
  area.select();
  const isCopied = document.execCommand('copy');
  area.remove();
  return isCopied;
}
