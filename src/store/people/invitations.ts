/**
 * Invitations to an organization. The directory (`invitation_directory`) maps the code of a link to an organization; everything
 * else about an invitation belongs to that organization. Only the SHA-256 of a code is stored.
 */
import { sql, type Selectable } from 'kysely';
import type { Role } from '../../core/vocabulary/access.ts';
import type { OrgTx, ReferenceTx } from '../database.ts';
import type { Page, PageRequest } from '../page.ts';
import type { Tables } from '../tables.ts';
import { addUsage } from './usage.ts';

export interface Invitation {
  readonly id: string;
  readonly email: string;
  readonly role: Role;
  readonly createdAt: string;
  readonly createdBy: string;
  readonly expiresAt: string;
  readonly acceptedAt: string | null;
  readonly revokedAt: string | null;
}

export type NewInvitation = Omit<Invitation, 'acceptedAt' | 'revokedAt'> & { readonly codeSha256: Buffer };

export async function insertInvitation(tx: OrgTx, invitation: NewInvitation): Promise<Invitation> {
  await tx.db
    .insertInto('invitation_directory')
    .values({ code_sha256: invitation.codeSha256, org_id: tx.orgId, invitation_id: invitation.id })
    .execute();
  const row = await tx.db
    .insertInto('invitation')
    .values({
      org_id: tx.orgId,
      id: invitation.id,
      email: invitation.email,
      role: invitation.role,
      created_at: invitation.createdAt,
      created_by: invitation.createdBy,
      expires_at: invitation.expiresAt,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  addUsage(tx, 'invitations', 1);
  return toInvitation(row);
}

export async function findInvitationByCode(
  tx: ReferenceTx,
  codeSha256: Buffer,
): Promise<{ readonly orgId: string; readonly id: string } | undefined> {
  const row = await tx.db
    .selectFrom('invitation_directory')
    .select(['org_id', 'invitation_id'])
    .where('code_sha256', '=', codeSha256)
    .executeTakeFirst();
  return row && { orgId: row.org_id, id: row.invitation_id };
}

export async function findInvitation(tx: OrgTx, id: string): Promise<Invitation | undefined> {
  const row = await tx.db
    .selectFrom('invitation')
    .selectAll()
    .where('org_id', '=', tx.orgId)
    .where('id', '=', id)
    .executeTakeFirst();
  return row && toInvitation(row);
}

/** Returns the newest first, including used and revoked ones: ids sort by time. */
export async function listInvitations(tx: OrgTx, page: PageRequest): Promise<Page<Invitation>> {
  const { total } = await tx.db
    .selectFrom('invitation')
    .select(sql<number>`count(*)::int`.as('total'))
    .where('org_id', '=', tx.orgId)
    .executeTakeFirstOrThrow();
  const rows = await tx.db
    .selectFrom('invitation')
    .selectAll()
    .where('org_id', '=', tx.orgId)
    .orderBy('id', 'desc')
    .limit(page.limit)
    .offset(page.offset)
    .execute();
  return { total, items: rows.map(toInvitation) };
}

/** Accepts the invitation. Returns false if it was already accepted, revoked or has expired. */
export async function markInvitationAccepted(tx: OrgTx, id: string, at: string): Promise<boolean> {
  const row = await tx.db
    .updateTable('invitation')
    .set({ accepted_at: at })
    .where('org_id', '=', tx.orgId)
    .where('id', '=', id)
    .where('accepted_at', 'is', null)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', sql<Date>`${at}::timestamptz`)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

export async function revokeInvitation(tx: OrgTx, id: string, at: string): Promise<void> {
  await revokeOpen(tx, 'id', id, at);
}

/** Only the newest link of an e-mail address works. */
export async function revokeInvitationsOf(tx: OrgTx, email: string, at: string): Promise<void> {
  await revokeOpen(tx, 'email', email, at);
}

async function revokeOpen(tx: OrgTx, column: 'id' | 'email', value: string, at: string): Promise<void> {
  await tx.db
    .updateTable('invitation')
    .set({ revoked_at: at })
    .where('org_id', '=', tx.orgId)
    .where(column, '=', value)
    .where('accepted_at', 'is', null)
    .where('revoked_at', 'is', null)
    .execute();
}

function toInvitation(row: Selectable<Tables['invitation']>): Invitation {
  return {
    id: row.id,
    email: row.email,
    role: row.role as Role,
    createdAt: row.created_at.toISOString(),
    createdBy: row.created_by,
    expiresAt: row.expires_at.toISOString(),
    acceptedAt: row.accepted_at?.toISOString() ?? null,
    revokedAt: row.revoked_at?.toISOString() ?? null,
  };
}
