/** The signed-in user and their permissions. Actions without permission are shown anyway, with the reason. */
import { useQuery } from '@tanstack/react-query';
import type { WireMe } from '../../src/api/contract/organization/person.ts';
import { createSharedValue } from '../live/shared-value.ts';
import { me, type Role, type Scope } from '../queries/account/me.ts';

/** Undefined until loaded. */
export function useMe(): WireMe | undefined {
  return useQuery(me()).data;
}

/**
 * Whether the session ended while a page was open. The page stays, including its form input, and a dialog over it asks to sign in
 * again.
 */
export const sessionExpired = createSharedValue(false);

export interface Permission {
  readonly isAllowed: boolean;
  /** Why the action is not allowed, as a sentence. */
  readonly reason: string | undefined;
}

export function usePermission(scope: Scope): Permission {
  return toPermission(useMe(), scope);
}

export function toPermission(user: Pick<WireMe, 'role' | 'scopes'> | undefined, scope: Scope): Permission {
  if (user === undefined) return { isAllowed: false, reason: 'Your role is not loaded yet.' };
  if (user.scopes.includes(scope)) return { isAllowed: true, reason: undefined };
  if (user.role === null) return { isAllowed: false, reason: `Requires a token with the permission ${scope}.` };
  return { isAllowed: false, reason: `Requires the ${REQUIRED_ROLES[scope]} role (your role: ${user.role}).` };
}

const REQUIRED_ROLES: Readonly<Record<Scope, string>> = {
  read: 'viewer',
  suggest: 'member, admin or owner',
  triage: 'member, admin or owner',
  'sbom:upload': 'member, admin or owner',
  'profile:write': 'member, admin or owner',
  'settings:write': 'admin or owner',
  'token:write': 'admin or owner',
};

export const ROLE_LABELS: Readonly<Record<Role, string>> = {
  owner: 'Owner',
  admin: 'Admin',
  member: 'Member',
  viewer: 'Viewer',
};
