/** Relative time, with the exact time as a tooltip. */
import { toAge, toInstant } from '../../text/format/time.ts';
import { useNow } from './use-now.ts';

export function Age({ instant }: { readonly instant: string }) {
  return (
    <time dateTime={instant} title={toInstant(instant)}>
      {toAge(instant, useNow())}
    </time>
  );
}
