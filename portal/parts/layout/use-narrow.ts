/** Whether the window is as narrow as a phone. */
import { useSyncExternalStore } from 'react';

const NARROW = window.matchMedia('(max-width: 48rem)');

export function useNarrow(): boolean {
  return useSyncExternalStore(
    (onChange) => {
      NARROW.addEventListener('change', onChange);
      return () => NARROW.removeEventListener('change', onChange);
    },
    () => NARROW.matches,
  );
}
