/** How long ago, kept true while the page is open, with the exact instant for who points at it. */
import { useEffect, useState } from 'react';
import { toAge, toInstant } from '../wording/age.ts';

const REFRESH_MS = 30_000;

export function Age({ instant }: { readonly instant: string }) {
  const [nowMs, setNowMs] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNowMs(Date.now()), REFRESH_MS);
    return () => clearInterval(timer);
  }, []);
  return (
    <time dateTime={instant} title={toInstant(instant)}>
      {toAge(instant, nowMs)}
    </time>
  );
}
