/** Roles of members, and the scopes of each role. */
import { TOKEN_SCOPES, type Role, type TokenScope } from '../core/vocabulary/access.ts';
import { ROLE_MISSING } from './errors.ts';
import { requireScope, type Principal } from './principal.ts';

/** Ordered from most to least permissions. Unlike an admin, an owner can make other members owners. */
export const SCOPES_OF_ROLE: Readonly<Record<Role, readonly TokenScope[]>> = {
  owner: TOKEN_SCOPES,
  admin: TOKEN_SCOPES,
  member: ['sbom:upload', 'read', 'triage', 'profile:write'],
  viewer: ['read'],
};

/** Members can grant, change and revoke only roles up to their own. The operator can do everything. */
export function requireAuthorityOver(principal: Principal, role: Role): void {
  const isOwner = principal.person?.role === 'owner' || principal.actor.kind === 'system';
  if (role === 'owner' && !isOwner) throw ROLE_MISSING({ role });
  for (const scope of SCOPES_OF_ROLE[role]) requireScope(principal, scope);
}
