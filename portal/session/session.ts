/** The signed-in user and their permissions. Actions without permission are shown anyway, with the reason. */
import { useQuery } from '@tanstack/react-query';
import type { WireMe } from '../../src/api/contract/organization/person.ts';
import { me, type Role, type Scope } from '../queries/account/me.ts';

/** Undefined until loaded. */
export function useMe(): WireMe | undefined {
  return useQuery(me()).data;
}

export interface Permission {
  readonly isAllowed: boolean;
  /** Why the action is not allowed, as a sentence. */
  readonly reason: string | undefined;
}

export function usePermission(scope: Scope): Permission {
  return toPermission(useMe(), scope);
}

export function toPermission(who: Pick<WireMe, 'role' | 'scopes'> | undefined, scope: Scope): Permission {
  if (who === undefined) return { isAllowed: false, reason: 'Your role is not known yet.' };
  if (who.scopes.includes(scope)) return { isAllowed: true, reason: undefined };
  const whose = who.role === null ? 'This token' : `Your role, ${who.role},`;
  return { isAllowed: false, reason: `${whose} cannot do this. ${WHO_CAN[scope]} can.` };
}

const WHO_CAN: Readonly<Record<Scope, string>> = {
  read: 'Every member',
  triage: 'A member, an admin or an owner',
  'sbom:upload': 'A member, an admin or an owner',
  'profile:write': 'A member, an admin or an owner',
  'settings:write': 'An admin or an owner',
  'token:write': 'An admin or an owner',
};

export const ROLE_LABELS: Readonly<Record<Role, string>> = {
  owner: 'Owner',
  admin: 'Admin',
  member: 'Member',
  viewer: 'Viewer',
};
