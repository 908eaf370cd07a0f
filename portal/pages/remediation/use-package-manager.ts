/**
 * Which package manager somebody uses. Chosen at one step it holds for all of them, and for findings: a team has one of each kind,
 * and choosing it a hundred times helps nobody. It is forgotten with the tab; nothing of it is stored.
 */
import { useSyncExternalStore } from 'react';

/** Newest first: one for npm packages, one for Python, and so on. */
let wanted: readonly string[] = [];
const listeners = new Set<() => void>();

/** One of those that are offered; undefined: none is. */
export function usePackageManager(
  managers: readonly string[],
): readonly [string | undefined, (manager: string) => void] {
  const newest = useSyncExternalStore(subscribe, () => wanted);
  return [newest.find((manager) => managers.includes(manager)) ?? managers[0], want];
}

function want(manager: string): void {
  wanted = [manager, ...wanted.filter((each) => each !== manager)];
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
