/**
 * Staging tables for the records of a run, until a whole directory is read and checked. Rows arrive in batches, each in a short
 * transaction, so that no transaction is open while a thread parses or a remote host responds.
 */
import { sql } from 'kysely';
import type { Database, ReferenceTx } from '../../database.ts';

/** Writes rows in the binary format of COPY to the named tables. */
export async function copyTables(
  { copyInto }: Pick<Database, 'copyInto'>,
  columnsOf: Readonly<Record<string, readonly string[]>>,
  rows: ReadonlyMap<string, Uint8Array>,
): Promise<void> {
  for (const [table, ofTable] of rows) {
    if (ofTable.length === 0) continue;
    const names = (columnsOf[table] ?? []).map((column) => `"${column}"`).join(', ');
    await copyInto(`copy ${table} (${names}) from stdin with (format binary)`, ofTable);
  }
}

/** Shadows the staging tables for a first import, which stages few rows, and only inside its transaction. */
export async function createOwnStaging(tx: ReferenceTx): Promise<void> {
  await sql`create temporary table staged_entry (like staged_entry) on commit drop`.execute(tx.db);
  await sql`create temporary table staged_package_source (like staged_package_source) on commit drop`.execute(tx.db);
}

/** Removes the staged rows of this source, from this run or from one that ended early. */
export async function clearStaging(tx: ReferenceTx, source: string): Promise<void> {
  await sql`lock table staged_record, staged_entry, staged_package_source in access exclusive mode`.execute(tx.db);
  const { rows } = await sql<{ shared: boolean }>`
    select exists (select from staged_record where source <> ${source}) as shared`.execute(tx.db);
  if (rows[0]?.shared !== true) {
    // Rows that are only deleted would stay on disk until the next vacuum.
    await sql`truncate staged_record, staged_entry, staged_package_source`.execute(tx.db);
    return;
  }
  const ofSource = sql`run in (select run from staged_record where source = ${source})`;
  await sql`delete from staged_entry where ${ofSource}`.execute(tx.db);
  await sql`delete from staged_package_source where ${ofSource}`.execute(tx.db);
  await sql`delete from staged_record where source = ${source}`.execute(tx.db);
}

/** Updates the planner's statistics of the columns that are joined; those of the others would take longer than the joins. */
export async function updateStagingStatistics(tx: ReferenceTx): Promise<void> {
  await sql`
    analyze staged_record (run, id), staged_entry (run, record_id), staged_package_source (run, key)`.execute(tx.db);
}
