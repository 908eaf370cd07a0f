/** Organizations, the tenants. They are read before the organization of a request is known. */
import { sql } from 'kysely';
import { isUuid } from '../../core/naming/uuid.ts';
import { toIsoTimes } from '../dated-row.ts';
import { getSnapshot } from '../advisories/snapshots.ts';
import type { OrgTx, ReferenceTx } from '../database.ts';

export interface Organization {
  readonly id: string;
  readonly name: string;
  readonly createdAt: string;
}

export async function hadFirstStart(tx: ReferenceTx): Promise<boolean> {
  return (await tx.db.selectFrom('installation').select('singleton').executeTakeFirst()) !== undefined;
}

/**
 * Returns true for the one process that starts first on a database without an organization; others wait here until it has one.
 */
export async function claimFirstStart(tx: ReferenceTx, at: string): Promise<boolean> {
  const row = await tx.db
    .insertInto('installation')
    .values({ created_at: at })
    .onConflict((conflict) => conflict.doNothing())
    .returning('singleton')
    .executeTakeFirst();
  return row !== undefined;
}

export async function insertOrganization(tx: OrgTx, organization: Organization): Promise<void> {
  await tx.db
    .insertInto('organization')
    .values({
      id: tx.orgId,
      name: organization.name,
      created_at: organization.createdAt,
      // A new organization has no versions to which older data would have to be applied.
      applied_snapshot: sql`${await getSnapshot(tx)}::bigint`,
    })
    .execute();
}

export async function getOrganization(tx: OrgTx): Promise<Organization> {
  return toIsoTimes(
    await tx.db.selectFrom('organization').select(COLUMNS).where('id', '=', tx.orgId).executeTakeFirstOrThrow(),
  );
}

export async function renameOrganization(tx: OrgTx, name: string): Promise<void> {
  await tx.db.updateTable('organization').set({ name }).where('id', '=', tx.orgId).execute();
}

/**
 * Returns all organizations, or those with this id or name, oldest first. A name is not unique. Organizations that are being
 * deleted are excluded.
 */
export async function listOrganizations(
  tx: ReferenceTx,
  reference: string | undefined,
  limit: number,
): Promise<Organization[]> {
  const rows = await tx.db
    .selectFrom('organization')
    .select(COLUMNS)
    .where('deleted_at', 'is', null)
    .$if(reference !== undefined, (query) =>
      query.where(isUuid(reference ?? '') ? 'id' : 'name', '=', sql<string>`${reference}`),
    )
    .orderBy('created_at')
    .orderBy('id')
    .limit(limit)
    .execute();
  return rows.map(toIsoTimes);
}

export interface OrganizationWithMembers extends Organization {
  readonly members: number;
}

export async function listOrganizationsWithMembers(tx: ReferenceTx): Promise<OrganizationWithMembers[]> {
  const rows = await tx.db
    .selectFrom('organization')
    .leftJoin('membership', 'membership.org_id', 'organization.id')
    .select(COLUMNS)
    .select(sql<number>`count(membership.person_id)::int`.as('members'))
    .where('organization.deleted_at', 'is', null)
    .groupBy('organization.id')
    .orderBy('organization.created_at')
    .orderBy('organization.id')
    .execute();
  return rows.map(toIsoTimes);
}

/** For work on every organization, each in its own transaction. Organizations that are being deleted are excluded. */
export async function listOrganizationIds(
  tx: ReferenceTx,
  after: string | undefined,
  limit: number,
): Promise<string[]> {
  const rows = await tx.db
    .selectFrom('organization')
    .select('id')
    .where('deleted_at', 'is', null)
    .$if(after !== undefined, (query) => query.where('id', '>', sql<string>`${after}::uuid`))
    .orderBy('id')
    .limit(limit)
    .execute();
  return rows.map((row) => row.id);
}

const COLUMNS = ['organization.id', 'organization.name', 'organization.created_at as createdAt'] as const;
