/**
 * Whether the session ended while a page was open. The page stays, including its form input, and a dialog over it asks to sign in
 * again.
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
