/**
 * Counts the rows of `newest_finding` of each service, so that the overview of an organization need not. A service is counted again as
 * a whole when a row changes: the comparison of its rows has read all of them anyway.
 */
import { sql, type RawBuilder } from 'kysely';
import { rankOf } from '../../../core/advisory/severity/severity-rank.ts';
import { BANDS } from '../../../core/vocabulary/priority.ts';
import { SEVERITIES } from '../../../core/vocabulary/severity.ts';
import type { OrgTx } from '../../database.ts';
import { FACET } from '../facets.ts';

const COLUMNS = sql`
  ${sql.join(BANDS.map((band) => sql.ref(band)))}, ${sql.join(SEVERITIES.map((severity) => sql.ref(severity)))},
  exploited, hidden, risk, facets, facet_counts`;
const NEW_VALUES = sql`
  ${sql.join(BANDS.map((band) => sql.ref(`excluded.${band}`)))}, ${sql.join(SEVERITIES.map((severity) => sql.ref(`excluded.${severity}`)))},
  excluded.exploited, excluded.hidden, excluded.risk, excluded.facets, excluded.facet_counts`;

/** Runs in the transaction that has written the rows. */
export async function countOpenFindings(tx: OrgTx, serviceIds: readonly string[]): Promise<void> {
  const sum = (condition: RawBuilder<unknown>): RawBuilder<unknown> =>
    sql`coalesce(sum(a.count) filter (where ${condition}), 0)`;
  const isShown = sql`a.relevance <> 'not_relevant'`;
  const bands = sql.join(BANDS.map((band) => sum(sql`${isShown} and a.band = ${band}`)));
  const severities = sql.join(
    SEVERITIES.map((severity) => sum(sql`${isShown} and a.severity_rank = ${rankOf(severity)}::smallint`)),
  );
  await sql`
    insert into open_finding_count (org_id, service_id, ${COLUMNS})
    select ${tx.orgId}::uuid, s.id, ${bands}, ${severities}, ${sum(sql`${isShown} and a.kev`)},
      ${sum(sql`a.relevance = 'not_relevant'`)}, coalesce(sum(a.risk) filter (where ${isShown}), 0),
      coalesce(array_agg(a.facet order by a.facet) filter (where a.facet is not null), '{}'),
      coalesce(array_agg(a.count order by a.facet) filter (where a.facet is not null), '{}')
    from service s left join (
      select v.service_id, v.relevance, v.band, v.severity_rank, v.kev, ${FACET} as facet, count(*)::int as count, sum(v.risk) as risk
      from newest_finding v where v.org_id = ${tx.orgId} and v.service_id = any(${serviceIds}::uuid[])
      group by v.service_id, v.relevance, v.band, v.severity_rank, v.kev, ${FACET}
    ) a on a.service_id = s.id
    where s.org_id = ${tx.orgId} and s.id = any(${serviceIds}::uuid[])
    group by s.id order by s.id
    on conflict (org_id, service_id) do update set (${COLUMNS}) = (${NEW_VALUES})`.execute(tx.db);
}
