/** Finds the record or source that made a vulnerability worse after a snapshot, as evidence for an escalation. */
import { sql } from 'kysely';
import type { Severity } from '../../../core/vocabulary/severity.ts';
import type { ReferenceTx } from '../../database.ts';

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
  const { rows } = await sql<{ group_id: string; id: string; severity: Severity; modified: Date; snapshot: string }>`
    select g.id as group_id, r.id, r.severity, r.modified, r.severity_snapshot as snapshot
    from unnest(${[...new Set(groupIds)]}::text[]) g(id)
    cross join lateral (
      select id, severity, modified, severity_snapshot from advisory_record
      where group_ids @> array[g.id] and cardinality(group_ids) = 1 and severity_snapshot > ${since}::bigint) r
    order by r.severity_snapshot desc, r.id`.execute(tx.db);
  return rows.map(({ group_id: groupId, id: record, severity, modified, snapshot }) => ({
    groupId,
    record,
    severity,
    modified: modified.toISOString(),
    snapshot: Number(snapshot),
  }));
}

/** Returns the snapshot that last changed the exploit data, by CVE id. */
export async function listExploitSnapshots(
  tx: ReferenceTx,
  cves: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<{ cve: string; snapshot: string }>`
    select cve, greatest(coalesce(kev_snapshot, 0), coalesce(ssvc_snapshot, 0)) as snapshot from enrichment
    where cve = any(${[...new Set(cves)]}::text[])`.execute(tx.db);
  return new Map(rows.map(({ cve, snapshot }) => [cve, Number(snapshot)]));
}
