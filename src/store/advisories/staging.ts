/**
 * Where a run puts what it has read, until all of a directory is there and judged. Rows come batch by batch, each in a short
 * transaction of its own: no transaction is open while a thread reads or a remote host answers.
 */
import { sql } from 'kysely';
import type { Database, ReferenceTx } from '../database.ts';

/** Lines of COPY with the columns that they have. */
export interface StagedRows {
  readonly columns: readonly string[];
  readonly rows: Uint8Array;
}

export async function stageRows(
  database: Database,
  { records, entries, sources }: Readonly<Record<'records' | 'entries' | 'sources', StagedRows>>,
): Promise<void> {
  await copy(database, 'staged_record', records);
  await copy(database, 'staged_entry', entries);
  await copy(database, 'staged_package_source', sources);
}

async function copy(database: Database, table: string, { columns, rows }: StagedRows): Promise<void> {
  if (rows.length === 0) return;
  const names = columns.map((column) => `"${column}"`).join(', ');
  await database.copyInto(`copy ${table} (${names}) from stdin`, rows);
}

/** Removes what this source has staged, in this run or in one that ended early. */
export async function emptyStaging(tx: ReferenceTx, source: string): Promise<void> {
  await sql`lock table staged_record, staged_entry, staged_package_source in access exclusive mode`.execute(tx.db);
  const { rows } = await sql<{ shared: boolean }>`
    select exists (select from staged_record where source <> ${source}) as shared`.execute(tx.db);
  if (rows[0]?.shared !== true) {
    // Rows that are only deleted would stay on the disk until the next vacuum.
    await sql`truncate staged_record, staged_entry, staged_package_source`.execute(tx.db);
    return;
  }
  for (const table of ['staged_entry', 'staged_package_source']) {
    await sql`
      delete from ${sql.table(table)} where run in (select run from staged_record where source = ${source})`.execute(
      tx.db,
    );
  }
  await sql`delete from staged_record where source = ${source}`.execute(tx.db);
}

/** So that the planner knows how much there is; nobody else looks at these tables long enough to find out. */
export async function measureStaging(tx: ReferenceTx): Promise<void> {
  await sql`analyze staged_record, staged_entry, staged_package_source`.execute(tx.db);
}
