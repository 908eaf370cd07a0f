/** People who may sign in. They are looked up before any organization is known. */
import { sql, type Selectable } from 'kysely';
import type { OrgTx, ReferenceTx } from '../database.ts';
import type { Tables } from '../tables.ts';
import { insertMembership } from './members.ts';
import type { Role } from './roles.ts';

export interface Person {
  readonly id: string;
  readonly email: string;
  readonly name: string;
  readonly passwordHash: string;
  /** As it was written; whoever reads it fills in defaults. */
  readonly preferences: unknown;
  readonly failedSignIns: number;
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

export interface PersonChange {
  readonly name?: string | undefined;
  readonly passwordHash?: string | undefined;
  readonly preferences?: unknown;
}

export async function updatePerson(tx: ReferenceTx, id: string, change: PersonChange): Promise<void> {
  const values = {
    ...(change.name !== undefined && { name: change.name }),
    ...(change.passwordHash !== undefined && { password_hash: change.passwordHash }),
    ...(change.preferences !== undefined && { preferences: JSON.stringify(change.preferences) }),
  };
  if (Object.keys(values).length === 0) return;
  await tx.db.updateTable('person').set(values).where('id', '=', id).execute();
}

export async function countFailedSignIn(tx: ReferenceTx, id: string): Promise<void> {
  await tx.db
    .updateTable('person')
    .set({ failed_sign_ins: sql`failed_sign_ins + 1` })
    .where('id', '=', id)
    .execute();
}

export async function forgetFailedSignIns(tx: ReferenceTx, id: string): Promise<void> {
  await tx.db.updateTable('person').set({ failed_sign_ins: 0 }).where('id', '=', id).execute();
}

function toPerson(row: Selectable<Tables['person']>): Person {
  return {
    id: row.id,
    email: row.email,
    name: row.name,
    passwordHash: row.password_hash,
    preferences: row.preferences,
    failedSignIns: row.failed_sign_ins,
  };
}
