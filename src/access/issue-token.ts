/** Making and revoking integration tokens. The text of a token exists only in the answer to the one who made it. */
import { LIMITS } from '../core/limits.ts';
import type { Database } from '../store/database.ts';
import { insertAuditEntry } from '../store/people/audit.ts';
import { insertToken, findToken, revokeToken as markRevoked, type Token } from '../store/people/tokens.ts';
import { findService } from '../store/portfolio/services.ts';
import { TOKEN_INVALID, TOKEN_UNKNOWN } from './errors.ts';
import { requireScope, type Principal } from './principal.ts';
import { ORGANIZATION_SCOPES, type Scope } from './scopes.ts';
import { hashToken, newTokenSecret } from './token-format.ts';

export interface TokenRequest {
  readonly name: string;
  readonly scopes: readonly Scope[];
  /** Names or ids; null: every service. */
  readonly services: readonly string[] | null;
  /** Null: never. */
  readonly expiresAt: string | null | undefined;
}

export interface TokenDeps {
  readonly database: Database;
  readonly now: () => number;
  readonly newId: () => string;
}

export async function issueToken(
  deps: TokenDeps,
  principal: Principal,
  request: TokenRequest,
  /** Undefined: not asked for by a request. */
  requestId: string | undefined,
): Promise<{ readonly token: Token; readonly text: string }> {
  refuseEscalation(principal, request);
  const nowMs = deps.now();
  const at = new Date(nowMs).toISOString();
  const expiresAt = request.expiresAt === undefined ? defaultExpiry(nowMs) : request.expiresAt;
  if (expiresAt !== null && Date.parse(expiresAt) <= nowMs)
    throw TOKEN_INVALID({ problem: '"expiresAt" is in the past.' });
  const secret = newTokenSecret();

  const token = await deps.database.inOrg(principal.orgId, async (tx) => {
    const serviceIds: string[] | null = request.services === null ? null : [];
    for (const reference of request.services ?? []) {
      const service = await findService(tx, reference, principal.services);
      if (service === undefined) {
        throw TOKEN_INVALID({
          problem: `"services" names a service that this organization does not have: create it first.`,
        });
      }
      serviceIds?.push(service.id);
    }
    const created = await insertToken(tx, {
      id: deps.newId(),
      publicId: secret.publicId,
      sha256: hashToken(secret.text),
      name: request.name,
      scopes: request.scopes,
      serviceIds,
      createdAt: at,
      createdBy: principal.actor.name,
      expiresAt,
    });
    await insertAuditEntry(tx, {
      id: deps.newId(),
      at,
      actor: principal.actor,
      action: 'token.created',
      subject: { kind: 'token', id: created.id },
      after: {
        name: created.name,
        scopes: created.scopes,
        serviceIds: created.serviceIds,
        expiresAt: created.expiresAt,
      },
      requestId,
    });
    return created;
  });
  return { token, text: secret.text };
}

/** Nobody can hand out what they do not have. */
function refuseEscalation(principal: Principal, request: TokenRequest): void {
  for (const scope of request.scopes) requireScope(principal, scope);
  const forOrganization = request.scopes.find((scope) => ORGANIZATION_SCOPES.includes(scope));
  if (request.services !== null && forOrganization !== undefined) {
    throw TOKEN_INVALID({
      problem: `A token bound to services cannot have the scope "${forOrganization}", which concerns the whole organization. Leave out one of the two.`,
    });
  }
}

export function defaultExpiry(nowMs: number): string {
  return new Date(nowMs + LIMITS.tokenLifetimeDaysDefault * 24 * 3600 * 1000).toISOString();
}

export async function revokeToken(
  deps: TokenDeps,
  principal: Principal,
  tokenId: string,
  requestId: string | undefined,
): Promise<Token> {
  const at = new Date(deps.now()).toISOString();
  return await deps.database.inOrg(principal.orgId, async (tx) => {
    const before = await findToken(tx, tokenId);
    if (before === undefined) throw TOKEN_UNKNOWN();
    if (before.revokedAt !== null) return before;
    const token = await markRevoked(tx, tokenId, at);
    if (token === undefined) throw TOKEN_UNKNOWN();
    await insertAuditEntry(tx, {
      id: deps.newId(),
      at,
      actor: principal.actor,
      action: 'token.revoked',
      subject: { kind: 'token', id: tokenId },
      before: { name: before.name },
      requestId,
    });
    return token;
  });
}
