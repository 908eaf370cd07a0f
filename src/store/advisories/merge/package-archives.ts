/**
 * The versions of source packages that the archives of distributions offer, for plans. They change no finding, so a new index of
 * the same sources needs no snapshot.
 */
import { sql } from 'kysely';
import type { IndexedPackage, PackageArchive } from '../../../core/identity/distro/package-index.ts';
import type { ArchivedVersion } from '../../../core/remediation/plan/plan-input.ts';
import type { ReferenceTx } from '../../database.ts';

/** Returns the archived versions by the key of the source package; unknown keys are absent. */
export async function listArchivedVersions(
  tx: ReferenceTx,
  keys: readonly string[],
): Promise<ReadonlyMap<string, readonly ArchivedVersion[]>> {
  if (keys.length === 0) return new Map();
  const { rows } = await sql<ArchivedVersion & { key: string }>`
    select s.key, s.version, a.name as archive,
      to_char(a.as_of at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "asOf"
    from archived_source s join package_archive a on a.id = s.archive
    where s.key = any(array(select unnest(${keys}::text[])))
    order by s.key, a.id, s.version collate "C"`.execute(tx.db);
  return Map.groupBy(rows, ({ key }) => key);
}

export async function createArchiveTable(tx: ReferenceTx): Promise<void> {
  await sql`
    create temporary table incoming_archived (key text collate "C", archive smallint, version text,
      primary key (key, archive, version)) on commit drop`.execute(tx.db);
}

export async function insertArchived(tx: ReferenceTx, batch: readonly IndexedPackage[]): Promise<void> {
  const rows = batch.flatMap(({ archived, archive }) => (archived && archive ? [{ ...archived, id: archive.id }] : []));
  if (rows.length === 0) return;
  await sql`
    insert into incoming_archived
    select * from unnest(${rows.map(({ key }) => key)}::text[], ${rows.map(({ id }) => id)}::smallint[],
      ${rows.map(({ version }) => version)}::text[])
    on conflict do nothing`.execute(tx.db);
}

/** Writes only differences: from day to day an archive changes little. */
export async function replaceArchives(tx: ReferenceTx, archives: readonly PackageArchive[]): Promise<void> {
  const ids = archives.map(({ id }) => id);
  await sql`delete from package_archive where id <> all(${ids}::smallint[])`.execute(tx.db);
  await sql`
    insert into package_archive (id, name, as_of)
    select * from unnest(${ids}::smallint[], ${archives.map(({ name }) => name)}::text[],
      ${archives.map(({ asOf }) => asOf)}::timestamptz[])
    on conflict (id) do update set name = excluded.name, as_of = excluded.as_of`.execute(tx.db);
  await sql`analyze incoming_archived`.execute(tx.db);
  await sql`
    create temporary table removed_archived on commit drop as
    select key, archive, version from archived_source except select key, archive, version from incoming_archived`.execute(
    tx.db,
  );
  await sql`
    create temporary table added_archived on commit drop as
    select key, archive, version from incoming_archived except select key, archive, version from archived_source`.execute(
    tx.db,
  );
  await sql`
    delete from archived_source
    where (key, archive, version) in (select key, archive, version from removed_archived)`.execute(tx.db);
  await sql`
    insert into archived_source (key, archive, version)
    select key, archive, version from added_archived order by key`.execute(tx.db);
}
