/**
 * How long findings were open until they were remedied: from when they were first seen to the first version that does not have
 * them, or until they ended inside the last version that had them. What a source has retracted was never fixed.
 */
import { sql } from 'kysely';
import { severityOf } from '../../core/advisory/severity-rank.ts';
import { LIMITS } from '../../core/limits.ts';
import type { RemediatedFinding } from '../../core/remediation/outcome/time-to-remediate.ts';
import type { OrgTx } from '../database.ts';
import type { ServiceScope } from '../portfolio/services.ts';

/** Over so many versions of each service, the newest, and of all of these again the newest: who asks for many waits no longer. */
export async function listRemediatedFindings(
  tx: OrgTx,
  scope: ServiceScope,
  versionsOfServiceMax: number,
): Promise<RemediatedFinding[]> {
  const inScope = scope === 'all' ? sql`` : sql`and s.id = any(${[...scope]}::uuid[])`;
  const { rows } = await sql<{ severity_rank: number; open_ms: number }>`
    with versions as materialized (
      select s.id as service_id, v.id, v.created_at, lead(v.created_at) over (partition by s.id order by v.created_at, v.id) as next_at
      from service s cross join lateral (
        select v.id, v.created_at from service_version v
        where v.org_id = s.org_id and v.service_id = s.id and v.deleted_at is null
          and exists (select from analysis a
            where a.org_id = v.org_id and a.version_id = v.id and a.coverage is not null)
        order by v.created_at desc, v.id desc limit ${versionsOfServiceMax}
      ) v
      where s.org_id = ${tx.orgId} and s.deleted_at is null ${inScope}
      order by v.created_at desc, v.id desc limit ${LIMITS.historyVersionsMax}
    ), last as (
      -- How each finding stands in the last version that ever had it.
      select distinct on (coalesce(f.merged_into, f.id)) v.severity_rank, v.first_seen_at, v.ended_as,
        coalesce(v.known_to, n.next_at) as ended_at
      from versions n
      join version_finding v on v.org_id = ${tx.orgId} and v.version_id = n.id and v.relevance <> 'not_relevant'
        and (v.known_to is null or v.ended_as is not null)
      join finding f on f.org_id = v.org_id and f.id = v.finding_id
      order by coalesce(f.merged_into, f.id), n.created_at desc, n.id desc, v.known_to desc nulls first
    )
    select severity_rank, (extract(epoch from ended_at - first_seen_at) * 1000)::float8 as open_ms
    from last where ended_at is not null and ended_as is distinct from 'retracted'
    order by ended_at desc limit ${REMEDIATED_MAX}`.execute(tx.db);
  return rows.map((row) => ({ severity: severityOf(row.severity_rank), openMs: row.open_ms }));
}

const REMEDIATED_MAX = 50_000;
