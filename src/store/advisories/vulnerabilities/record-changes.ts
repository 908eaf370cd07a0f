/** Lists the records that were added, changed or removed between two snapshots, to explain a different result. */
import { sql } from 'kysely';
import type { RecordChange } from '../../../core/history/changes/explain-change.ts';
import { toIsoTimes, type DatedRow } from '../../dated-row.ts';
import type { ReferenceTx } from '../../database.ts';
import { once } from '../../shared-transactions.ts';
import type { Severity } from '../../../core/vocabulary/severity.ts';

const CHANGES_MAX = 10_000;

/**
 * Returns the changes of records in these groups or with these ids; ids are needed because a deleted record is in no group. A
 * record that changed several times is listed several times, newest first.
 */
export async function listRecordChanges(
  tx: ReferenceTx,
  about: ChangedRecords,
  stretch: { readonly after: number; readonly upTo: number },
): Promise<readonly RecordChange[]> {
  if (stretch.after >= stretch.upTo) return [];
  const groupIds = [...new Set(about.groupIds)].toSorted();
  const recordIds = [...new Set(about.recordIds)].toSorted();
  const key = `changes ${JSON.stringify([groupIds, recordIds, stretch])}`;
  return await once(tx, key, async () => await readRecordChanges(tx, { groupIds, recordIds }, stretch));
}

interface ChangedRecords {
  readonly groupIds: readonly string[];
  readonly recordIds: readonly string[];
}

async function readRecordChanges(
  tx: ReferenceTx,
  about: ChangedRecords,
  { after, upTo }: { readonly after: number; readonly upTo: number },
): Promise<RecordChange[]> {
  const { rows } = await sql<DatedRow<RecordChange, 'modified'>>`
    with known as materialized (
      select distinct on (r.source, r.directory, r.id) r.source, r.directory, r.id, r.modified, r.snapshot, r.group_ids
      from (
        select a.* from unnest(${about.groupIds}::text[]) g(id)
        cross join lateral (select * from advisory_record where group_ids @> array[g.id]) a
        union all
        select * from advisory_record where id = any(${about.recordIds}::text[])
      ) r
    )
    select v.source, v.id, v.change, coalesce(k.modified, v.modified) as modified, v.snapshot::float8 as snapshot,
      coalesce(k.group_ids, '{}') as "groupIds"
    from advisory_revision v
    left join known k on k.source = v.source and k.directory = v.directory and k.id = v.id
    where v.id in (select id from known union select unnest(${about.recordIds}::text[]))
      and v.snapshot > ${after}::bigint and v.snapshot <= ${upTo}::bigint
    union all
    select k.source, k.id, 'published', k.modified, k.snapshot::float8, k.group_ids from known k
    where k.snapshot > ${after}::bigint and k.snapshot <= ${upTo}::bigint and not exists (
      select 1 from advisory_revision v
      where v.source = k.source and v.directory = k.directory and v.id = k.id and v.snapshot = k.snapshot)
    order by snapshot desc, id limit ${CHANGES_MAX}`.execute(tx.db);
  return rows.map(toIsoTimes);
}

/** Finds the record or source that made a vulnerability worse after a snapshot, as evidence for an escalation. */
export interface RatedRecord {
  readonly groupId: string;
  readonly record: string;
  readonly severity: Severity;
  /** ISO 8601, from the record. */
  readonly modified: string;
  readonly snapshot: number;
}

/** Returns the records that are new or have a different severity since a snapshot, newest first. */
export async function listRatedRecords(
  tx: ReferenceTx,
  groupIds: readonly string[],
  since: number,
): Promise<RatedRecord[]> {
  const { rows } = await sql<DatedRow<RatedRecord, 'modified'>>`
    select g.id as "groupId", r.id as record, r.severity, r.modified, r.severity_snapshot::float8 as snapshot
    from unnest(${[...new Set(groupIds)]}::text[]) g(id)
    cross join lateral (
      select id, severity, modified, severity_snapshot from advisory_record
      where group_ids @> array[g.id] and cardinality(group_ids) = 1 and severity_snapshot > ${since}::bigint) r
    order by r.severity_snapshot desc, r.id`.execute(tx.db);
  return rows.map(toIsoTimes);
}

/** Returns the snapshot that last changed the exploit data, by CVE id. */
export async function listExploitSnapshots(
  tx: ReferenceTx,
  cves: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<{ cve: string; snapshot: number }>`
    select cve, greatest(coalesce(kev_snapshot, 0), coalesce(ssvc_snapshot, 0))::float8 as snapshot from enrichment
    where cve = any(${[...new Set(cves)]}::text[])`.execute(tx.db);
  return new Map(rows.map(({ cve, snapshot }) => [cve, snapshot]));
}
