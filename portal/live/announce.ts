/**
 * Announces messages to screen readers with `polite` priority: at most one every five seconds, and only the newest pending one.
 */
import { useSyncExternalStore } from 'react';

const PAUSE_MS = 5_000;

let announced = '';
let pending: string | undefined;
let timer: ReturnType<typeof setTimeout> | undefined;
const listeners = new Set<() => void>();

export function announce(text: string): void {
  if (timer !== undefined) {
    pending = text;
    return;
  }
  announceNow(text);
}

export function useAnnouncement(): string {
  return useSyncExternalStore(subscribe, () => announced);
}

function announceNow(text: string): void {
  announced = text;
  for (const listener of listeners) listener();
  timer = setTimeout(() => {
    timer = undefined;
    const next = pending;
    pending = undefined;
    if (next !== undefined) announceNow(next);
  }, PAUSE_MS);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
