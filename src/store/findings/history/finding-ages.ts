/**
 * The ages of a service's open findings, and how long resolved findings were known before. A finding ends with the first version
 * that does not have it, or inside the last version that had it. Retracted findings do not count as fixed, and findings in an
 * image that was not uploaded since are neither open nor resolved.
 */
import { sql, type RawBuilder } from 'kysely';
import type { OrgTx } from '../../database.ts';
import { LIMITS } from '../../../core/limits.ts';
import { severityOf } from '../../../core/advisory/severity/severity-rank.ts';
import type { RemediatedFinding } from '../../../core/remediation/outcome.ts';
import type { ServiceScope } from '../../portfolio/services.ts';

interface SeverityAges {
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

/**
 * Returns how long the most recently fixed findings in the newest versions of a service were open: from when they were first seen
 * to the first version without them, or until they ended inside the last version that had them.
 */
export async function listRemediatedFindings(tx: OrgTx, serviceId: string): Promise<RemediatedFinding[]> {
  const { rows } = await sql<RemediatedRow>`
    with ${analyzedVersions(tx, serviceId)}, last as (
      -- How each finding stands in the last version that ever had it.
      select distinct on (coalesce(f.merged_into, f.id)) v.severity_rank, v.first_seen_at, v.ended_as, v.known_to, v.sbom_ids,
        n.id as version_id, n.next_at
      from versions n
      join version_finding v on v.org_id = ${tx.orgId} and v.version_id = n.id and v.relevance <> 'not_relevant'
        and (v.known_to is null or v.ended_as is not null)
      join finding f on f.org_id = v.org_id and f.id = v.finding_id
      order by coalesce(f.merged_into, f.id), n.created_at desc, n.id desc, v.known_to desc nulls first
    ), outcome as (
      select l.severity_rank, l.first_seen_at, l.ended_as, coalesce(l.known_to, e.next_at) as ended_at
      from last l cross join lateral (${AFTER_FINDING}) e
    )
    select severity_rank as "severityRank", (extract(epoch from ended_at - first_seen_at) * 1000)::float8 as "openMs"
    from outcome where ended_at is not null and ended_as is distinct from 'retracted'
    order by ended_at desc limit ${REMEDIATED_MAX}`.execute(tx.db);
  return rows.map(toRemediated);
}

const REMEDIATED_MAX = 50_000;

type RemediatedRow = Omit<RemediatedFinding, 'severity'> & { readonly severityRank: number };

function toRemediated({ severityRank, openMs }: RemediatedRow): RemediatedFinding {
  return { severity: severityOf(severityRank), openMs };
}

const EVENTS_READ_MAX = 20_000;
const REMEDIED_MAX = 2_000;

/**
 * Returns how long recently fixed findings of many services were open. Reading the rows of all versions would take seconds in a
 * large organization, so only the newest events are read. Each finding is returned once, by the last version that arrived without
 * it. Findings that were reintroduced since are excluded.
 */
export async function listRecentlyRemediated(tx: OrgTx, scope: ServiceScope): Promise<RemediatedFinding[]> {
  const inScope = scope === 'all' ? sql`` : sql`and e.service_id = any(${[...scope]}::uuid[])`;
  const { rows } = await sql<RemediatedRow>`
    with ended as materialized (
      select distinct on (e.finding_id) e.finding_id, e.id, e.at
      from (
        select id, type, cause, at, finding_id, service_id from event
        where org_id = ${tx.orgId} order by id desc limit ${EVENTS_READ_MAX}
      ) e
      where e.type = 'finding.resolved' and e.cause = 'code' and e.finding_id is not null ${inScope}
      order by e.finding_id, e.id desc
    ), newest as materialized (select * from ended order by id desc limit ${REMEDIED_MAX})
    select v.severity_rank as "severityRank", (extract(epoch from n.at - f.first_seen_at) * 1000)::float8 as "openMs"
    from newest n
    join finding f on f.org_id = ${tx.orgId} and f.id = n.finding_id
    join service s on s.org_id = f.org_id and s.id = f.service_id and s.deleted_at is null
    cross join lateral (
      select w.severity_rank from version_finding w
      where w.org_id = ${tx.orgId} and w.finding_id = n.finding_id order by w.known_from desc, w.id desc limit 1
    ) v
    where not exists (
      select from event b where b.org_id = ${tx.orgId} and b.finding_id = n.finding_id and b.id > n.id
        and b.type = any('{finding.introduced,finding.reintroduced}'))`.execute(tx.db);
  return rows.map(toRemediated);
}

/**
 * The newest analyzed versions of a service, each with the time of the next one, and the documents that later versions did not
 * upload: a finding in such a document has not ended with the next version, because it was not checked. Returns two tables for a
 * `with`: `versions` (id, created_at, next_at) and `missing` (version_id, sbom_id, next_at: when a version arrived that uploaded
 * the document again or dropped it; null if none did).
 */
function analyzedVersions(tx: OrgTx, serviceId: string): RawBuilder<unknown> {
  return sql`versions as materialized (
      select v.id, v.created_at, v.not_uploaded, lead(v.created_at) over (order by v.created_at, v.id) as next_at
      from (
        select v.id, v.created_at, a.not_uploaded from service_version v
        cross join lateral (select a.not_uploaded from analysis a
          where a.org_id = ${tx.orgId} and a.version_id = v.id and a.coverage is not null
          order by a.finished_at desc, a.id desc limit 1) a
        where v.org_id = ${tx.orgId} and v.service_id = ${serviceId} and v.deleted_at is null
        order by v.created_at desc, v.id desc limit ${LIMITS.historyVersionsMax}
      ) v
    ), missing as materialized (
      select e.version_id, b.id as sbom_id, e.next_at from (
        select distinct on (e->>'versionId', e->>'slot') (e->>'versionId')::uuid as version_id, e->>'slot' as slot, w.next_at
        from versions w cross join lateral jsonb_array_elements(w.not_uploaded) e
        order by e->>'versionId', e->>'slot', w.created_at desc, w.id desc
      ) e join sbom b on b.org_id = ${tx.orgId} and b.version_id = e.version_id and b.slot = e.slot
    )`;
}

/**
 * For a row `l` of a finding in one of these versions, with `version_id`, `next_at` and `sbom_ids`, when it did not end there. A
 * lateral join with `next_at`, and `is_unseen` if it is null because the document was not uploaded.
 */
const AFTER_FINDING = sql`
  select case when count(*) = 0 then l.next_at when bool_or(m.next_at is null) then null else max(m.next_at) end as next_at,
    coalesce(bool_or(m.next_at is null), false) as is_unseen
  from missing m where m.version_id = l.version_id and m.sbom_id = any(l.sbom_ids)`;
