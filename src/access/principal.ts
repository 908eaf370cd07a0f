/** The authenticated caller of a request and its permissions. */
import { TOKEN_SCOPES, type Role, type TokenScope } from '../core/vocabulary/access.ts';
import type { Actor } from '../store/people/audit.ts';
import type { ServiceScope } from '../store/portfolio/services.ts';
import { SCOPE_MISSING } from './errors.ts';

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

export function requireScope(principal: Pick<Principal, 'scopes' | 'person'>, scope: TokenScope): void {
  if (principal.scopes.has(scope)) return;
  const holder = principal.person === undefined ? 'token' : 'role';
  throw SCOPE_MISSING({ scope, holder });
}
