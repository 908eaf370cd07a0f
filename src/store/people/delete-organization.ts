/**
 * Deletes an organization with all its rows. It is marked first, which ends every access to it. Its rows are then deleted a
 * bounded number per transaction, and the organization last. The tables are read from the catalog, so that the table of a new
 * migration is never forgotten.
 */
import { sql } from 'kysely';
import pg from 'pg';
import { readBackupTables } from '../backup/backup-tables.ts';
import type { OrgTx, ReferenceTx } from '../database.ts';
import { lockComponentsExclusively } from '../portfolio/components/unused-components.ts';

const ROWS_PER_STEP = 5_000;

/** All tables with rows of organizations; tables that refer to others come first. */
export interface OrganizationTables {
  /** Rows that give access: sessions, tokens, memberships, links. */
  readonly directory: readonly string[];
  readonly tenant: readonly string[];
}

export async function listOrganizationTables(tx: ReferenceTx): Promise<OrganizationTables> {
  const tables = (await readBackupTables(tx.client)).filter(({ columns }) => columns.includes('org_id')).toReversed();
  const namesOf = (isTenant: boolean): string[] =>
    tables.filter(({ tenant }) => tenant === isTenant).map(({ name }) => name);
  return { directory: namesOf(false), tenant: namesOf(true) };
}

/** Locks all organizations, so that of the last two that are deleted at once, the second is recognized as the last one. */
export async function countOrganizationsForUpdate(tx: ReferenceTx): Promise<number> {
  const rows = await tx.db
    .selectFrom('organization')
    .select('id')
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
  return rows.length;
}

export async function markOrganizationDeleted(tx: OrgTx, at: string): Promise<void> {
  await tx.db
    .updateTable('organization')
    .set({ deleted_at: at })
    .where('id', '=', tx.orgId)
    .where('deleted_at', 'is', null)
    .execute();
}

/** Returns deleted organizations with this id or name, or all of them. */
export async function listDeletedOrganizations(
  tx: ReferenceTx,
  reference?: string,
): Promise<{ readonly id: string; readonly name: string }[]> {
  return await tx.db
    .selectFrom('organization')
    .select(['id', 'name'])
    .where('deleted_at', 'is not', null)
    .$if(reference !== undefined, (query) =>
      query.where((is) => is.or([is(sql`id::text`, '=', reference ?? ''), is('name', '=', reference ?? '')])),
    )
    .orderBy('id')
    .execute();
}

/**
 * Deletes at most one batch and returns the number of rows. Rows that other transactions are changing may be left: repeat until
 * it returns 0.
 */
export async function deleteRows(tx: OrgTx, table: string): Promise<number> {
  const name = sql.table(table);
  const { numAffectedRows = 0n } = await sql`
    delete from ${name} where org_id = ${tx.orgId}
      and ctid = any(array(select ctid from ${name} where org_id = ${tx.orgId} limit ${ROWS_PER_STEP}))`.execute(tx.db);
  return Number(numAffectedRows);
}

/**
 * Returns false when another transaction wrote rows in the meantime, possibly to a table that was already emptied. The locks make
 * later writers wait and then fail on their foreign keys to the organization; components and rows about them have no such key, but are
 * written only while components are locked, and with a row that has one or for components that are stored.
 */
export async function deleteEmptyOrganization(tx: OrgTx, { directory, tenant }: OrganizationTables): Promise<boolean> {
  await lockComponentsExclusively(tx);
  await tx.db.selectFrom('organization').select('id').where('id', '=', tx.orgId).forUpdate().execute();
  let late = 0;
  for (const table of [...tenant, ...directory]) late += await deleteRows(tx, table);
  if (late > 0) return false;
  await tx.db.deleteFrom('organization').where('id', '=', tx.orgId).execute();
  return true;
}

/** Another transaction inserted rows that refer to a deleted row: the next pass deletes them. */
export function isForeignKeyViolation(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === '23503';
}
