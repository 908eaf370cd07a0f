/** People who may sign in, and what they are in an organization. */
import type { OrgTx } from '../database.ts';

export type Role = 'owner' | 'admin' | 'member' | 'viewer';

export interface NewPerson {
  readonly id: string;
  readonly email: string;
  readonly passwordHash: string;
  readonly createdAt: string;
}

export async function insertMember(tx: OrgTx, person: NewPerson, role: Role): Promise<void> {
  await tx.db
    .insertInto('person')
    .values({
      id: person.id,
      email: person.email.toLowerCase(),
      password_hash: person.passwordHash,
      created_at: person.createdAt,
    })
    .execute();
  await tx.db
    .insertInto('membership')
    .values({ person_id: person.id, org_id: tx.orgId, role, created_at: person.createdAt })
    .execute();
}
