/**
 * The organization that this tab shows. Every request names it: after a switch in another tab the server then refuses, and the
 * tab never shows or changes the data of one organization as that of another.
 */
import { useSyncExternalStore } from 'react';

let organizationId: string | undefined;
let hasChanged = false;
const listeners = new Set<() => void>();

/** Undefined before it is known, and after signing out. */
export function setShownOrganization(id: string | undefined): void {
  organizationId = id;
}

export function getShownOrganization(): string | undefined {
  return organizationId;
}

export function organizationHeader(): Readonly<Record<string, string>> {
  return organizationId === undefined ? {} : { 'assay-organization': organizationId };
}

/** True once the server has refused a request of this tab because the session is in another organization. */
export function setOrganizationChanged(value: boolean): void {
  hasChanged = value;
  for (const listener of listeners) listener();
}

export function useOrganizationChanged(): boolean {
  return useSyncExternalStore(subscribe, () => hasChanged);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
