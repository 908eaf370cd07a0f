/**
 * Distributes the tables over the nodes of a Citus cluster. The rows of an organization are together on one node, shared tables are
 * on every node, and the tables of the queue and of an import in progress stay on the coordinator. Repeating it distributes only
 * the tables that a migration has added.
 */
import { sql, type Kysely } from 'kysely';
import { CITUS_NOT_READY } from './errors.ts';

/** Read and written with every job, like the tables of the queue itself. */
const LOCAL_TABLES = ['queue_clock', 'queue_turn', 'webhook_due', 'kysely_migration', 'kysely_migration_lock'];

export async function distribute(db: Kysely<unknown>): Promise<void> {
  await requireCoordinator(db);
  // Workers apply row-level security, so they need the organization of the transaction (SET LOCAL assay.org_id).
  await sql`do $$ begin
    execute format('alter database %I set citus.propagate_set_commands = ''local''', current_database());
  end $$`.execute(db);
  await db.transaction().execute(distributeNewTables);
}

/** Distributes the tables that Citus does not know yet, in the transaction of the caller. */
export async function distributeNewTables(tx: Kysely<unknown>): Promise<void> {
  const tables = await listNewTables(tx);
  if (tables.length === 0) return;
  const ofOrganizations = (await listProtectedTables(tx)).map((name) => sql.id(name));
  await sql`set local citus.multi_shard_modify_mode = 'sequential'`.execute(tx);
  // Citus reads and copies the rows of all organizations, and accepts a foreign key only between distributed tables.
  for (const table of ofOrganizations) await sql`alter table ${table} no force row level security`.execute(tx);
  const names = tables.map(({ name }) => name);
  const keys = await listForeignKeys(tx, names);
  for (const { owner, name } of keys)
    await sql`alter table ${sql.id(owner)} drop constraint ${sql.id(name)}`.execute(tx);
  for (const { name, isShared } of tables) {
    if (isShared) await sql`select create_reference_table(${name})`.execute(tx);
    else await sql`select create_distributed_table(${name}, 'org_id')`.execute(tx);
  }
  for (const { owner, name, definition } of keys.filter(isPossible)) {
    await sql`alter table ${sql.id(owner)} add constraint ${sql.id(name)} ${sql.raw(definition)}`.execute(tx);
  }
  for (const table of ofOrganizations) await sql`alter table ${table} force row level security`.execute(tx);
}

/** Whether the tables of this database are distributed. */
export async function isDistributed<Tables>(db: Kysely<Tables>): Promise<boolean> {
  const { rows } = await sql<{
    present: boolean;
  }>`select to_regclass('pg_dist_partition') is not null as present`.execute(db);
  if (rows[0]?.present !== true) return false;
  const found = await sql`select from pg_dist_partition where logicalrelid = to_regclass('organization')`.execute(db);
  return found.rows.length > 0;
}

async function requireCoordinator(db: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<{ present: boolean }>`select to_regclass('pg_dist_node') is not null as present`.execute(
    db,
  );
  if (rows[0]?.present !== true)
    throw CITUS_NOT_READY({ missing: 'the extension: run "create extension citus" on every node' });
  const { rows: nodes } = await sql`select from pg_dist_node where groupid = 0`.execute(db);
  if (nodes.length === 0) {
    throw CITUS_NOT_READY({
      missing: 'the address of the coordinator: call citus_set_coordinator_host in this database',
    });
  }
}

/** A migration may not have forced row-level security yet. */
async function listNewTables(db: Kysely<unknown>): Promise<{ readonly name: string; readonly isShared: boolean }[]> {
  const { rows } = await sql<{ name: string; isShared: boolean }>`
    select c.relname as name, not c.relrowsecurity as "isShared" from pg_class c
    where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r' and c.relpersistence = 'p'
      and c.relname <> all(${LOCAL_TABLES}) and not exists (select from pg_dist_partition p where p.logicalrelid = c.oid)
    order by not c.relrowsecurity desc, c.relname`.execute(db);
  return rows;
}

async function listProtectedTables(db: Kysely<unknown>): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_class where relnamespace = current_schema()::regnamespace and relforcerowsecurity`.execute(
    db,
  );
  return rows.map(({ name }) => name);
}

interface ForeignKey {
  readonly owner: string;
  readonly name: string;
  readonly definition: string;
}

/**
 * A table with a foreign key to a shared table is no longer local, and Citus refuses SET NULL for a key that contains org_id. Assay
 * does not depend on these: it deletes the rows of an organization, and clears the owner of a token, itself.
 */
function isPossible({ owner, definition }: ForeignKey): boolean {
  return !LOCAL_TABLES.includes(owner) && !definition.includes('ON DELETE SET NULL');
}

async function listForeignKeys(db: Kysely<unknown>, tables: readonly string[]): Promise<ForeignKey[]> {
  const { rows } = await sql<ForeignKey>`
    select o.relname as owner, k.conname as name, pg_get_constraintdef(k.oid) as definition
    from pg_constraint k join pg_class o on o.oid = k.conrelid join pg_class t on t.oid = k.confrelid
    where k.contype = 'f' and k.connamespace = current_schema()::regnamespace
      and (o.relname = any(${tables}) or t.relname = any(${tables}))
    order by o.relname, k.conname`.execute(db);
  return rows;
}
