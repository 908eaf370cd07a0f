/**
 * Changes roles and removes members. No member can change a member with more permissions, and an organization always keeps an
 * owner. Tokens that exceed the new permissions are revoked unless the member who makes the change takes them over.
 */
import type { Role, TokenHandling } from '../../core/vocabulary/access.ts';
import type { OrgTx } from '../../store/database.ts';
import { insertEvents } from '../../store/delivery/events.ts';
import { unassignMember } from '../../store/findings/work/finding-work.ts';
import { insertAuditEntry, type NewAuditEntry } from '../../store/people/audit.ts';
import {
  changeRole,
  countOwnersForUpdate,
  findMember,
  lockRole,
  removeMembership,
  type Member,
} from '../../store/people/members.ts';
import { revokeSessions } from '../../store/people/sessions.ts';
import { changeTokenOwner, findToken, listUsableTokensOf, type Token } from '../../store/people/tokens.ts';
import { LAST_OWNER, MEMBER_UNKNOWN, TOKENS_KEPT_BY_MEMBER, UNAUTHENTICATED } from '../errors.ts';
import { recordRevocation } from '../tokens/issue-token.ts';
import { type AccessDeps, requireScope, type Principal, requireAuthorityOver, SCOPES_OF_ROLE } from '../principal.ts';

export interface MemberChange {
  readonly personId: string;
  readonly tokens: TokenHandling;
  readonly requestId: string;
}

/** Also returns the tokens revoked by the change. */
export async function changeMemberRole(
  deps: AccessDeps,
  principal: Principal,
  change: MemberChange & { readonly role: Role },
): Promise<{ readonly member: Member; readonly revoked: readonly Token[] }> {
  const { personId, role, requestId } = change;
  return await deps.database.inOrg(principal.orgId, async (tx) => {
    const { member, isLastOwner } = await getMember(tx, personId);
    requireAuthorityOver(principal, member.role);
    requireAuthorityOver(principal, role);
    if (member.role === role) return { member, revoked: [] };
    if (isLastOwner) throw LAST_OWNER();
    await changeRole(tx, personId, role);
    const entry = toEntry(deps, principal, personId, requestId);
    await insertAuditEntry(tx, {
      ...entry,
      action: 'member.role_changed',
      before: { email: member.email, role: member.role },
      after: { email: member.email, role },
    });
    const affected = await listAffectedTokens(tx, { personId, role, at: entry.at });
    const revoked = await revokeOrTransferTokens(deps, tx, principal, {
      ...change,
      affected,
      entry,
      cause: 'member.role_changed',
    });
    return { member: { ...member, role }, revoked };
  });
}

/** Members can always leave; removing others requires permission to manage them. Ends their sessions in the organization. */
export async function removeMember(
  deps: AccessDeps,
  principal: Principal,
  change: MemberChange,
): Promise<{ readonly revoked: readonly Token[] }> {
  const { personId, requestId } = change;
  const isOwn = principal.person?.id === personId;
  if (!isOwn) requireScope(principal, 'settings:write');
  return await deps.database.inOrg(principal.orgId, async (tx) => {
    const { member, isLastOwner } = await getMember(tx, personId);
    if (!isOwn) requireAuthorityOver(principal, member.role);
    if (isLastOwner) throw LAST_OWNER();
    const entry = toEntry(deps, principal, personId, requestId);
    await revokeSessions(tx, { personId, orgId: tx.orgId }, entry.at);
    const affected = await listAffectedTokens(tx, { personId, role: undefined, at: entry.at });
    const revoked = await revokeOrTransferTokens(deps, tx, principal, {
      ...change,
      affected,
      entry,
      cause: 'member.removed',
    });
    await removeMembership(tx, personId);
    const unassigned = await unassignFindings(deps, tx, { member, at: entry.at, by: principal.actor.name });
    const before = { email: member.email, role: member.role };
    const after = unassigned === 0 ? {} : { after: { unassignedFindings: unassigned } };
    await insertAuditEntry(tx, { ...entry, action: 'member.removed', before, ...after });
    return { revoked };
  });
}

/** Returns how many. The history of each finding has an event. */
async function unassignFindings(
  { newId }: Pick<AccessDeps, 'newId'>,
  tx: OrgTx,
  { member, at, by }: { readonly member: Member; readonly at: string; readonly by: string },
): Promise<number> {
  const name = member.name || member.email;
  const findings = await unassignMember(tx, { personId: member.personId, name, at });
  const detail = { assignee: null, formerAssignee: name, by };
  await insertEvents(
    tx,
    findings.map((finding) => ({ ...finding, id: newId(), type: 'finding.assigned', at, detail })),
  );
  return findings.length;
}

/** Returns the tokens that removing the member would revoke or, with a role, those whose scopes exceed that role. */
export async function previewTokens(
  deps: AccessDeps,
  principal: Principal,
  { personId, role }: { readonly personId: string; readonly role: Role | undefined },
): Promise<Token[]> {
  if (principal.person?.id !== personId) requireScope(principal, 'settings:write');
  return await deps.database.inOrg(principal.orgId, async (tx) => {
    if ((await findMember(tx, personId)) === undefined) throw MEMBER_UNKNOWN();
    return await listAffectedTokens(tx, { personId, role, at: new Date(deps.now()).toISOString() });
  });
}

async function listAffectedTokens(
  tx: OrgTx,
  { personId, role, at }: { readonly personId: string; readonly role: Role | undefined; readonly at: string },
): Promise<Token[]> {
  const granted: readonly string[] = role === undefined ? [] : SCOPES_OF_ROLE[role];
  const tokens = await listUsableTokensOf(tx, personId, at);
  return tokens.filter(({ scopes }) => role === undefined || scopes.some((scope) => !granted.includes(scope)));
}

interface AffectedTokenChange extends MemberChange {
  readonly affected: readonly Token[];
  readonly entry: Omit<NewAuditEntry, 'action'>;
  readonly cause: 'member.removed' | 'member.role_changed';
}

/** Returns the revoked tokens. */
async function revokeOrTransferTokens(
  deps: AccessDeps,
  tx: OrgTx,
  principal: Principal,
  { personId, tokens, affected, entry: { at, actor, requestId }, cause }: AffectedTokenChange,
): Promise<readonly Token[]> {
  if (tokens === 'revoke') {
    for (const token of affected) await recordRevocation(tx, token, { id: deps.newId(), at, actor, requestId, cause });
    return affected;
  }
  const newOwner = await lockNewOwner(tx, principal);
  if (newOwner === personId) throw TOKENS_KEPT_BY_MEMBER();
  for (const token of affected) {
    await changeTokenOwner(tx, token.id, newOwner);
    await insertAuditEntry(tx, {
      id: deps.newId(),
      at,
      actor,
      requestId,
      action: 'token.owner_changed',
      subject: { kind: 'token', id: token.id },
      before: { name: token.name, owner: token.owner },
      after: { ownerId: newOwner, cause },
    });
  }
  return [];
}

/** Returns the member who makes the change or owns the token in use; null means the organization. */
async function lockNewOwner(tx: OrgTx, { person, credentialId }: Principal): Promise<string | null> {
  const id = person?.id ?? (await findToken(tx, credentialId))?.owner?.id ?? null;
  if (id !== null && (await lockRole(tx, id)) === undefined) throw UNAUTHENTICATED();
  return id;
}

/**
 * Counts owners under a lock, so that the last two cannot leave at the same time. Also locks the member, so that a token being
 * created is either visible afterwards or rejected.
 */
async function getMember(tx: OrgTx, personId: string): Promise<{ member: Member; isLastOwner: boolean }> {
  const owners = await countOwnersForUpdate(tx);
  await lockRole(tx, personId);
  const member = await findMember(tx, personId);
  if (member === undefined) throw MEMBER_UNKNOWN();
  return { member, isLastOwner: member.role === 'owner' && owners === 1 };
}

function toEntry(
  deps: AccessDeps,
  { actor }: Principal,
  personId: string,
  requestId: string,
): Omit<NewAuditEntry, 'action'> {
  const at = new Date(deps.now()).toISOString();
  return { id: deps.newId(), at, actor, subject: { kind: 'person', id: personId }, requestId };
}
