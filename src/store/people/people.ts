/** People who can sign in. They are read before the organization of a request is known. */
import { sql } from 'kysely';
import type { Role } from '../../core/vocabulary/access.ts';
import type { OrgTx, ReferenceTx } from '../database.ts';
import { insertMembership } from './members.ts';
import { addUsage } from './usage.ts';

export interface Person {
  readonly id: string;
  readonly email: string;
  readonly name: string;
  readonly passwordHash: string;
  /** As stored; the caller fills in defaults. */
  readonly preferences: unknown;
}

interface NewPerson extends Pick<Person, 'id' | 'email' | 'passwordHash'> {
  readonly name?: string;
  readonly createdAt: string;
}

export async function insertMember(tx: OrgTx, person: NewPerson, role: Role): Promise<void> {
  await tx.db
    .insertInto('person')
    .values({
      id: person.id,
      email: person.email,
      name: person.name ?? '',
      password_hash: person.passwordHash,
      created_at: person.createdAt,
    })
    .execute();
  await insertMembership(tx, { personId: person.id, role, createdAt: person.createdAt });
}

export async function findPersonByEmail(tx: ReferenceTx, email: string): Promise<Person | undefined> {
  return await tx.db.selectFrom('person').select(COLUMNS).where('email', '=', email).executeTakeFirst();
}

export async function findPerson(tx: ReferenceTx, id: string): Promise<Person | undefined> {
  return await tx.db.selectFrom('person').select(COLUMNS).where('id', '=', id).executeTakeFirst();
}

/** Locks the person until the transaction ends, so that no membership is added and no session starts. */
export async function lockPerson(tx: ReferenceTx, id: string): Promise<void> {
  await tx.db.selectFrom('person').select('id').where('id', '=', id).forUpdate().execute();
}

interface PersonChange {
  readonly name?: string | undefined;
  /** A new password resets the failed sign-ins and deletes open reset links. */
  readonly passwordHash?: string | undefined;
  readonly preferences?: unknown;
}

export async function updatePerson(tx: ReferenceTx, id: string, change: PersonChange): Promise<void> {
  const values = {
    ...(change.name !== undefined && { name: change.name }),
    ...(change.passwordHash !== undefined && { password_hash: change.passwordHash, failed_sign_ins: 0 }),
    ...(change.preferences !== undefined && { preferences: JSON.stringify(change.preferences) }),
  };
  if (Object.keys(values).length === 0) return;
  await tx.db.updateTable('person').set(values).where('id', '=', id).execute();
  if (change.passwordHash !== undefined) await tx.db.deleteFrom('password_reset').where('person_id', '=', id).execute();
}

export async function countFailedSignIn(tx: ReferenceTx, id: string): Promise<void> {
  await tx.db
    .updateTable('person')
    .set({ failed_sign_ins: sql`failed_sign_ins + 1` })
    .where('id', '=', id)
    .execute();
}

/**
 * Locks the account until the transaction ends and resets its failed sign-ins. Returns undefined when the password has changed in
 * the meantime: a password change ends all sessions, and none may start with the old password after it.
 */
export async function lockForSignIn(
  tx: ReferenceTx,
  { id, passwordHash }: Pick<Person, 'id' | 'passwordHash'>,
): Promise<{ readonly failedBefore: number } | undefined> {
  const row = await tx.db
    .selectFrom('person')
    .select('failed_sign_ins as failedBefore')
    .where('id', '=', id)
    .where('password_hash', '=', passwordHash)
    .forUpdate()
    .executeTakeFirst();
  if (row === undefined) return undefined;
  if (row.failedBefore > 0)
    await tx.db.updateTable('person').set({ failed_sign_ins: 0 }).where('id', '=', id).execute();
  return row;
}

const COLUMNS = ['id', 'email', 'name', 'password_hash as passwordHash', 'preferences'] as const;

/** Saved filters of a person in an organization, in order. They are replaced as a whole. */
export interface SavedFilter {
  readonly name: string;
  /** The query string of a page of the portal. */
  readonly query: string;
}

export async function listSavedFilters(tx: OrgTx, personId: string): Promise<SavedFilter[]> {
  return await tx.db
    .selectFrom('saved_filter')
    .select(['name', 'query'])
    .where('org_id', '=', tx.orgId)
    .where('person_id', '=', personId)
    .orderBy('n')
    .limit(SAVED_FILTERS_MAX)
    .execute();
}

const SAVED_FILTERS_MAX = 1_000;

export async function replaceSavedFilters(tx: OrgTx, personId: string, filters: readonly SavedFilter[]): Promise<void> {
  const { numDeletedRows } = await tx.db
    .deleteFrom('saved_filter')
    .where('org_id', '=', tx.orgId)
    .where('person_id', '=', personId)
    .executeTakeFirst();
  addUsage(tx, 'savedFilters', filters.length - Number(numDeletedRows));
  if (filters.length === 0) return;
  const rows = filters.map(({ name, query }, n) => ({ org_id: tx.orgId, person_id: personId, n, name, query }));
  await tx.db.insertInto('saved_filter').values(rows).execute();
}
