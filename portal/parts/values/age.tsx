/** Relative time, with the exact time as a tooltip. */
import { toAge, toInstant } from '../../text/format/time.ts';
import { useNow } from './use-now.ts';

export function Age({ instant }: { readonly instant: string }) {
  return <AgeAt instant={instant} nowMs={useNow()} />;
}

/** Without a timer of its own, for rows of a long table. */
export function AgeAt({ instant, nowMs }: { readonly instant: string; readonly nowMs: number }) {
  return (
    <time dateTime={instant} title={toInstant(instant)}>
      {toAge(instant, nowMs)}
    </time>
  );
}
