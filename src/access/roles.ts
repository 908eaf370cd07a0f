/** Roles of members, and the scopes of each role. */
import type { Role } from '../store/people/roles.ts';
import { ROLE_MISSING } from './errors.ts';
import { requireScope, type Principal } from './principal.ts';
import { SCOPES, type Scope } from './scopes.ts';

/** Ordered from most to least permissions. Unlike an admin, an owner can make other members owners. */
export const SCOPES_OF_ROLE: Readonly<Record<Role, readonly Scope[]>> = {
  owner: SCOPES,
  admin: SCOPES,
  member: ['sbom:upload', 'read', 'triage', 'profile:write'],
  viewer: ['read'],
};

/** Members can grant, change and revoke only roles up to their own. The operator can do everything. */
export function requireAuthorityOver(principal: Principal, role: Role): void {
  const isOwner = principal.person?.role === 'owner' || principal.actor.kind === 'system';
  if (role === 'owner' && !isOwner) throw ROLE_MISSING({ role });
  for (const scope of SCOPES_OF_ROLE[role]) requireScope(principal, scope);
}
