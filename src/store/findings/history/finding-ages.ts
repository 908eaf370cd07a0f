/**
 * The ages of a service's open findings, and how long resolved findings were known before. A finding ends with the first version
 * that does not have it, or inside the last version that had it. Retracted findings do not count as fixed, and findings in an
 * image that was not uploaded since are neither open nor resolved.
 */
import { sql } from 'kysely';
import type { OrgTx } from '../../database.ts';
import { AFTER_FINDING, analyzedVersions } from './service-versions.ts';

export interface SeverityAges {
  readonly severityRank: number;
  readonly open: number;
  readonly openDaysMedian: number | null;
  readonly resolved: number;
  readonly fixDaysMedian: number | null;
}

/** Reads only the newest versions (`historyVersionsMax`). */
export async function listFindingAges(tx: OrgTx, serviceId: string, now: string): Promise<readonly SeverityAges[]> {
  const { rows } = await sql<SeverityAges>`
    with ${analyzedVersions(tx, serviceId)}, last as (
      -- How each finding stands in the last version that ever had it.
      select distinct on (coalesce(f.merged_into, f.id)) v.severity_rank, v.first_seen_at, v.known_to, v.ended_as, v.sbom_ids,
        n.id as version_id, n.next_at
      from finding f
      join version_finding v on v.org_id = f.org_id and v.finding_id = f.id and v.relevance <> 'not_relevant'
        and (v.known_to is null or v.ended_as is not null)
      join versions n on n.id = v.version_id
      where f.org_id = ${tx.orgId} and f.service_id = ${serviceId}
      order by coalesce(f.merged_into, f.id), n.created_at desc, n.id desc, v.known_to desc nulls first
    ), outcome as (
      select l.severity_rank, l.first_seen_at, l.ended_as, coalesce(l.known_to, e.next_at) as ended_at
      from last l cross join lateral (${AFTER_FINDING}) e where l.known_to is not null or not e.is_unseen
    )
    select severity_rank as "severityRank", (count(*) filter (where ended_at is null))::int as open,
      percentile_cont(0.5) within group (order by extract(epoch from ${now}::timestamptz - first_seen_at) / 86400)
        filter (where ended_at is null) as "openDaysMedian",
      (count(*) filter (where ended_at is not null))::int as resolved,
      percentile_cont(0.5) within group (order by greatest(extract(epoch from ended_at - first_seen_at), 0) / 86400)
        filter (where ended_at is not null) as "fixDaysMedian"
    from outcome where ended_as is distinct from 'retracted'
    group by severity_rank order by severity_rank desc`.execute(tx.db);
  return rows;
}
