/**
 * Announces messages to screen readers with `polite` priority: at most one every five seconds, and only the newest pending one.
 */
import { createSharedValue } from './shared-value.ts';

const PAUSE_MS = 5_000;

export const announcement = createSharedValue('');
let pending: string | undefined;
let timer: ReturnType<typeof setTimeout> | undefined;

export function announce(text: string): void {
  if (timer !== undefined) {
    pending = text;
    return;
  }
  announceNow(text);
}

function announceNow(text: string): void {
  announcement.set(text);
  timer = setTimeout(() => {
    timer = undefined;
    const next = pending;
    pending = undefined;
    if (next !== undefined) announceNow(next);
  }, PAUSE_MS);
}
