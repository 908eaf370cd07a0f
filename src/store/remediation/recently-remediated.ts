/**
 * How long recently fixed findings of many services were open. Reading the rows of all versions would take seconds in a large
 * organization, so only the newest events are read.
 */
import { sql } from 'kysely';
import { severityOf } from '../../core/advisory/severity/severity-rank.ts';
import type { RemediatedFinding } from '../../core/remediation/outcome/time-to-remediate.ts';
import type { OrgTx } from '../database.ts';
import type { ServiceScope } from '../portfolio/services.ts';

const EVENTS_READ_MAX = 20_000;
const REMEDIED_MAX = 2_000;

/** Returns each finding once, by the last version that arrived without it. Findings that were reintroduced since are excluded. */
export async function listRecentlyRemediated(tx: OrgTx, scope: ServiceScope): Promise<RemediatedFinding[]> {
  const inScope = scope === 'all' ? sql`` : sql`and e.service_id = any(${[...scope]}::uuid[])`;
  const { rows } = await sql<{ severity_rank: number; open_ms: number }>`
    with ended as materialized (
      select distinct on (e.finding_id) e.finding_id, e.id, e.at
      from (
        select id, type, cause, at, finding_id, service_id from event
        where org_id = ${tx.orgId} order by id desc limit ${EVENTS_READ_MAX}
      ) e
      where e.type = 'finding.resolved' and e.cause = 'code' and e.finding_id is not null ${inScope}
      order by e.finding_id, e.id desc
    ), newest as materialized (select * from ended order by id desc limit ${REMEDIED_MAX})
    select v.severity_rank, (extract(epoch from n.at - f.first_seen_at) * 1000)::float8 as open_ms
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
  return rows.map((row) => ({ severity: severityOf(row.severity_rank), openMs: row.open_ms }));
}
