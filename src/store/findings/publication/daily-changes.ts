/**
 * Adds the difference between the rows of `newest_finding` and the findings that replace them to the changes of the current day,
 * by service. Runs in the transaction that writes the rows, and before them, so that both always agree.
 */
import { sql, type RawBuilder } from 'kysely';
import { rankOf } from '../../../core/advisory/severity/severity-rank.ts';
import type { Severity } from '../../../core/vocabulary/severity.ts';
import type { OrgTx } from '../../database.ts';

const COUNTS = sql`critical, high, medium, low, none, unknown`;

function countOf(severity: Severity): RawBuilder<number> {
  return sql<number>`coalesce(sum(c.step) filter (where c.severity_rank = ${rankOf(severity)}), 0)::int`;
}

/** `keys`: a row `k` with the keys of each row that is added, changed or removed; its version is null if it is removed. */
export async function recordDailyChanges(tx: OrgTx, keys: RawBuilder<unknown>): Promise<void> {
  await sql`
    with k as materialized (select * from ${keys})
    insert into daily_change (org_id, service_id, day, ${COUNTS}, risk)
    select ${tx.orgId}::uuid, d.service_id, (now() at time zone 'UTC')::date, ${COUNTS}, d.risk from (
      select c.service_id, sum(c.step * c.risk) as risk, ${countOf('critical')} as critical, ${countOf('high')} as high,
        ${countOf('medium')} as medium, ${countOf('low')} as low, ${countOf('none')} as none, ${countOf('unknown')} as unknown
      from (
        select o.service_id, o.severity_rank, o.risk, -1 as step from k
        join newest_finding o on o.org_id = ${tx.orgId} and o.service_id = k.service_id and o.group_id = k.group_id
          and o.component_id = k.component_id and o.relevance <> 'not_relevant'
        union all
        select k.service_id, v.severity_rank, v.risk, 1 from k
        join version_finding v on v.org_id = ${tx.orgId} and v.version_id = k.version_id and v.group_id = k.group_id
          and v.component_id = k.component_id and v.known_to is null and v.relevance <> 'not_relevant'
      ) c group by c.service_id
    ) d where (${COUNTS}, d.risk) is distinct from (0, 0, 0, 0, 0, 0, 0)
    order by d.service_id
    on conflict (org_id, service_id, day) do update
      set critical = daily_change.critical + excluded.critical, high = daily_change.high + excluded.high,
        medium = daily_change.medium + excluded.medium, low = daily_change.low + excluded.low,
        none = daily_change.none + excluded.none, unknown = daily_change.unknown + excluded.unknown,
        risk = daily_change.risk + excluded.risk`.execute(tx.db);
}
