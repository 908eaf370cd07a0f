/** Summaries of many versions in one statement: the newest analysis, coverage, and counts of findings. */
import { sql } from 'kysely';
import type { Coverage } from '../../core/history/coverage.ts';
import type { OrgTx } from '../database.ts';
import type { Analysis } from './analyses/analyses.ts';

export interface VersionSummary {
  /** The newest analysis. */
  readonly analysis: Pick<Analysis, 'id' | 'status'> | null;
  /** Coverage of the newest analysis with a result. */
  readonly coverage: Pick<Coverage, 'components' | 'checked' | 'fixedIssuesOnly'> | null;
  /** Open findings that are not filtered as not relevant. */
  readonly bySeverityRank: ReadonlyMap<number, number>;
  /** Open findings that are filtered as not relevant. */
  readonly hidden: number;
}

export async function listVersionSummaries(
  tx: OrgTx,
  versionIds: readonly string[],
): Promise<ReadonlyMap<string, VersionSummary>> {
  const { rows } = await sql<SummaryRow>`
    select i.id, case when n.id is not null then jsonb_build_object('id', n.id, 'status', n.status) end as analysis,
      case when r.coverage->>'components' is not null and r.coverage->>'checked' is not null then jsonb_build_object(
        'components', (r.coverage->>'components')::int, 'checked', (r.coverage->>'checked')::int,
        'fixedIssuesOnly', coalesce((r.coverage->>'fixedIssuesOnly')::int, 0)) end as coverage,
      coalesce(c.ranks, '{}') as ranks, coalesce(c.hidden, 0) as hidden
    from unnest(${versionIds}::uuid[]) i(id)
    left join lateral (
      select a.id, a.status from analysis a where a.org_id = ${tx.orgId} and a.version_id = i.id
      order by a.created_at desc, a.id desc limit 1
    ) n on true
    left join lateral (
      select a.coverage from analysis a where a.org_id = ${tx.orgId} and a.version_id = i.id and a.coverage is not null
      order by a.created_at desc, a.id desc limit 1
    ) r on true
    left join lateral (
      select jsonb_object_agg(f.severity_rank, f.count) as ranks, sum(f.hidden)::int as hidden from (
        select v.severity_rank, count(*) filter (where v.relevance <> 'not_relevant') as count,
          count(*) filter (where v.relevance = 'not_relevant') as hidden from version_finding v
        where v.org_id = ${tx.orgId} and v.version_id = i.id and v.known_to is null
        group by v.severity_rank
      ) f
    ) c on true`.execute(tx.db);
  return new Map(
    rows.map(({ id, ranks, ...summary }) => [
      id,
      { ...summary, bySeverityRank: new Map(Object.entries(ranks).map(([rank, count]) => [Number(rank), count])) },
    ]),
  );
}

type SummaryRow = Omit<VersionSummary, 'bySeverityRank'> & {
  readonly id: string;
  readonly ranks: Readonly<Record<string, number>>;
};
