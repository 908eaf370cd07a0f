/**
 * Roles of members, and their leaving. Nobody changes somebody who may do more than they do, and an organization never loses
 * its last owner.
 */
import type { Database, OrgTx } from '../store/database.ts';
import { insertAuditEntry, type NewAuditEntry } from '../store/people/audit.ts';
import {
  changeRole,
  countOwnersForUpdate,
  findMember,
  removeMembership,
  type Member,
} from '../store/people/members.ts';
import type { Role } from '../store/people/roles.ts';
import { revokeSessions } from '../store/people/sessions.ts';
import { LAST_OWNER, MEMBER_UNKNOWN } from './errors.ts';
import { requireScope, type Principal } from './principal.ts';
import { requireAuthorityOver } from './roles.ts';

export interface MemberDeps {
  readonly database: Database;
  readonly now: () => number;
  readonly newId: () => string;
}

export async function changeMemberRole(
  deps: MemberDeps,
  principal: Principal,
  change: { readonly personId: string; readonly role: Role; readonly requestId: string },
): Promise<Member> {
  const { personId, role, requestId } = change;
  return await deps.database.inOrg(principal.orgId, async (tx) => {
    const { member, isLastOwner } = await getMember(tx, personId);
    requireAuthorityOver(principal, member.role);
    requireAuthorityOver(principal, role);
    if (member.role === role) return member;
    if (isLastOwner) throw LAST_OWNER();
    await changeRole(tx, personId, role);
    await insertAuditEntry(tx, {
      ...toEntry(deps, principal, personId, requestId),
      action: 'member.role_changed',
      before: { email: member.email, role: member.role },
      after: { email: member.email, role },
    });
    return { ...member, role };
  });
}

/** Everybody may leave; others are removed by who may manage them. Their sessions in the organization end with it. */
export async function removeMember(
  deps: MemberDeps,
  principal: Principal,
  { personId, requestId }: { readonly personId: string; readonly requestId: string },
): Promise<void> {
  const isOwn = principal.person?.id === personId;
  if (!isOwn) requireScope(principal, 'settings:write');
  await deps.database.inOrg(principal.orgId, async (tx) => {
    const { member, isLastOwner } = await getMember(tx, personId);
    if (!isOwn) requireAuthorityOver(principal, member.role);
    if (isLastOwner) throw LAST_OWNER();
    const entry = toEntry(deps, principal, personId, requestId);
    await revokeSessions(tx, { personId, orgId: tx.orgId }, entry.at);
    await removeMembership(tx, personId);
    const before = { email: member.email, role: member.role };
    await insertAuditEntry(tx, { ...entry, action: 'member.removed', before });
  });
}

/** Owners are counted under a lock, so that the last two cannot leave at the same time. */
async function getMember(tx: OrgTx, personId: string): Promise<{ member: Member; isLastOwner: boolean }> {
  const owners = await countOwnersForUpdate(tx);
  const member = await findMember(tx, personId);
  if (member === undefined) throw MEMBER_UNKNOWN();
  return { member, isLastOwner: member.role === 'owner' && owners === 1 };
}

function toEntry(
  deps: MemberDeps,
  { actor }: Principal,
  personId: string,
  requestId: string,
): Omit<NewAuditEntry, 'action'> {
  const at = new Date(deps.now()).toISOString();
  return { id: deps.newId(), at, actor, subject: { kind: 'person', id: personId }, requestId };
}
