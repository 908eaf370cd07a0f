/** Lets less important requests of a page wait for the important ones. */
import { useIsFetching } from '@tanstack/react-query';
import { useEffect, useState } from 'react';

/** Becomes true when the current requests are answered and the answers are painted, and stays true. */
export function usePainted(): boolean {
  const isFetching = useIsFetching() > 0;
  const [isPainted, setIsPainted] = useState(false);
  useEffect(() => {
    if (isFetching || isPainted) return;
    let timer: number | undefined;
    // A frame is painted after its callback.
    const frame = requestAnimationFrame(() => {
      timer = window.setTimeout(() => setIsPainted(true));
    });
    return () => {
      cancelAnimationFrame(frame);
      window.clearTimeout(timer);
    };
  }, [isFetching, isPainted]);
  return isPainted;
}
