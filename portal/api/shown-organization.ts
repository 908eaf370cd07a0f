/**
 * The organization that this tab shows. Every request names it, so that the server rejects it after a switch in another tab, and
 * the tab never mixes up the data of two organizations.
 */
import { useSyncExternalStore } from 'react';

let organizationId: string | undefined;
let hasChanged = false;
const listeners = new Set<() => void>();

/** Undefined before it is known and after sign-out. */
export function setShownOrganization(id: string | undefined): void {
  organizationId = id;
}

export function getShownOrganization(): string | undefined {
  return organizationId;
}

export function organizationHeader(): Readonly<Record<string, string>> {
  return organizationId === undefined ? {} : { 'assay-organization': organizationId };
}

/** True once the server has rejected a request of this tab because the session is in another organization. */
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
