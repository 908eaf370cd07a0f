/** A shell command, token or link: shown in full, with wrapped lines, and copied verbatim. */
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
      <figure className={styles.text} aria-label={label}>
        <pre>{text}</pre>
      </figure>
      <CopyButton ref={copyRef} text={text} label={`Copy: ${label}`}>
        Copy
      </CopyButton>
    </div>
  );
}
