/**
 * Announces messages to screen readers with `polite` priority: at most one every five seconds, and only the newest pending one.
 */
import { useSyncExternalStore } from 'react';

const PAUSE_MS = 5_000;

let said = '';
let waiting: string | undefined;
let timer: ReturnType<typeof setTimeout> | undefined;
const listeners = new Set<() => void>();

export function announce(text: string): void {
  if (timer !== undefined) {
    waiting = text;
    return;
  }
  say(text);
}

export function useAnnouncement(): string {
  return useSyncExternalStore(subscribe, () => said);
}

function say(text: string): void {
  said = text;
  for (const listener of listeners) listener();
  timer = setTimeout(() => {
    timer = undefined;
    const next = waiting;
    waiting = undefined;
    if (next !== undefined) say(next);
  }, PAUSE_MS);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
