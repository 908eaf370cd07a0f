/** Untrusted name, version or title: rendered as text, with invisible characters shown, never wider than its container. */
import { cutMiddle, hasMixedScripts, toVisibleText } from '../../text/untrusted/visible-text.ts';
import styles from './untrusted-text.module.css';

interface UntrustedTextProps {
  readonly text: string;
  readonly charactersMax?: number;
}

export function UntrustedText({ text, charactersMax = 96 }: UntrustedTextProps) {
  const visible = toVisibleText(text);
  const shown = cutMiddle(visible, charactersMax);
  return (
    <>
      <bdi title={shown === visible ? undefined : visible}>{shown}</bdi>
      {hasMixedScripts(text) && <span className={styles.mark}>mixed alphabets</span>}
    </>
  );
}
