/**
 * The organization that this tab shows. Every request names it, so that the server rejects it after a switch in another tab, and
 * the tab never mixes up the data of two organizations.
 */
import { createSharedValue } from '../live/shared-value.ts';

let organizationId: string | undefined;

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
export const organizationChanged = createSharedValue(false);
