/**
 * Sessions: a secret in a cookie that identifies a person in one organization. They are read on every request, so that a
 * revocation, a change of role and the end of a membership take effect at once everywhere.
 */
import type { Role } from '../../core/vocabulary/access.ts';
import { sql } from 'kysely';
import { toIsoTimes } from '../dated-row.ts';
import type { OrgTx, ReferenceTx } from '../database.ts';

export interface Session {
  readonly id: string;
  readonly createdAt: string;
  readonly lastUsedAt: string;
  readonly expiresAt: string;
  readonly userAgent: string;
  readonly address: string;
}

/** A session that is not revoked, with its person and role. */
export interface SessionHolder extends Pick<Session, 'id' | 'expiresAt' | 'lastUsedAt'> {
  readonly orgId: string;
  readonly endsAt: string;
  readonly person: { readonly id: string; readonly email: string; readonly name: string };
  readonly role: Role;
}

interface NewSession extends Session {
  readonly secretSha256: Buffer;
  readonly deviceSha256: Buffer;
  readonly personId: string;
  readonly endsAt: string;
}

export async function insertSession(tx: OrgTx, session: NewSession): Promise<void> {
  await tx.db
    .insertInto('session')
    .values({
      id: session.id,
      secret_sha256: session.secretSha256,
      person_id: session.personId,
      org_id: tx.orgId,
      created_at: session.createdAt,
      last_used_at: session.lastUsedAt,
      expires_at: session.expiresAt,
      ends_at: session.endsAt,
      user_agent: session.userAgent,
      address: session.address,
      device_sha256: session.deviceSha256,
    })
    .execute();
}

/** Returns undefined also when the person is no longer a member of the organization. */
export async function findSessionHolder(tx: ReferenceTx, secretSha256: Buffer): Promise<SessionHolder | undefined> {
  const row = await tx.db
    .selectFrom('session')
    .innerJoin('person', 'person.id', 'session.person_id')
    .innerJoin('membership', (join) =>
      join.onRef('membership.person_id', '=', 'session.person_id').onRef('membership.org_id', '=', 'session.org_id'),
    )
    .select([
      'session.id',
      'session.org_id as orgId',
      'session.expires_at as expiresAt',
      'session.ends_at as endsAt',
      'session.last_used_at as lastUsedAt',
      'session.person_id as personId',
      'person.email',
      'person.name',
      'membership.role',
    ])
    .where('session.secret_sha256', '=', secretSha256)
    .where('session.revoked_at', 'is', null)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const { personId, email, name, ...session } = toIsoTimes(row);
  return { ...session, person: { id: personId, email, name } };
}

export async function findSession(tx: ReferenceTx, id: string): Promise<Session | undefined> {
  const row = await tx.db.selectFrom('session').select(COLUMNS).where('id', '=', id).executeTakeFirst();
  return row && toIsoTimes(row);
}

/** Returns the sessions that can still be used, newest first. */
export async function listSessions(tx: ReferenceTx, personId: string, at: string, limit: number): Promise<Session[]> {
  const rows = await tx.db
    .selectFrom('session')
    .select(COLUMNS)
    .where('person_id', '=', personId)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', sql<Date>`${at}::timestamptz`)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
  return rows.map(toIsoTimes);
}

export async function touchSession(
  tx: OrgTx,
  session: { readonly id: string; readonly personId: string; readonly at: string; readonly expiresAt: string },
): Promise<void> {
  await tx.db
    .updateTable('session')
    .set({ last_used_at: session.at, expires_at: session.expiresAt })
    .where('id', '=', session.id)
    .execute();
  await tx.db
    .updateTable('membership')
    .set({ last_seen_at: session.at })
    .where('person_id', '=', session.personId)
    .where('org_id', '=', tx.orgId)
    .execute();
}

export async function switchSession(tx: OrgTx, id: string): Promise<void> {
  await tx.db.updateTable('session').set({ org_id: tx.orgId }).where('id', '=', id).execute();
}

interface SessionChoice {
  readonly personId: string;
  /** When absent, every session of the person. */
  readonly only?: string | undefined;
  readonly except?: string | undefined;
  /** When absent, in every organization. */
  readonly orgId?: string | undefined;
}

/** Returns the number of revoked sessions. */
export async function revokeSessions(tx: ReferenceTx, choice: SessionChoice, at: string): Promise<number> {
  const { only, except, orgId } = choice;
  const result = await tx.db
    .updateTable('session')
    .set({ revoked_at: at })
    .where('person_id', '=', choice.personId)
    .where('revoked_at', 'is', null)
    .$if(only !== undefined, (query) => query.where('id', '=', only ?? ''))
    .$if(except !== undefined, (query) => query.where('id', '<>', except ?? ''))
    .$if(orgId !== undefined, (query) => query.where('org_id', '=', orgId ?? ''))
    .executeTakeFirst();
  return Number(result.numUpdatedRows);
}

/** Returns whether the person has signed in with this browser, as far as sessions are stored. */
export async function hasSessionOnDevice(tx: ReferenceTx, personId: string, deviceSha256: Buffer): Promise<boolean> {
  const row = await tx.db
    .selectFrom('session')
    .select('id')
    .where('person_id', '=', personId)
    .where('device_sha256', '=', deviceSha256)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Deletes sessions that have ended; they cannot be used and are no longer listed. */
export async function removeEndedSessions(tx: ReferenceTx, personId: string, at: string): Promise<void> {
  await tx.db
    .deleteFrom('session')
    .where('person_id', '=', personId)
    .where('ends_at', '<', sql<Date>`${at}::timestamptz`)
    .execute();
}

const COLUMNS = [
  ...(['id', 'created_at as createdAt', 'last_used_at as lastUsedAt', 'expires_at as expiresAt'] as const),
  ...(['user_agent as userAgent', 'address'] as const),
] as const;
