/** People who can sign in. They are read before the organization of a request is known. */
import { sql, type Selectable } from 'kysely';
import type { Role } from '../../core/vocabulary/access.ts';
import type { OrgTx, ReferenceTx } from '../database.ts';
import type { Tables } from '../tables.ts';
import { insertMembership } from './members.ts';

export interface Person {
  readonly id: string;
  readonly email: string;
  readonly name: string;
  readonly passwordHash: string;
  /** As stored; the caller fills in defaults. */
  readonly preferences: unknown;
}

export interface NewPerson {
  readonly id: string;
  readonly email: string;
  readonly name?: string;
  readonly passwordHash: string;
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
  const row = await tx.db.selectFrom('person').selectAll().where('email', '=', email).executeTakeFirst();
  return row && toPerson(row);
}

export async function findPerson(tx: ReferenceTx, id: string): Promise<Person | undefined> {
  const row = await tx.db.selectFrom('person').selectAll().where('id', '=', id).executeTakeFirst();
  return row && toPerson(row);
}

/** Locks the person until the transaction ends, so that no membership is added and no session starts. */
export async function lockPerson(tx: ReferenceTx, id: string): Promise<void> {
  await tx.db.selectFrom('person').select('id').where('id', '=', id).forUpdate().execute();
}

export interface PersonChange {
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
    .select('failed_sign_ins')
    .where('id', '=', id)
    .where('password_hash', '=', passwordHash)
    .forUpdate()
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const { failed_sign_ins: failedBefore } = row;
  if (failedBefore > 0) await tx.db.updateTable('person').set({ failed_sign_ins: 0 }).where('id', '=', id).execute();
  return { failedBefore };
}

function toPerson(row: Selectable<Tables['person']>): Person {
  return {
    id: row.id,
    email: row.email,
    name: row.name,
    passwordHash: row.password_hash,
    preferences: row.preferences,
  };
}
