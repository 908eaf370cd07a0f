/** The last decision, so that it can be reverted. It stays on the screen until it is dismissed. */
import { useSyncExternalStore } from 'react';
import type { Undo } from './decision-queries.ts';

export interface LastDecision {
  readonly text: string;
  /** Absent: already reverted. */
  readonly undo?: Undo;
  readonly isBusy?: boolean;
}

let lastDecision: LastDecision | undefined;
const listeners = new Set<() => void>();

export function setLastDecision(next: LastDecision | undefined): void {
  lastDecision = next;
  for (const listener of listeners) listener();
}

export function useLastDecision(): LastDecision | undefined {
  return useSyncExternalStore(subscribe, () => lastDecision);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
