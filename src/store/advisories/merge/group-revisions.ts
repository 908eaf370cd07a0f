/**
 * Revisions of vulnerabilities whose findings change although no match may change: another id, another severity, an exploit. Only
 * records about a single vulnerability count, and changes of a record's text do not.
 */
import { sql, type RawBuilder } from 'kysely';
import type { ReferenceTx } from '../../database.ts';
import type { DirectoryKey } from '../directories.ts';

/** `groups` is a query with a column `group_id`. */
async function raiseGroups(tx: ReferenceTx, groups: RawBuilder<unknown>, snapshot: number): Promise<void> {
  await sql`
    insert into group_revision (group_id, revision)
    select distinct g.group_id, ${snapshot}::bigint from (${groups}) g where g.group_id is not null
    on conflict (group_id) do update set revision = excluded.revision`.execute(tx.db);
}

/**
 * Call it before the stored rows are replaced. Reads `changed_record` and stores the records whose findings change, with their
 * previous groups, in `republished_record`.
 */
export async function stageChangedGroups(
  tx: ReferenceTx,
  { source, directory, run }: DirectoryKey & { readonly run: string },
): Promise<void> {
  await sql`
    create temporary table republished_record on commit drop as
    select c.id, o.group_ids as group_ids
    from changed_record c
    left join advisory_record o on o.source = ${source} and o.directory = ${directory} and o.id = c.id
    left join staged_record n on n.run = ${run} and n.id = c.id
    where c.kind in ('added', 'deleted', 'severityOnly') or c.kind = 'revised' and (
      o.severity_sha256 is distinct from n.severity_sha256 or o.aliases <> n.aliases or o.upstream <> n.upstream
      or o.withdrawn is distinct from n.withdrawn or o.class <> n.class)`.execute(tx.db);
  await sql`analyze republished_record`.execute(tx.db);
}

/** Call it after `stageChangedGroups` and after the groups were closed. Raises the previous and the current groups of the records. */
export async function raiseChangedGroups(
  tx: ReferenceTx,
  { source, directory }: DirectoryKey,
  snapshot: number,
): Promise<void> {
  const groups = sql`
    select t.group_ids[1] as group_id from republished_record t where cardinality(t.group_ids) = 1
    union all
    select r.group_ids[1] from republished_record t
    join advisory_record r on r.source = ${source} and r.directory = ${directory} and r.id = t.id
    where cardinality(r.group_ids) = 1`;
  await raiseGroups(tx, groups, snapshot);
}

/** Raises the groups of a source that is removed, or of a directory that is new. */
export async function raiseAllGroups(
  tx: ReferenceTx,
  { source, directory }: Pick<DirectoryKey, 'source'> & Partial<DirectoryKey>,
  snapshot: number,
): Promise<void> {
  const ofDirectory = directory === undefined ? sql`` : sql`and directory = ${directory}`;
  const groups = sql`
    select group_ids[1] as group_id from advisory_record
    where source = ${source} ${ofDirectory} and cardinality(group_ids) = 1`;
  await raiseGroups(tx, groups, snapshot);
}

/** Above this number, all records are scanned once instead of an index lookup for each id. */
const CVES_LOOKED_UP_MAX = 20_000;

/** Raises the groups of every record that has or names one of the CVE ids in the temporary table `changed_cve`. */
export async function raiseGroupsOfCves(tx: ReferenceTx, count: number, snapshot: number): Promise<void> {
  // `offset 0` keeps the index scan: the planner assumes that records about one vulnerability are rare and would compare each
  // with every id, which took minutes for the 1,404 ids of KEV and 90,000 records.
  const lookedUp = sql`
    select r.group_ids[1] as group_id from changed_cve c join advisory_record r on r.id = c.cve
    where cardinality(r.group_ids) = 1
    union all
    select r.group_ids[1] from changed_cve c
    cross join lateral (select group_ids from advisory_record where aliases @> array[c.cve] offset 0) r
    where cardinality(r.group_ids) = 1`;
  const allRead = sql`
    select r.group_ids[1] as group_id from advisory_record r cross join lateral unnest(r.aliases || r.id) i(id)
    join changed_cve c on c.cve = i.id where cardinality(r.group_ids) = 1`;
  await raiseGroups(tx, count > CVES_LOOKED_UP_MAX ? allRead : lookedUp, snapshot);
}
