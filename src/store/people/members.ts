/** Members of an organization and their roles. */
import { sql } from 'kysely';
import type { Role } from '../../core/vocabulary/access.ts';
import { toIsoTimes } from '../dated-row.ts';
import type { OrgTx, ReferenceTx } from '../database.ts';
import type { Page, PageRequest } from '../page.ts';

export interface Member {
  readonly personId: string;
  readonly email: string;
  readonly name: string;
  readonly role: Role;
  readonly joinedAt: string;
  readonly lastSeenAt: string | null;
  /** When the member last marked the news in the portal as seen. */
  readonly lastVisitAt: string | null;
}

export interface OrganizationOfPerson {
  readonly id: string;
  readonly name: string;
  readonly role: Role;
}

interface NewMembership {
  readonly personId: string;
  readonly role: Role;
  readonly createdAt: string;
}

export async function insertMembership(tx: OrgTx, membership: NewMembership): Promise<void> {
  await tx.db
    .insertInto('membership')
    .values({
      person_id: membership.personId,
      org_id: tx.orgId,
      role: membership.role,
      created_at: membership.createdAt,
    })
    .execute();
}

/** Sorted by the time of joining. */
export async function listMembers(tx: OrgTx, page: PageRequest): Promise<Page<Member>> {
  const { total } = await tx.db
    .selectFrom('membership')
    .select(sql<number>`count(*)::int`.as('total'))
    .where('org_id', '=', tx.orgId)
    .executeTakeFirstOrThrow();
  const rows = await selectMembers(tx)
    .orderBy('membership.created_at')
    .orderBy('membership.person_id')
    .limit(page.limit)
    .offset(page.offset)
    .execute();
  return { total, items: rows.map(toIsoTimes) };
}

export async function findMember(tx: OrgTx, personId: string): Promise<Member | undefined> {
  const row = await selectMembers(tx).where('membership.person_id', '=', personId).executeTakeFirst();
  return row && toIsoTimes(row);
}

export async function findMemberByEmail(tx: OrgTx, email: string): Promise<Member | undefined> {
  const row = await selectMembers(tx).where('person.email', '=', email).executeTakeFirst();
  return row && toIsoTimes(row);
}

/** Locks the rows until the transaction ends, so that of two owners who leave at once, the second sees that the first is gone. */
export async function countOwnersForUpdate(tx: OrgTx): Promise<number> {
  const rows = await tx.db
    .selectFrom('membership')
    .select('person_id')
    .where('org_id', '=', tx.orgId)
    .where('role', '=', 'owner')
    .orderBy('person_id')
    .forUpdate()
    .execute();
  return rows.length;
}

/**
 * Locks the membership until the transaction ends. Returns undefined when there is no such member. Not FOR SHARE, for the reason in
 * `lockAppliedSnapshot`.
 */
export async function lockRole(tx: OrgTx, personId: string): Promise<Role | undefined> {
  const row = await tx.db
    .selectFrom('membership')
    .select('role')
    .where('org_id', '=', tx.orgId)
    .where('person_id', '=', personId)
    .forUpdate()
    .executeTakeFirst();
  return row?.role;
}

export async function changeRole(tx: OrgTx, personId: string, role: Role): Promise<void> {
  await updateMembership(tx, personId, { role });
}

export async function recordVisit(tx: OrgTx, personId: string, at: string): Promise<void> {
  await updateMembership(tx, personId, { last_visit_at: at });
}

export async function removeMembership(tx: OrgTx, personId: string): Promise<void> {
  // On Citus, no foreign key does this.
  await tx.db
    .updateTable('token')
    .set({ owner_id: null })
    .where('org_id', '=', tx.orgId)
    .where('owner_id', '=', personId)
    .execute();
  await tx.db.deleteFrom('membership').where('org_id', '=', tx.orgId).where('person_id', '=', personId).execute();
}

/** Returns the most recently used organizations first. */
export async function listOrganizationsOf(tx: ReferenceTx, personId: string): Promise<OrganizationOfPerson[]> {
  return await tx.db
    .selectFrom('membership')
    .innerJoin('organization', 'organization.id', 'membership.org_id')
    .select(['organization.id', 'organization.name', 'membership.role'])
    .where('membership.person_id', '=', personId)
    .where('organization.deleted_at', 'is', null)
    .orderBy('membership.last_seen_at', (order) => order.desc().nullsLast())
    .orderBy('membership.created_at')
    .limit(ORGANIZATIONS_MAX)
    .execute();
}

const ORGANIZATIONS_MAX = 1_000;

/** Returns the names of all members of the organizations. Concurrent calls with the same key wait until the transaction ends. */
export async function lockMemberNames(
  tx: ReferenceTx,
  { key, orgIds }: { readonly key: string; readonly orgIds: readonly string[] },
): Promise<{ readonly personId: string; readonly name: string }[]> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`assay display name ${key}`}, 0))`.execute(tx.db);
  return await tx.db
    .selectFrom('membership')
    .innerJoin('person', 'person.id', 'membership.person_id')
    .select(['person.id as personId', 'person.name'])
    .distinct()
    .where('membership.org_id', 'in', orgIds)
    .where('person.name', '<>', '')
    .execute();
}

async function updateMembership(
  tx: OrgTx,
  personId: string,
  values: { readonly role?: Role; readonly last_visit_at?: string },
): Promise<void> {
  await tx.db
    .updateTable('membership')
    .set(values)
    .where('org_id', '=', tx.orgId)
    .where('person_id', '=', personId)
    .execute();
}

function selectMembers(tx: OrgTx) {
  return tx.db
    .selectFrom('membership')
    .innerJoin('person', 'person.id', 'membership.person_id')
    .select([
      'membership.person_id as personId',
      'person.email',
      'person.name',
      'membership.role',
      'membership.created_at as joinedAt',
      'membership.last_seen_at as lastSeenAt',
      'membership.last_visit_at as lastVisitAt',
    ])
    .where('membership.org_id', '=', tx.orgId);
}
