/**
 * Counts the rows of `newest_finding` of each service, so that the overview of an organization need not. A service is counted again as
 * a whole when a row changes: the comparison of its rows has read all of them anyway.
 */
import { sql, type RawBuilder } from 'kysely';
import { rankOf } from '../../../core/advisory/severity/severity-rank.ts';
import { BANDS } from '../../../core/vocabulary/priority.ts';
import { SEVERITIES } from '../../../core/vocabulary/severity.ts';
import type { OrgTx } from '../../database.ts';

const IS_SHOWN = sql`v.relevance <> 'not_relevant'`;

function countOf(name: string, condition: RawBuilder<unknown>): readonly [string, RawBuilder<unknown>] {
  return [name, sql`count(*) filter (where ${condition})`];
}

const COUNTS = [
  ...BANDS.map((band) => countOf(band, sql`${IS_SHOWN} and v.band = ${band}::text`)),
  ...SEVERITIES.map((severity) =>
    countOf(severity, sql`${IS_SHOWN} and v.severity_rank = ${rankOf(severity)}::smallint`),
  ),
  countOf('exploited', sql`${IS_SHOWN} and v.kev`),
  countOf('hidden', sql`v.relevance = 'not_relevant'`),
  ['risk', sql`coalesce(sum(v.risk) filter (where ${IS_SHOWN}), 0)`],
] as const;

/** Runs in the transaction that has written the rows. */
export async function countOpenFindings(tx: OrgTx, serviceIds: readonly string[]): Promise<void> {
  const columns = COUNTS.map(([name]) => sql.ref(name));
  await sql`
    insert into open_finding_count (org_id, service_id, ${sql.join(columns)})
    select ${tx.orgId}::uuid, s.id, ${sql.join(COUNTS.map(([, count]) => count))}
    from service s left join newest_finding v on v.org_id = s.org_id and v.service_id = s.id
    where s.org_id = ${tx.orgId} and s.id = any(${serviceIds}::uuid[])
    group by s.id order by s.id
    on conflict (org_id, service_id) do update
      set (${sql.join(columns)}) = (${sql.join(COUNTS.map(([name]) => sql.ref(`excluded.${name}`)))})`.execute(tx.db);
}
