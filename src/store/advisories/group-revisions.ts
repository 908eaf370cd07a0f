/**
 * Which vulnerabilities are told differently since when, although no package may match differently: another id, another severity,
 * an exploit. Only a record that is about one vulnerability alone is told of it; the text of a record is none of these.
 */
import { sql, type RawBuilder } from 'kysely';
import type { ReferenceTx } from '../database.ts';
import type { DirectoryPlace } from './directories.ts';

/** `groups` is a query with a column `group_id`. */
async function raiseGroups(tx: ReferenceTx, groups: RawBuilder<unknown>, snapshot: number): Promise<void> {
  await sql`
    insert into group_revision (group_id, revision)
    select distinct g.group_id, ${snapshot}::bigint from (${groups}) g where g.group_id is not null
    on conflict (group_id) do update set revision = excluded.revision`.execute(tx.db);
}

/** Before the stored rows are replaced: what they were told of. Reads `changed_record`, and notes in it who is told differently. */
export async function noteToldGroups(
  tx: ReferenceTx,
  { source, directory, run }: DirectoryPlace & { readonly run: string },
): Promise<void> {
  await sql`
    create temporary table retold_record on commit drop as
    select c.id, o.group_ids as group_ids
    from changed_record c
    left join advisory_record o on o.source = ${source} and o.directory = ${directory} and o.id = c.id
    left join staged_record n on n.run = ${run} and n.id = c.id
    where c.kind in ('added', 'deleted', 'severityOnly') or c.kind = 'revised' and (
      o.severity_sha256 is distinct from n.severity_sha256 or o.aliases <> n.aliases or o.upstream <> n.upstream
      or o.withdrawn is distinct from n.withdrawn or o.class <> n.class)`.execute(tx.db);
  await sql`analyze retold_record`.execute(tx.db);
}

/** After `noteToldGroups` and after the groups were closed: what the records told of before, and what they tell of now. */
export async function raiseToldGroups(
  tx: ReferenceTx,
  { source, directory }: DirectoryPlace,
  snapshot: number,
): Promise<void> {
  const groups = sql`
    select t.group_ids[1] as group_id from retold_record t where cardinality(t.group_ids) = 1
    union all
    select r.group_ids[1] from retold_record t
    join advisory_record r on r.source = ${source} and r.directory = ${directory} and r.id = t.id
    where cardinality(r.group_ids) = 1`;
  await raiseGroups(tx, groups, snapshot);
}

/** Of a source that goes. */
export async function raiseGroupsOfSource(tx: ReferenceTx, source: string, snapshot: number): Promise<void> {
  await raiseGroups(
    tx,
    sql`select group_ids[1] as group_id from advisory_record where source = ${source} and cardinality(group_ids) = 1`,
    snapshot,
  );
}

/** From here on all records are read once, instead of the index for each id. */
const CVES_LOOKED_UP_MAX = 20_000;

/** Of every record that has or names one of the CVE ids in the temporary table `changed_cve`. */
export async function raiseGroupsOfCves(tx: ReferenceTx, count: number, snapshot: number): Promise<void> {
  // The fence keeps the index: the planner takes records about one vulnerability for rare and would hold each against every id,
  // which took minutes for the 1,404 ids of KEV among 90,000 records.
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
