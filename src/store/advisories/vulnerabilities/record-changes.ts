/** Lists the records that were added, changed or removed between two snapshots, to explain a different result. */
import { sql } from 'kysely';
import type { RecordChange } from '../../../core/history/changes/explain-change.ts';
import type { ReferenceTx } from '../../database.ts';

const CHANGES_MAX = 10_000;

/**
 * Returns the changes of records in these groups or with these ids; ids are needed because a deleted record is in no group. A
 * record that changed several times is listed several times, newest first.
 */
export async function listRecordChanges(
  tx: ReferenceTx,
  about: { readonly groupIds: readonly string[]; readonly recordIds: readonly string[] },
  { after, upTo }: { readonly after: number; readonly upTo: number },
): Promise<RecordChange[]> {
  if (after >= upTo) return [];
  const { rows } = await sql<{
    source: string;
    id: string;
    change: RecordChange['change'];
    modified: Date;
    snapshot: string;
    group_ids: string[];
  }>`
    with known as materialized (
      select distinct on (r.source, r.directory, r.id) r.source, r.directory, r.id, r.modified, r.snapshot, r.group_ids
      from (
        select a.* from unnest(${[...new Set(about.groupIds)]}::text[]) g(id)
        cross join lateral (select * from advisory_record where group_ids @> array[g.id]) a
        union all
        select * from advisory_record where id = any(${[...new Set(about.recordIds)]}::text[])
      ) r
    )
    select v.source, v.id, v.change, coalesce(k.modified, v.modified) as modified, v.snapshot, coalesce(k.group_ids, '{}') as group_ids
    from advisory_revision v
    left join known k on k.source = v.source and k.directory = v.directory and k.id = v.id
    where v.id in (select id from known union select unnest(${[...new Set(about.recordIds)]}::text[]))
      and v.snapshot > ${after}::bigint and v.snapshot <= ${upTo}::bigint
    union all
    select k.source, k.id, 'published', k.modified, k.snapshot, k.group_ids from known k
    where k.snapshot > ${after}::bigint and k.snapshot <= ${upTo}::bigint and not exists (
      select 1 from advisory_revision v
      where v.source = k.source and v.directory = k.directory and v.id = k.id and v.snapshot = k.snapshot)
    order by snapshot desc, id limit ${CHANGES_MAX}`.execute(tx.db);
  return rows.map(({ group_ids: groupIds, modified, snapshot, ...row }) => ({
    ...row,
    modified: modified.toISOString(),
    snapshot: Number(snapshot),
    groupIds,
  }));
}
