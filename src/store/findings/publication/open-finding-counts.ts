/**
 * Counts the rows of `newest_finding` of each service, so that the overview of an organization need not. A service is counted again as
 * a whole when a row changes: the comparison of its rows has read all of them anyway.
 */
import { sql } from 'kysely';
import { rankOf } from '../../../core/advisory/severity/severity-rank.ts';
import { BANDS } from '../../../core/vocabulary/priority.ts';
import { SEVERITIES } from '../../../core/vocabulary/severity.ts';
import type { OrgTx } from '../../database.ts';

const COLUMNS = sql`
  ${sql.join(BANDS.map((band) => sql.ref(band)))}, ${sql.join(SEVERITIES.map((severity) => sql.ref(severity)))},
  exploited, hidden, risk`;
const NEW_VALUES = sql`
  ${sql.join(BANDS.map((band) => sql.ref(`excluded.${band}`)))}, ${sql.join(SEVERITIES.map((severity) => sql.ref(`excluded.${severity}`)))},
  excluded.exploited, excluded.hidden, excluded.risk`;

/** Runs in the transaction that has written the rows. */
export async function countOpenFindings(tx: OrgTx, serviceIds: readonly string[]): Promise<void> {
  const isShown = sql`v.relevance <> 'not_relevant'`;
  const bands = sql.join(BANDS.map((band) => sql`count(*) filter (where ${isShown} and v.band = ${band})`));
  const severities = sql.join(
    SEVERITIES.map((severity) => sql`count(*) filter (where ${isShown} and v.severity_rank = ${rankOf(severity)})`),
  );
  await sql`
    insert into open_finding_count (org_id, service_id, ${COLUMNS})
    select ${tx.orgId}::uuid, s.id, ${bands}, ${severities}, count(*) filter (where ${isShown} and v.kev),
      count(*) filter (where v.relevance = 'not_relevant'), coalesce(sum(v.risk) filter (where ${isShown}), 0)
    from service s left join newest_finding v on v.org_id = s.org_id and v.service_id = s.id
    where s.org_id = ${tx.orgId} and s.id = any(${serviceIds}::uuid[])
    group by s.id order by s.id
    on conflict (org_id, service_id) do update set (${COLUMNS}) = (${NEW_VALUES})`.execute(tx.db);
}
