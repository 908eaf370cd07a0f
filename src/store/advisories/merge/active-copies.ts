/**
 * Selects the active copy of a record. A record is in several directories of a source, with all of its packages in
 * each, and the copies may differ. For each family, the copy in its own directory is active; without one, the copy that was
 * modified last, or the first by name of equals. The selection is made when a directory is merged, for all copies of its changed
 * records, so that queries only have to skip inactive entries.
 */
import { sql } from 'kysely';
import type { ReferenceTx } from '../../database.ts';
import type { DirectoryKey } from '../directories.ts';

type StagedDirectoryKey = DirectoryKey & { readonly run: string };

const FAMILY = sql`split_part(e.package_key, e'\x1f', 1)`;

/** Whether an entry `e` for another family than that of its directory is active, given the copies `v` of its record. */
const IS_ACTIVE = sql`(e.directory = v.newest and ${FAMILY} <> all(v.directories))`;

/** Fills the temporary table `copied_record` from `changed_record` and the current records. */
export async function collectCopies(tx: ReferenceTx, { source, run }: StagedDirectoryKey): Promise<void> {
  await sql`
    create temporary table copied_record on commit drop as
    select i.id, v.newest, v.directories
    from (
      select e.record_id as id from staged_entry e join changed_record c on c.id = e.record_id
      where e.run = ${run} and not e.own and c.kind in ('added', 'revised')
      union
      select e.record_id from affected_entry e join changed_record c on c.id = e.record_id
      where e.source = ${source} and not e.own and c.kind <> 'unchanged'
    ) i
    cross join lateral (
      select (array_agg(r.directory order by r.modified desc, r.directory collate "C"))[1] as newest,
        array_agg(r.directory) as directories
      from advisory_record r where r.source = ${source} and r.id = i.id) v`.execute(tx.db);
  await sql`create index on copied_record (id)`.execute(tx.db);
  await sql`analyze copied_record`.execute(tx.db);
}

/** Writes the entries of the records whose matching changes. */
export async function writeEntries(tx: ReferenceTx, { source, directory, run }: StagedDirectoryKey): Promise<void> {
  await sql`
    insert into affected_entry (source, directory, record_id, n, package_key, entry, listed, own, active)
    select ${source}, e.directory, e.record_id, e.n, e.package_key, e.entry, e.listed, e.own, e.own or ${IS_ACTIVE}
    from (select s.*, ${directory}::text as directory from staged_entry s where s.run = ${run}) e
    join changed_record c on c.id = e.record_id and c.kind in ('added', 'revised')
    left join copied_record v on not e.own and v.id = e.record_id`.execute(tx.db);
}

/** Activates and deactivates copies, and returns the number of records. Leaves the entries in `switched_entry`. */
export async function updateActiveCopies(tx: ReferenceTx, { source }: StagedDirectoryKey): Promise<number> {
  await sql`
    create temporary table switched_entry on commit drop as
    select e.directory, e.record_id, e.n, e.package_key, ${IS_ACTIVE} as active
    from copied_record v join affected_entry e on e.source = ${source} and e.record_id = v.id and not e.own
    where e.active <> ${IS_ACTIVE}`.execute(tx.db);
  await sql`
    update affected_entry e set active = t.active from (select * from switched_entry) t
    where e.source = ${source} and e.directory = t.directory and e.record_id = t.record_id and e.n = t.n`.execute(
    tx.db,
  );
  const { rows } = await sql<{ count: number }>`
    select count(distinct record_id)::int as count from switched_entry`.execute(tx.db);
  return rows[0]?.count ?? 0;
}

/**
 * Call it after `updateActiveCopies`. Raises the keys of entries that were activated or deactivated, and of new active entries for
 * another family.
 */
export async function raiseKeysOfUpdatedCopies(
  tx: ReferenceTx,
  { source, directory }: DirectoryKey,
  snapshot: number,
): Promise<void> {
  await sql`
    insert into package_key (key, revision)
    select k.package_key, ${snapshot}::bigint from (
      select package_key from switched_entry
      union
      select e.package_key from copied_record v
      join changed_record c on c.id = v.id and c.kind in ('added', 'revised')
      join affected_entry e on e.source = ${source} and e.record_id = v.id and not e.own and e.active
      where e.directory = ${directory}
    ) k
    on conflict (key) do update set revision = excluded.revision`.execute(tx.db);
}
