/** Reads the PostgreSQL catalog for the tables that belong to organizations. */
import type pg from 'pg';

export interface ForeignKey {
  readonly name: string;
  readonly fromTable: string;
  readonly toTable: string;
  readonly columns: readonly string[];
}

export interface TableIndex {
  readonly name: string;
  readonly tableName: string;
  readonly columns: readonly string[];
  readonly isUnique: boolean;
  /** Covers only some of the rows. */
  readonly isPartial: boolean;
}

export interface Policy {
  readonly tableName: string;
  readonly command: string;
  readonly using: string;
  readonly enabled: boolean;
  readonly forced: boolean;
}

export async function listTablesWithOrganization(client: pg.ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
       and a.attname = 'org_id' and not a.attisdropped
     order by 1`,
  );
  return rows.map(({ name }) => name);
}

export async function listPolicies(client: pg.ClientBase): Promise<Policy[]> {
  const { rows } = await client.query<Policy>(
    `select p.tablename as "tableName", p.cmd as command, p.qual as using, c.relrowsecurity as enabled,
       c.relforcerowsecurity as forced
     from pg_policies p join pg_class c on c.oid = format('%I.%I', p.schemaname, p.tablename)::regclass
     where p.schemaname = 'public' order by 1`,
  );
  return rows;
}

export async function listForeignKeys(client: pg.ClientBase): Promise<ForeignKey[]> {
  const { rows } = await client.query<ForeignKey>(
    `select k.conname as name, k.conrelid::regclass::text as "fromTable", k.confrelid::regclass::text as "toTable",
       ${columnsOf('k.conrelid', 'k.conkey')} as columns
     from pg_constraint k join pg_class c on c.oid = k.conrelid where k.contype = 'f' and k.connamespace = 'public'::regnamespace order by 2, 1`,
  );
  return rows;
}

export async function listIndexes(client: pg.ClientBase): Promise<TableIndex[]> {
  const { rows } = await client.query<TableIndex>(
    `select i.indexrelid::regclass::text as name, i.indrelid::regclass::text as "tableName",
       ${columnsOf('i.indrelid', 'i.indkey::int2[]')} as columns, i.indisunique as "isUnique",
       i.indpred is not null as "isPartial"
     from pg_index i join pg_class c on c.oid = i.indrelid
     where c.relnamespace = 'public'::regnamespace order by 2, 1`,
  );
  return rows;
}

/** Lists the columns in order; an expression has no name and is omitted. */
function columnsOf(table: string, numbers: string): string {
  return `array(select a.attname::text from unnest(${numbers}) with ordinality as n(number, place)
    join pg_attribute a on a.attrelid = ${table} and a.attnum = n.number order by n.place)`;
}
