/**
 * How old the open findings of a service are, and how long those that are resolved were known before. A finding has ended with
 * the first version that does not have it, or inside the last version that had it. What a source has retracted was never fixed.
 */
import { sql } from 'kysely';
import { LIMITS } from '../../core/limits.ts';
import type { OrgTx } from '../database.ts';

export interface SeverityAges {
  readonly severityRank: number;
  readonly open: number;
  readonly openDaysMedian: number | null;
  readonly resolved: number;
  readonly fixDaysMedian: number | null;
}

/** Of the newest versions: further back nobody remembers. */
export async function readAges(tx: OrgTx, serviceId: string, now: string): Promise<readonly SeverityAges[]> {
  const { rows } = await sql<{
    severity_rank: number;
    open: number;
    open_days: number | null;
    resolved: number;
    fix_days: number | null;
  }>`
    with versions as materialized (
      select v.id, v.created_at, lead(v.created_at) over (order by v.created_at, v.id) as next_at
      from (
        select v.id, v.created_at from service_version v
        where v.org_id = ${tx.orgId} and v.service_id = ${serviceId} and v.deleted_at is null
          and exists (select 1 from analysis a
            where a.org_id = v.org_id and a.version_id = v.id and a.coverage is not null)
        order by v.created_at desc, v.id desc limit ${LIMITS.historyVersionsMax}
      ) v
    ), last as (
      -- How each finding stands in the last version that ever had it.
      select distinct on (coalesce(f.merged_into, f.id)) v.severity_rank, v.first_seen_at, v.known_to, v.ended_as, n.next_at
      from finding f
      join version_finding v on v.org_id = f.org_id and v.finding_id = f.id and v.relevance <> 'not_relevant'
        and (v.known_to is null or v.ended_as is not null)
      join versions n on n.id = v.version_id
      where f.org_id = ${tx.orgId} and f.service_id = ${serviceId}
      order by coalesce(f.merged_into, f.id), n.created_at desc, n.id desc, v.known_to desc nulls first
    ), told as (
      select severity_rank, first_seen_at, ended_as, coalesce(known_to, next_at) as ended_at from last
    )
    select severity_rank, (count(*) filter (where ended_at is null))::int as open,
      percentile_cont(0.5) within group (order by extract(epoch from ${now}::timestamptz - first_seen_at) / 86400)
        filter (where ended_at is null) as open_days,
      (count(*) filter (where ended_at is not null))::int as resolved,
      percentile_cont(0.5) within group (order by greatest(extract(epoch from ended_at - first_seen_at), 0) / 86400)
        filter (where ended_at is not null) as fix_days
    from told where ended_as is distinct from 'retracted'
    group by severity_rank order by severity_rank desc`.execute(tx.db);
  return rows.map((row) => ({
    severityRank: row.severity_rank,
    open: row.open,
    openDaysMedian: row.open_days,
    resolved: row.resolved,
    fixDaysMedian: row.fix_days,
  }));
}
