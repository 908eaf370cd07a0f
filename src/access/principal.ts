/** Who is asking, and what they may do. */
import type { Actor } from '../store/people/audit.ts';
import type { ServiceScope } from '../store/portfolio/services.ts';
import { SCOPE_MISSING } from './errors.ts';
import type { Scope } from './scopes.ts';

export interface Principal {
  readonly orgId: string;
  readonly tokenId: string;
  readonly publicId: string;
  readonly actor: Actor;
  readonly scopes: ReadonlySet<Scope>;
  readonly services: ServiceScope;
}

export function requireScope(principal: Principal, scope: Scope): void {
  if (!principal.scopes.has(scope)) throw SCOPE_MISSING({ scope });
}
