/**
 * The package manager of the user. A choice at one step applies to all steps and findings, because a team uses one per ecosystem.
 * It is kept only in memory, until the tab is closed.
 */
import { useSyncExternalStore } from 'react';

/** Most recent first: one for npm packages, one for Python, and so on. */
let preferredManagers: readonly string[] = [];
const listeners = new Set<() => void>();

/** Returns one of the offered managers; undefined if none is offered. */
export function usePackageManager(
  managers: readonly string[],
): readonly [string | undefined, (manager: string) => void] {
  const newest = useSyncExternalStore(subscribe, () => preferredManagers);
  return [newest.find((manager) => managers.includes(manager)) ?? managers[0], preferManager];
}

function preferManager(manager: string): void {
  preferredManagers = [manager, ...preferredManagers.filter((each) => each !== manager)];
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
