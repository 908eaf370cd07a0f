/** The last decision, so that it can be reverted. It stays on the screen until it is dismissed. */
import { useSyncExternalStore } from 'react';
import type { Undo } from '../../queries/decisions.ts';

export interface Done {
  readonly text: string;
  /** Absent: already reverted. */
  readonly undo?: Undo;
  readonly isBusy?: boolean;
}

let done: Done | undefined;
const listeners = new Set<() => void>();

export function tellDone(next: Done | undefined): void {
  done = next;
  for (const listener of listeners) listener();
}

export function useDone(): Done | undefined {
  return useSyncExternalStore(subscribe, () => done);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
