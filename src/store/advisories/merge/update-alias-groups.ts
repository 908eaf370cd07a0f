/**
 * Recomputes the alias groups of changed records. A group depends only on its own component of the alias graph, so only that
 * component is read, starting from the changed ids, and grouped again. When the groups of a record change, its package keys get
 * the new snapshot, so that versions with such a package are matched again.
 */
import { sql } from 'kysely';
import { groupAliases, toSingleIdGroup, type AliasGroup } from '../../../core/advisory/alias-groups.ts';
import { isSameList } from '../../../core/collections/text-lists.ts';
import type { ReferenceTx } from '../../database.ts';
import { findAliasCluster, listCoveringRecords, type AliasCluster, type LinkedRecord } from './alias-cluster.ts';

/** Ids per batch, so that a first import takes no more memory than an update. */
const IDS_PER_PART = 2_000;

export async function updateAliasGroups(
  tx: ReferenceTx,
  touchedIds: readonly string[],
  snapshot: number,
): Promise<void> {
  // The planner has no statistics yet about the rows of this transaction and would read all records for every id.
  await sql`set local enable_seqscan = off`.execute(tx.db);
  const done = new Set<string>();
  for (let at = 0; at < touchedIds.length; at += IDS_PER_PART) {
    const part = await findAliasCluster(
      tx,
      touchedIds.slice(at, at + IDS_PER_PART).filter((id) => !done.has(id)),
    );
    await updateCluster(tx, part, snapshot);
    for (const id of part.ids) done.add(id);
  }
  await sql`set local enable_seqscan = on`.execute(tx.db);
}

async function updateCluster(tx: ReferenceTx, part: AliasCluster, snapshot: number): Promise<void> {
  const groups = groupCluster(part);
  await writeAliases(tx, part.ids, groups);
  const covering = await listCoveringRecords(tx, part);
  const records = [...part.records, ...covering];
  const groupIdOf = await createGroupLookup(tx, records, groups);
  const changed = records.flatMap((record) => {
    const groupIds = groupIdsOf(record, groupIdOf);
    const tooManyAliases = groups.get(record.id)?.tooManyAliases ?? record.tooManyAliases;
    const isSame = tooManyAliases === record.tooManyAliases && isSameList(groupIds, record.groupIds);
    return isSame ? [] : [{ ...record, groupIds, tooManyAliases }];
  });
  await writeGroups(tx, changed, snapshot);
}

function groupCluster({ records, oversized }: AliasCluster): ReadonlyMap<string, AliasGroup> {
  const groups = groupAliases(records.filter(({ id }) => !oversized.has(id)));
  return new Map([...groups, ...[...oversized].map((id) => [id, toSingleIdGroup(id, true)] as const)]);
}

/** A distribution's record belongs to the group of each vulnerability that it covers; any other record to its own. */
function groupIdsOf(record: LinkedRecord, groupIdOf: (id: string) => string): readonly string[] {
  const about = record.upstream.length > 0 ? record.upstream : [record.id];
  return [...new Set(about.map(groupIdOf))].toSorted();
}

/** Groups outside of this part are unchanged, or are updated with their covering records when their part is processed. */
async function createGroupLookup(
  tx: ReferenceTx,
  records: readonly LinkedRecord[],
  groups: ReadonlyMap<string, AliasGroup>,
): Promise<(id: string) => string> {
  const outside = new Set(records.flatMap(({ upstream }) => upstream.filter((id) => !groups.has(id))));
  const { rows } = await sql<{ id: string; groupId: string }>`
    select id, group_id as "groupId" from alias where id = any(${[...outside]}::text[])`.execute(tx.db);
  const known = new Map(rows.map(({ id, groupId }) => [id, groupId]));
  return (id) => groups.get(id)?.groupId ?? known.get(id) ?? id;
}

async function writeAliases(
  tx: ReferenceTx,
  ids: ReadonlySet<string>,
  groups: ReadonlyMap<string, AliasGroup>,
): Promise<void> {
  const removed = [...ids].filter((id) => !groups.has(id));
  await sql`delete from alias where id = any(${removed}::text[])`.execute(tx.db);
  const rows = [...groups];
  await sql`
    insert into alias (id, group_id, canonical_id)
    select n.id, n.group_id, n.canonical_id
    from unnest(${rows.map(([id]) => id)}::text[], ${rows.map(([, group]) => group.groupId)}::text[],
      ${rows.map(([, group]) => group.canonicalId)}::text[]) n(id, group_id, canonical_id)
    left join alias o on o.id = n.id
    where o.id is null or o.group_id <> n.group_id or o.canonical_id <> n.canonical_id
    on conflict (id) do update set group_id = excluded.group_id, canonical_id = excluded.canonical_id`.execute(tx.db);
}

async function writeGroups(tx: ReferenceTx, records: readonly LinkedRecord[], snapshot: number): Promise<void> {
  if (records.length === 0) return;
  const rows = records.map(({ source, directory, id, groupIds, tooManyAliases }) => [
    source,
    directory,
    id,
    groupIds,
    tooManyAliases,
  ]);
  await sql`
    create temporary table regrouped on commit drop as
    select r->>0 as source, r->>1 as directory, r->>2 as id, array(select jsonb_array_elements_text(r->3)) as group_ids,
      (r->>4)::boolean as too_many_aliases
    from jsonb_array_elements(${JSON.stringify(rows)}::jsonb) r`.execute(tx.db);
  await sql`analyze regrouped`.execute(tx.db);
  await sql`
    update package_key set revision = ${snapshot}
    where revision <> ${snapshot} and key in (
      select e.package_key from (select * from regrouped) n
      join advisory_record o on o.source = n.source and o.directory = n.directory and o.id = n.id
      join affected_entry e on e.source = n.source and e.directory = n.directory and e.record_id = n.id and e.active
      where o.group_ids <> n.group_ids)`.execute(tx.db);
  await sql`
    update advisory_record o set group_ids = n.group_ids, too_many_aliases = n.too_many_aliases
    from (select * from regrouped) n
    where o.source = n.source and o.directory = n.directory and o.id = n.id`.execute(tx.db);
  await sql`drop table regrouped`.execute(tx.db);
}
