/** Calls from an entry point to the vulnerable function, or places that use the package, in order. */
import type { WireReason } from '../../../src/api/contract/findings/relevance.ts';
import { UntrustedCode } from '../../parts/values/untrusted-code.tsx';
import { countOf } from '../../text/format/counts.ts';
import styles from './decision.module.css';

type Trace = NonNullable<WireReason['trace']>;
type Frame = Trace['frames'][number];

/** A longer trace starts closed. */
const OPEN_FRAMES_MAX = 8;

export function CallTrace({ trace: { frames, omitted }, code }: { readonly trace: Trace; readonly code: string }) {
  const [label, noun] = code === 'called' ? ['Call trace', 'call'] : ['Used in', 'place'];
  return (
    <details className={styles.more} open={frames.length <= OPEN_FRAMES_MAX}>
      <summary>
        {label} ({countOf(frames.length, noun)})
      </summary>
      {omitted > 0 && <p className={styles.muted}>{countOf(omitted, `earlier ${noun}`)} not shown.</p>}
      <ol className={styles.trace}>
        {frames.map((frame, index) => (
          <li key={index}>
            <FrameText frame={frame} />
          </li>
        ))}
      </ol>
    </details>
  );
}

function FrameText({ frame: { function: name, package: of, file, line } }: { readonly frame: Frame }) {
  const called = [of, name].filter((part) => part !== null).join('.');
  const place = [file, line].filter((part) => part !== null).join(':');
  return (
    <>
      {called !== '' && <UntrustedCode text={called} charactersMax={200} />}
      {place !== '' && (
        <span className={styles.place}>
          <UntrustedCode text={place} charactersMax={200} />
        </span>
      )}
    </>
  );
}
