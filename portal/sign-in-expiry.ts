/**
 * Whether the session ended while a page was open. The page stays as it is, with what was typed into it; a dialog over it asks to
 * sign in again, and afterwards everything goes on.
 */
import { useSyncExternalStore } from 'react';

let hasExpired = false;
const listeners = new Set<() => void>();

export function setExpired(value: boolean): void {
  hasExpired = value;
  for (const listener of listeners) listener();
}

export function useExpired(): boolean {
  return useSyncExternalStore(subscribe, () => hasExpired);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
