/** What was sent to a model and what it returned, as text. */
import { CopyButton } from '../../../parts/actions/copy-button.tsx';
import styles from './ai.module.css';

interface ExchangeBodies {
  readonly request: string;
  readonly response: string;
}

/** `about` names the call for screen readers. */
export function ExchangeShown({ bodies, about }: { readonly bodies: ExchangeBodies; readonly about: string }) {
  return (
    <>
      <BodyShown title="Sent" text={bodies.request} label={`Sent: ${about}`} />
      <BodyShown title="Received" text={bodies.response} label={`Received: ${about}`} />
    </>
  );
}

function BodyShown({ title, text, label }: { readonly title: string; readonly text: string; readonly label: string }) {
  return (
    <details className={styles.request}>
      <summary>{title}</summary>
      {/* A scroll area must be reachable by keyboard. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <pre className={styles.body} tabIndex={0} aria-label={label}>
        {text === '' ? 'Empty.' : toReadable(text)}
      </pre>
      <CopyButton text={text} label={`Copy ${label}`}>
        Copy
      </CopyButton>
    </details>
  );
}

/** For display only; copying uses the original text. */
export function toReadable(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2).replaceAll('\\n', '\n    ');
  } catch {
    return body;
  }
}
