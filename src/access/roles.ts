/** What people are in an organization, and what each of them may do. */
import type { Role } from '../store/people/roles.ts';
import { ROLE_MISSING } from './errors.ts';
import { requireScope, type Principal } from './principal.ts';
import { SCOPES, type Scope } from './scopes.ts';

/** From the one who may do everything to the one who only looks. An owner differs from an admin in making owners. */
export const SCOPES_OF_ROLE: Readonly<Record<Role, readonly Scope[]>> = {
  owner: SCOPES,
  admin: SCOPES,
  member: ['sbom:upload', 'read', 'triage', 'profile:write'],
  viewer: ['read'],
};

/** People grant, change and revoke only roles that they have themselves. The operator may do everything. */
export function requireAuthorityOver(principal: Principal, role: Role): void {
  const isOwner = principal.person?.role === 'owner' || principal.actor.kind === 'system';
  if (role === 'owner' && !isOwner) throw ROLE_MISSING({ role });
  for (const scope of SCOPES_OF_ROLE[role]) requireScope(principal, scope);
}
