/** Counts the findings of a service, version by version and day by day: those that are open and not filtered as not relevant. */
import { sql } from 'kysely';
import { toIsoTimes, type DatedRow } from '../../dated-row.ts';
import type { OrgTx } from '../../database.ts';
import { previousVersion, listDocuments } from './version-side.ts';
import { listMissingDocuments } from '../../../core/history/missing-documents.ts';

interface CountedVersion {
  readonly id: string;
  readonly name: string;
  readonly createdAt: string;
  readonly branch: string | null;
  /** Time of the last analysis; null if the version was never analyzed and its counts are meaningless. */
  readonly analyzedAt: string | null;
  /** Measured by that analysis. */
  readonly components: number | null;
  readonly checked: number | null;
  readonly bySeverityRank: ReadonlyMap<number, number>;
  /** Compared with the previous version; null if there is none that was analyzed. */
  readonly introduced: number | null;
  readonly resolved: number | null;
  /** The introduced findings by their recorded cause; the counts add up to `introduced`. */
  readonly introducedBy: Readonly<Record<string, number>>;
}

type Ranks = Readonly<Record<string, number>> | null;

/** Returns the newest `limit` versions, oldest first. In changes, a vulnerability in several versions of a package counts once. */
export async function countByVersion(tx: OrgTx, serviceId: string, limit: number): Promise<CountedVersion[]> {
  const { rows } = await sql<CountedRow>`
    with shown as materialized (
      select v.id, v.name, v.created_at, v.git_branch, p.id as previous_id from service_version v
      left join lateral (
        ${previousVersion(tx)}
      ) p on true
      where v.org_id = ${tx.orgId} and v.service_id = ${serviceId} and v.deleted_at is null
      order by v.created_at desc, v.id desc limit ${limit}
    ), analyzed as materialized (
      select distinct on (i.id) i.id, a.finished_at as at, (a.coverage->>'components')::int as components,
        (a.coverage->>'checked')::int as checked
      from (select id from shown union select previous_id from shown where previous_id is not null) i
      join analysis a on a.org_id = ${tx.orgId} and a.version_id = i.id and a.coverage is not null
      order by i.id, a.finished_at desc
    ), held as materialized (
      -- Per pair of versions, not by a join of all findings with all: the planner cannot estimate how many there are.
      select s.id, f.* from shown s cross join lateral (
        select v.finding_id, v.severity_rank, true as is_own from version_finding v
        where v.org_id = ${tx.orgId} and v.version_id = s.id and v.known_to is null and v.relevance <> 'not_relevant'
        union all
        select v.finding_id, v.severity_rank, false from version_finding v
        where v.org_id = ${tx.orgId} and v.version_id = s.previous_id and v.known_to is null and v.relevance <> 'not_relevant'
      ) f
    ), ranks as materialized (
      select id, jsonb_object_agg(severity_rank, count) as ranks
      from (select id, severity_rank, count(*) as count from held where is_own group by 1, 2) r group by id
    ), changes as materialized (
      select c.id, (count(*) filter (where c.is_in and not c.was_in))::int as introduced,
        (count(*) filter (where c.was_in and not c.is_in))::int as resolved,
        array_agg(c.finding_id) filter (where c.is_in and not c.was_in) as begun
      from (
        select h.id, coalesce(m.merged_into, h.finding_id) as finding_id, bool_or(h.is_own) as is_in, bool_or(not h.is_own) as was_in
        from held h
        left join finding m on m.org_id = ${tx.orgId} and m.id = h.finding_id and m.merged_into is not null
        group by 1, 2
      ) c group by c.id
    )
    select s.id, s.previous_id as "previousId", s.name, s.created_at as "createdAt", s.git_branch as branch,
      a.at as "analyzedAt", a.components, a.checked, r.ranks,
      case when p.id is not null and a.id is not null then coalesce(c.introduced, 0) end as introduced,
      case when p.id is not null and a.id is not null then coalesce(c.resolved, 0) end as resolved, coalesce(b.by_cause, '{}') as "introducedBy"
    from shown s
    left join analyzed a on a.id = s.id
    left join analyzed p on p.id = s.previous_id
    left join ranks r on r.id = s.id
    left join changes c on c.id = s.id
    -- Of those that have begun alone: few, compared with all that a version holds.
    left join lateral (
      select jsonb_object_agg(g.cause, g.count) as by_cause from (
        select f.cause, count(*) as count from (
          select distinct on (coalesce(m.merged_into, m.id)) coalesce(v.began_by, 'code') as cause
          from version_finding v
          join finding m on m.org_id = v.org_id and m.id = v.finding_id
          where p.id is not null and v.org_id = ${tx.orgId} and v.version_id = s.id and v.known_to is null
            and v.relevance <> 'not_relevant' and v.finding_id = any(c.begun || array(select o.id from finding o
              where o.org_id = ${tx.orgId} and o.merged_into = any(c.begun)))
          order by coalesce(m.merged_into, m.id), v.began_by
        ) f group by f.cause
      ) g
    ) b on true
    order by s.created_at, s.id`.execute(tx.db);
  const notUploaded = await countUnseenFindings(
    tx,
    rows.flatMap(({ id, previousId: baseId, resolved }) =>
      baseId === null || resolved === null || resolved === 0 ? [] : [{ headId: id, baseId }],
    ),
  );
  return rows.map(({ previousId: _previousId, ranks, resolved, ...row }) => ({
    ...toIsoTimes(row),
    bySeverityRank: toRanks(ranks),
    resolved: resolved && resolved - (notUploaded.get(row.id) ?? 0),
  }));
}

type CountedRow = DatedRow<Omit<CountedVersion, 'bySeverityRank'>, 'createdAt' | 'analyzedAt'> & {
  readonly previousId: string | null;
  readonly ranks: Ranks;
};

function toRanks(ranks: Ranks): ReadonlyMap<number, number> {
  return new Map(Object.entries(ranks ?? {}).map(([rank, count]) => [Number(rank), Number(count)]));
}

// Counts findings of a version that are missing from a later one for which not all of their documents were uploaded. Few pairs
// of versions have any, so findings are read only for those.
interface VersionPair {
  readonly baseId: string;
  readonly headId: string;
}

/** Returns the counts by the id of the head; heads without such findings are absent. */
async function countUnseenFindings(tx: OrgTx, pairs: readonly VersionPair[]): Promise<ReadonlyMap<string, number>> {
  const documents = await listDocuments(tx, [...new Set(pairs.flatMap(({ baseId, headId }) => [baseId, headId]))]);
  const counts = new Map<string, number>();
  for (const pair of pairs) {
    const unseen = listMissingDocuments(documents.get(pair.baseId) ?? [], documents.get(pair.headId) ?? []);
    if (unseen.length === 0) continue;
    const ids = unseen.map(({ id }) => id);
    counts.set(pair.headId, await countMissing(tx, pair, ids));
  }
  return counts;
}

/** A vulnerability counts once, as soon as one of its documents is missing. */
async function countMissing(tx: OrgTx, { baseId, headId }: VersionPair, unseen: readonly string[]): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (
      select coalesce(m.merged_into, v.finding_id) as id
      from version_finding v
      join finding m on m.org_id = v.org_id and m.id = v.finding_id
      where v.org_id = ${tx.orgId} and v.version_id = ${baseId} and v.known_to is null and v.relevance <> 'not_relevant'
      group by 1 having bool_or(v.sbom_ids && ${unseen}::uuid[])
      except
      select coalesce(m.merged_into, v.finding_id)
      from version_finding v
      join finding m on m.org_id = v.org_id and m.id = v.finding_id
      where v.org_id = ${tx.orgId} and v.version_id = ${headId} and v.known_to is null and v.relevance <> 'not_relevant'
    ) gone`.execute(tx.db);
  return rows[0]?.count ?? 0;
}

export interface CountedDay {
  /** In UTC, for example 2026-11-14. */
  readonly day: string;
  /** The newest version that was analyzed by then; null if there was none. */
  readonly version: { readonly id: string; readonly name: string } | null;
  readonly bySeverityRank: ReadonlyMap<number, number>;
}

/**
 * Returns every day from `from` to `to`, inclusive, in the form 2026-11-14, with the findings of the version that was newest at the
 * end of the day. A version is the newest on consecutive days, so each of its findings is read once, as a first day (+1) and a
 * last day (-1); the count of a day is the sum of all steps up to it.
 */
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
          and exists (select 1 from analysis a where a.org_id = ${tx.orgId} and a.version_id = v.id
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
