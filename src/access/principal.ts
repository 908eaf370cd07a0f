/** The authenticated caller of a request and its permissions: the scopes of a token, or those of the role of a member. */
import { TOKEN_SCOPES, type Role, type TokenScope } from '../core/vocabulary/access.ts';
import type { Database } from '../store/database.ts';
import type { Actor } from '../store/people/audit.ts';
import type { ServiceScope } from '../store/portfolio/services.ts';
import { SCOPE_MISSING, ROLE_MISSING } from './errors.ts';

/** Dependencies of the functions that change accounts, members, sessions and tokens. */
export interface AccessDeps {
  readonly database: Database;
  readonly now: () => number;
  readonly newId: () => string;
}

export interface Principal {
  readonly orgId: string;
  /** The id of the token or session. Rate limits are counted by it. */
  readonly credentialId: string;
  /** For logs: the public id of the token, or the id of the session. */
  readonly publicId: string;
  readonly actor: Actor;
  readonly scopes: ReadonlySet<TokenScope>;
  readonly services: ServiceScope;
  /** Undefined if the caller is a program. */
  readonly person: SignedInPerson | undefined;
}

export interface SignedInPerson {
  readonly id: string;
  readonly email: string;
  readonly name: string;
  readonly role: Role;
  readonly sessionId: string;
}

/** The command line, which has all permissions in every organization. */
export function operatorOf(orgId: string): Principal {
  return {
    orgId,
    credentialId: '',
    publicId: '',
    actor: { kind: 'system', id: 'command-line', name: 'command line' },
    scopes: new Set(TOKEN_SCOPES),
    services: 'all',
    person: undefined,
  };
}

/** A caller that can decide can also suggest. */
export function requireScope(principal: Pick<Principal, 'scopes' | 'person'>, scope: TokenScope): void {
  if (principal.scopes.has(scope) || (scope === 'suggest' && principal.scopes.has('triage'))) return;
  const holder = principal.person === undefined ? 'token' : 'role';
  throw SCOPE_MISSING({ scope, holder });
}

export function isScope(text: string): text is TokenScope {
  return TOKEN_SCOPES.some((scope) => scope === text);
}

/** Ordered from most to least permissions. Unlike an admin, an owner can make other members owners. */
export const SCOPES_OF_ROLE: Readonly<Record<Role, readonly TokenScope[]>> = {
  owner: TOKEN_SCOPES,
  admin: TOKEN_SCOPES,
  member: ['sbom:upload', 'read', 'suggest', 'triage', 'profile:write'],
  viewer: ['read'],
};

/** Members can grant, change and revoke only roles up to their own. The operator can do everything. */
export function requireAuthorityOver(principal: Principal, role: Role): void {
  const isOwner = principal.person?.role === 'owner' || principal.actor.kind === 'system';
  if (role === 'owner' && !isOwner) throw ROLE_MISSING({ role });
  for (const scope of SCOPES_OF_ROLE[role]) requireScope(principal, scope);
}
