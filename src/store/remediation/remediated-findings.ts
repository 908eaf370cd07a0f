/**
 * How long findings were open until they were fixed: from when they were first seen to the first version without them, or until
 * they ended inside the last version that had them. Retracted findings do not count as fixed, and neither do findings in an image
 * that was not uploaded since.
 */
import { sql } from 'kysely';
import { severityOf } from '../../core/advisory/severity/severity-rank.ts';
import type { RemediatedFinding } from '../../core/remediation/outcome/time-to-remediate.ts';
import type { OrgTx } from '../database.ts';
import { AFTER_FINDING, analyzedVersions } from '../findings/history/service-versions.ts';

/** Returns the most recently fixed findings in the newest versions of a service. */
export async function listRemediatedFindings(tx: OrgTx, serviceId: string): Promise<RemediatedFinding[]> {
  const { rows } = await sql<{ severity_rank: number; open_ms: number }>`
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
    select severity_rank, (extract(epoch from ended_at - first_seen_at) * 1000)::float8 as open_ms
    from outcome where ended_at is not null and ended_as is distinct from 'retracted'
    order by ended_at desc limit ${REMEDIATED_MAX}`.execute(tx.db);
  return rows.map((row) => ({ severity: severityOf(row.severity_rank), openMs: row.open_ms }));
}

const REMEDIATED_MAX = 50_000;
