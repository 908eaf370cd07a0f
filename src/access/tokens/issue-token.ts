/**
 * Creates and revokes integration tokens. The text of a token appears only in the response that creates it. A token belongs to
 * the member who created it, directly or through another token; tokens created by the operator belong to the organization.
 */
import { DAY_MS } from '../../core/calendar.ts';
import { LIMITS } from '../../core/limits.ts';
import { ORGANIZATION_SCOPES, type TokenScope } from '../../core/vocabulary/access.ts';
import type { OrgTx } from '../../store/database.ts';
import { insertAuditEntry, type Actor } from '../../store/people/audit.ts';
import { lockRole } from '../../store/people/members.ts';
import {
  findToken,
  insertToken,
  revokeToken as markRevoked,
  type Token,
  type TokenCreator,
} from '../../store/people/tokens.ts';
import { findService } from '../../store/portfolio/services.ts';
import { TOKEN_EXPIRY_REQUIRED, TOKEN_INVALID, TOKEN_UNKNOWN, UNAUTHENTICATED } from '../errors.ts';
import { type AccessDeps, requireScope, type Principal, SCOPES_OF_ROLE } from '../principal.ts';
import { hashToken, newTokenSecret } from '../secrets.ts';

export interface TokenRequest {
  readonly name: string;
  readonly scopes: readonly TokenScope[];
  /** Names or ids; null means all services. */
  readonly services: readonly string[] | null;
  /** Null means that the token never expires. */
  readonly expiresAt: string | null | undefined;
}

export async function issueToken(
  deps: AccessDeps,
  principal: Principal,
  request: TokenRequest,
  /** Undefined if the token is not created by a request. */
  requestId: string | undefined,
): Promise<{ readonly token: Token; readonly text: string }> {
  const nowMs = deps.now();
  const at = new Date(nowMs).toISOString();
  const expiresAt = request.expiresAt === undefined ? defaultExpiry(nowMs) : request.expiresAt;
  if (expiresAt !== null && Date.parse(expiresAt) <= nowMs)
    throw TOKEN_INVALID({ problem: '"expiresAt" is in the past. Send a later time.' });
  const secret = newTokenSecret();

  const token = await deps.database.inOrg(principal.orgId, async (tx) => {
    const { creator, ownerId } = await lockCreator(tx, principal);
    refuseEscalation(creator, request);
    refuseLongLife(creator, expiresAt, nowMs);
    const serviceIds: string[] | null = request.services === null ? null : [];
    for (const reference of request.services ?? []) {
      const service = await findService(tx, reference, principal.services);
      if (service === undefined) {
        throw TOKEN_INVALID({
          problem: `"services" contains an unknown service. Create it first.`,
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
      createdBy: toTokenCreator(principal.actor),
      ownerId,
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

/**
 * Returns the principal with its current role, and the member who will own the new token. Locks the membership, so that a
 * concurrent removal or demotion also sees the new token.
 */
async function lockCreator(
  tx: OrgTx,
  principal: Principal,
): Promise<{ readonly creator: Principal; readonly ownerId: string | null }> {
  const { person, actor, credentialId } = principal;
  if (person !== undefined) {
    const role = await lockRole(tx, person.id);
    if (role === undefined) throw UNAUTHENTICATED();
    const creator = { ...principal, scopes: new Set(SCOPES_OF_ROLE[role]), person: { ...person, role } };
    requireScope(creator, 'token:write');
    return { creator, ownerId: person.id };
  }
  if (actor.kind !== 'token') return { creator: principal, ownerId: null };
  const ownerId = (await findToken(tx, credentialId))?.owner?.id ?? null;
  if (ownerId !== null) await lockRole(tx, ownerId);
  const parent = await findToken(tx, credentialId);
  if (parent === undefined || parent.revokedAt !== null) throw UNAUTHENTICATED();
  return { creator: principal, ownerId: parent.owner?.id ?? null };
}

export function toTokenCreator({ kind, id, name }: Actor): TokenCreator {
  return kind === 'system' ? { kind: 'operator', id: null, name } : { kind, id, name };
}

/** Only owners and the operator can create tokens that never expire or that exceed the maximum lifetime. */
function refuseLongLife({ person, actor }: Principal, expiresAt: string | null, nowMs: number): void {
  if (person?.role === 'owner' || actor.kind === 'system') return;
  const latest = nowMs + LIMITS.tokenLifetimeDaysMax * DAY_MS;
  if (expiresAt === null || Date.parse(expiresAt) > latest) throw TOKEN_EXPIRY_REQUIRED();
}

/** A principal cannot grant permissions that it does not have. */
function refuseEscalation(principal: Principal, request: TokenRequest): void {
  for (const scope of request.scopes) requireScope(principal, scope);
  const forOrganization = request.scopes.find((scope) => ORGANIZATION_SCOPES.includes(scope));
  if (request.services !== null && forOrganization !== undefined) {
    throw TOKEN_INVALID({
      problem: `A token limited to services cannot have the scope "${forOrganization}", which applies to the whole organization. Remove the scope or "services".`,
    });
  }
}

export function defaultExpiry(nowMs: number): string {
  return new Date(nowMs + LIMITS.tokenLifetimeDaysDefault * DAY_MS).toISOString();
}

export async function revokeToken(
  deps: AccessDeps,
  principal: Principal,
  tokenId: string,
  requestId: string | undefined,
): Promise<Token> {
  const at = new Date(deps.now()).toISOString();
  return await deps.database.inOrg(principal.orgId, async (tx) => {
    const before = await findToken(tx, tokenId);
    if (before === undefined) throw TOKEN_UNKNOWN();
    if (before.revokedAt !== null) return before;
    return await recordRevocation(tx, before, { id: deps.newId(), at, actor: principal.actor, requestId });
  });
}

export interface Revocation {
  /** The id of the audit entry. */
  readonly id: string;
  readonly at: string;
  readonly actor: Actor;
  readonly requestId: string | undefined;
  /** The action that causes the revocation. */
  readonly cause?: 'member.removed' | 'member.role_changed';
}

/** Call this in the transaction that revokes the token. */
export async function recordRevocation(tx: OrgTx, token: Token, revocation: Revocation): Promise<Token> {
  const { id, at, actor, requestId, cause } = revocation;
  const revoked = await markRevoked(tx, token.id, at);
  if (revoked === undefined) throw TOKEN_UNKNOWN();
  await insertAuditEntry(tx, {
    id,
    at,
    actor,
    action: 'token.revoked',
    subject: { kind: 'token', id: token.id },
    before: { name: token.name, owner: token.owner },
    ...(cause !== undefined && { after: { cause } }),
    requestId,
  });
  return revoked;
}
