/** A shell command: shown and copied verbatim, in its own scroll area. */
import type { Ref } from 'react';
import styles from './command-block.module.css';
import { CopyButton } from './copy-button.tsx';

interface CommandBlockProps {
  readonly text: string;
  /** Label of the block: "Command", "Token". */
  readonly label: string;
  readonly copyRef?: Ref<HTMLButtonElement> | undefined;
}

export function CommandBlock({ text, label, copyRef = null }: CommandBlockProps) {
  return (
    <div className={styles.block}>
      {/* A scroll area must be reachable by keyboard. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <pre className={styles.text} tabIndex={0} aria-label={label}>
        {text}
      </pre>
      <CopyButton ref={copyRef} text={text} label={`Copy: ${label}`}>
        Copy
      </CopyButton>
    </div>
  );
}
