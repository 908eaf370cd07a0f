/** Current time in milliseconds, updated while the page is open. */
import { useEffect, useState } from 'react';

const REFRESH_MS = 30_000;

export function useNow(): number {
  const [nowMs, setNowMs] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNowMs(Date.now()), REFRESH_MS);
    return () => clearInterval(timer);
  }, []);
  return nowMs;
}
