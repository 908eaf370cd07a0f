/**
 * Invites people by link. A link is for one address and one role, works once, expires after a week, and its code is shown once.
 * If the address already has an account, the link adds a membership after the password of that account is verified.
 */
import { LIMITS } from '../../core/limits.ts';
import type { Role } from '../../core/vocabulary/access.ts';
import type { Database } from '../../store/database.ts';
import { insertAuditEntry } from '../../store/people/audit.ts';
import {
  findInvitation,
  insertInvitation,
  revokeInvitation as markRevoked,
  revokeInvitationsOf,
  type Invitation,
} from '../../store/people/invitations.ts';
import { findMemberByEmail } from '../../store/people/members.ts';
import { toEmail } from '../emails.ts';
import { EMAIL_INVALID, INVITATION_UNKNOWN, MEMBER_EXISTS } from '../errors.ts';
import type { Principal } from '../principal.ts';
import { requireAuthorityOver } from '../roles.ts';
import { newSecret } from '../session-secret.ts';

export interface InvitationDeps {
  readonly database: Database;
  readonly now: () => number;
  readonly newId: () => string;
}

const DAY_MS = 24 * 3600 * 1000;

export async function createInvitation(
  deps: InvitationDeps,
  principal: Principal,
  request: { readonly email: string; readonly role: Role; readonly requestId?: string | undefined },
): Promise<{ readonly invitation: Invitation; readonly code: string }> {
  const { role, requestId } = request;
  const email = toEmail(request.email);
  if (email === undefined) throw EMAIL_INVALID({ email: request.email });
  requireAuthorityOver(principal, role);
  const nowMs = deps.now();
  const at = new Date(nowMs).toISOString();
  const expiresAt = new Date(nowMs + LIMITS.invitationDays * DAY_MS).toISOString();
  const { text: code, sha256: codeSha256 } = newSecret();

  const invitation = await deps.database.inOrg(principal.orgId, async (tx) => {
    if ((await findMemberByEmail(tx, email)) !== undefined) throw MEMBER_EXISTS({ email });
    await revokeInvitationsOf(tx, email, at);
    const createdBy = principal.actor.name;
    const created = await insertInvitation(tx, {
      id: deps.newId(),
      email,
      role,
      createdAt: at,
      createdBy,
      expiresAt,
      codeSha256,
    });
    await insertAuditEntry(tx, {
      id: deps.newId(),
      at,
      actor: principal.actor,
      action: 'invitation.created',
      subject: { kind: 'invitation', id: created.id },
      after: { email, role, expiresAt },
      requestId,
    });
    return created;
  });
  return { invitation, code };
}

/** A used invitation cannot be revoked; revoking a revoked one changes nothing. */
export async function revokeInvitation(
  deps: InvitationDeps,
  principal: Principal,
  { id, requestId }: { readonly id: string; readonly requestId: string },
): Promise<void> {
  const at = new Date(deps.now()).toISOString();
  await deps.database.inOrg(principal.orgId, async (tx) => {
    const invitation = await findInvitation(tx, id);
    if (invitation === undefined || invitation.acceptedAt !== null) throw INVITATION_UNKNOWN();
    requireAuthorityOver(principal, invitation.role);
    if (invitation.revokedAt !== null) return;
    await markRevoked(tx, id, at);
    await insertAuditEntry(tx, {
      id: deps.newId(),
      at,
      actor: principal.actor,
      action: 'invitation.revoked',
      subject: { kind: 'invitation', id },
      before: { email: invitation.email, role: invitation.role },
      requestId,
    });
  });
}
