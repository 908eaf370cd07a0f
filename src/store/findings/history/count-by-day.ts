/**
 * Counts the findings of a service day by day: those of the version that was newest at the end of the day, open and not filtered
 * as not relevant. A version is the newest on consecutive days, so each of its findings is read once, as a first day (+1) and a
 * last day (-1); the count of a day is the sum of all steps up to it.
 */
import { sql } from 'kysely';
import type { OrgTx } from '../../database.ts';
import { toRanks, type Ranks } from './count-by-version.ts';

export interface CountedDay {
  /** In UTC, for example 2026-11-14. */
  readonly day: string;
  /** The newest version that was analyzed by then; null if there was none. */
  readonly version: { readonly id: string; readonly name: string } | null;
  readonly bySeverityRank: ReadonlyMap<number, number>;
}

/** Returns every day from `from` to `to`, inclusive, in the form 2026-11-14. */
export async function countByDay(
  tx: OrgTx,
  serviceId: string,
  { from, to }: { readonly from: string; readonly to: string },
): Promise<CountedDay[]> {
  const { rows } = await sql<{ day: string; id: string | null; name: string | null; ranks: Ranks }>`
    with days as materialized (
      select d::date as day, (d + interval '1 day') at time zone 'UTC' as at
      from generate_series(${from}::date::timestamp, ${to}::date::timestamp, interval '1 day') d
    ), newest as materialized (
      select d.day, v.id, v.name from days d
      left join lateral (
        select v.id, v.name from service_version v
        where v.org_id = ${tx.orgId} and v.service_id = ${serviceId} and v.deleted_at is null and v.created_at < d.at
          and exists (select 1 from analysis a where a.org_id = v.org_id and a.version_id = v.id
            and a.coverage is not null and a.finished_at < d.at)
        order by v.created_at desc, v.id desc limit 1
      ) v on true
    ), held as materialized (
      select f.version_id, f.severity_rank, greatest(r.first_day, (f.known_from at time zone 'UTC')::date) as begins,
        least(r.last_day + 1, (f.known_to at time zone 'UTC')::date) as ends
      from (select id, min(day) as first_day, max(day) as last_day from newest group by id) r
      join version_finding f on f.org_id = ${tx.orgId} and f.version_id = r.id and f.relevance <> 'not_relevant'
    ), steps as materialized (
      select version_id, severity_rank, day, sum(step) as step from (
        select version_id, severity_rank, begins as day, 1 as step from held where begins < ends
        union all
        select version_id, severity_rank, ends, -1 from held where begins < ends
      ) s group by 1, 2, 3
    ), counted as (
      select n.day, s.severity_rank, sum(s.step) as count
      from newest n join steps s on s.version_id = n.id and s.day <= n.day
      group by 1, 2 having sum(s.step) > 0
    )
    select to_char(n.day, 'YYYY-MM-DD') as day, n.id, n.name, c.ranks
    from newest n
    left join (select day, jsonb_object_agg(severity_rank, count) as ranks from counted group by day) c on c.day = n.day
    order by n.day`.execute(tx.db);
  return rows.map(({ day, id, name, ranks }) => ({
    day,
    version: id === null || name === null ? null : { id, name },
    bySeverityRank: toRanks(ranks),
  }));
}
