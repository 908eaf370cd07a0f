/**
 * The tables of a backup. They are read from the catalog of the database, so that the table of a new migration is never
 * forgotten. The migrations' own tables are excluded, and the queue is in another schema.
 */
import { strict as assert } from 'node:assert';
import type pg from 'pg';

export interface BackupTable {
  readonly name: string;
  readonly columns: readonly string[];
  /** Whether the table has row-level security: each row belongs to one organization and is visible only to it. */
  readonly tenant: boolean;
  /** The primary key as an SQL sort order, so that equal content has equal bytes on every server and in every collation. */
  readonly order: string;
}

/** Every table comes after the tables that its foreign keys refer to. */
export async function readBackupTables(client: pg.ClientBase): Promise<readonly BackupTable[]> {
  const { rows } = await client.query<TableRow>(TABLES);
  return sortByReferences(rows).map(({ name, columns, tenant, key_order: order }) => {
    assert(order !== null, `The table ${name} has a primary key.`);
    return { name, columns, tenant, order };
  });
}

interface TableRow {
  readonly name: string;
  readonly columns: readonly string[];
  readonly tenant: boolean;
  readonly key_order: string | null;
  readonly refers_to: readonly string[];
}

// Partitions are copied through their parent, generated columns are computed again, and unlogged tables are not backed up.
const TABLES = `
  select c.relname::text as name, c.relrowsecurity as tenant,
    array(select a.attname::text from pg_attribute a
      where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
      order by a.attnum) as columns,
    (select string_agg(quote_ident(a.attname) || case when a.attcollation <> 0 then ' collate "C"' else '' end, ', '
        order by k.position)
      from pg_index i cross join unnest(i.indkey::int2[]) with ordinality k (attnum, position)
      join pg_attribute a on a.attrelid = c.oid and a.attnum = k.attnum
      where i.indrelid = c.oid and i.indisprimary) as key_order,
    array(select distinct r.relname::text from pg_constraint f join pg_class r on r.oid = f.confrelid
      where f.conrelid = c.oid and f.contype = 'f' and f.confrelid <> c.oid) as refers_to
  from pg_class c
  where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
    and c.relpersistence = 'p'
    and c.relname not in ('kysely_migration', 'kysely_migration_lock')
  order by c.relname collate "C"`;

function sortByReferences(rows: readonly TableRow[]): TableRow[] {
  const sorted: TableRow[] = [];
  const done = new Set<string>();
  while (sorted.length < rows.length) {
    const next = rows.find((row) => !done.has(row.name) && row.refers_to.every((name) => done.has(name)));
    assert(next !== undefined, 'Foreign keys form no circle.');
    done.add(next.name);
    sorted.push(next);
  }
  return sorted;
}
