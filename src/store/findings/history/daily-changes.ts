/** Lists how open findings changed from day to day, for all services that lists show, or for each of some services. */
import { sql, type RawBuilder } from 'kysely';
import type { DayChange } from '../../../core/history/trend.ts';
import { SEVERITIES, type Severity } from '../../../core/vocabulary/severity.ts';
import type { OrgTx } from '../../database.ts';
import type { ServiceScope } from '../../portfolio/services.ts';

type ChangeRow = Readonly<Record<Severity, number>> & { readonly day: string; readonly risk: number };

const SUMS = sql.join(SEVERITIES.map((severity) => sql`sum(c.${sql.ref(severity)})::int as ${sql.ref(severity)}`));

/** Services whose newest version has no result yet are excluded, as in lists. */
export async function listDailyChanges(tx: OrgTx, scope: ServiceScope, from: string): Promise<DayChange[]> {
  const { rows } = await sql<ChangeRow>`
    select to_char(c.day, 'YYYY-MM-DD') as day, ${SUMS}, sum(c.risk) as risk from daily_change c
    where c.org_id = ${tx.orgId} and c.day >= ${from}::date ${inScope(scope)} and c.service_id not in (
      select s.id from service s where s.org_id = ${tx.orgId} and (s.listed_version_id is null or s.deleted_at is not null))
    group by c.day order by c.day`.execute(tx.db);
  return rows.map(toChange);
}

export async function listServiceChanges(
  tx: OrgTx,
  serviceIds: readonly string[],
  from: string,
): Promise<ReadonlyMap<string, readonly DayChange[]>> {
  const { rows } = await sql<ChangeRow & { serviceId: string }>`
    select c.service_id as "serviceId", to_char(c.day, 'YYYY-MM-DD') as day, ${sql.join(SEVERITIES.map((severity) => sql.ref(`c.${severity}`)))}, c.risk
    from daily_change c
    where c.org_id = ${tx.orgId} and c.day >= ${from}::date ${inScope(serviceIds)} order by c.service_id, c.day`.execute(
    tx.db,
  );
  return Map.groupBy(
    rows.map(({ serviceId, ...row }) => ({ serviceId, ...toChange(row) })),
    ({ serviceId }) => serviceId,
  );
}

function inScope(scope: ServiceScope): RawBuilder<unknown> {
  return scope === 'all' ? sql`` : sql`and c.service_id = any(${scope}::uuid[])`;
}

function toChange({ day, risk, ...bySeverity }: ChangeRow): DayChange {
  return { day, risk, bySeverity };
}
