/** The packages whose upgrade fixes the most urgent findings of all services. */
import { sql } from 'kysely';
import { rankOf } from '../../../core/advisory/severity/severity-rank.ts';
import type { FixedComponent } from '../../../core/remediation/targets/list-targets.ts';
import { BANDS } from '../../../core/vocabulary/priority.ts';
import type { OrgTx } from '../../database.ts';
import type { ServiceScope } from '../../portfolio/services.ts';
import { newestRows } from './collect-findings.ts';
import { GROUP_KEYS } from './urgent-groups.ts';

export interface FixablePackage {
  readonly package: string;
  /** Open findings with a fix. */
  readonly findings: number;
  readonly critical: number;
  readonly high: number;
  readonly exploited: number;
}

/** The most urgent first: findings are compared band by band, as for services. */
export async function listFixablePackages(tx: OrgTx, scope: ServiceScope, limit: number): Promise<FixablePackage[]> {
  const fixable = sql`${newestRows(tx, scope)} and v.relevance <> 'not_relevant' and v.has_fix`;
  const bands = sql.join(BANDS.map((band) => sql`count(*) filter (where v.band = ${band}) as ${sql.ref(band)}`));
  const order = sql.join(BANDS.map((band) => sql`p.${sql.ref(band)} desc`));
  const { rows } = await sql<FixablePackage>`
    with packages as materialized (
      select v.package_name, count(*)::int as findings, ${bands},
        (count(*) filter (where v.severity_rank = ${rankOf('critical')}))::int as critical,
        (count(*) filter (where v.severity_rank = ${rankOf('high')}))::int as high,
        (count(*) filter (where v.kev))::int as exploited
      from ${fixable} group by v.package_name
    )
    select p.package_name as package, p.findings, p.critical, p.high, p.exploited
    from packages p order by ${order}, p.package_name limit ${limit}`.execute(tx.db);
  return rows;
}

/** Returns the number of services that have a fixable finding in one of the packages, for each list of packages. */
export async function countFixableServices(
  tx: OrgTx,
  scope: ServiceScope,
  lists: readonly (readonly string[])[],
): Promise<number[]> {
  const names = lists.flat();
  const numbers = lists.flatMap((list, number) => list.map(() => number));
  const { rows } = await sql<{ number: number; services: number }>`
    with found as materialized (
      select distinct v.package_name, v.service_id from ${newestRows(tx, scope)} and v.relevance <> 'not_relevant' and v.has_fix
        and v.package_name = any(${names}::text[])
    )
    select n.number, count(*)::int as services from (
      select distinct p.number, f.service_id from unnest(${numbers}::int[], ${names}::text[]) p(number, name)
      join found f on f.package_name = p.name
    ) n group by n.number`.execute(tx.db);
  const counts = new Map(rows.map(({ number, services }) => [number, services]));
  return lists.map((_, number) => counts.get(number) ?? 0);
}

/** Returns the fixed versions of the most severe findings of each package or component, up to `limit` for each, in the order of an index. */
export async function listFixedComponents(
  tx: OrgTx,
  scope: ServiceScope,
  by: 'package' | 'component',
  keys: readonly string[],
  limit: number,
): Promise<(FixedComponent & { readonly key: string })[]> {
  const { column, type } = GROUP_KEYS[by];
  const { rows } = await sql<FixedComponent & { key: string }>`
    select p.key::text, n.component_id as "componentId",
      (select c.purl from component c where c.org_id = ${tx.orgId} and c.id = n.component_id) as purl,
      (select d.detail->'fix'->'versions'->>0 from service s
        join version_finding f on f.org_id = s.org_id and f.version_id = s.listed_version_id and f.group_id = n.group_id
          and f.component_id = n.component_id and f.known_to is null
        join finding_detail d on d.org_id = f.org_id and d.sha256 = f.facts_sha256
        where s.org_id = ${tx.orgId} and s.id = n.service_id) as version
    from unnest(${keys}::${type}[]) p(key) cross join lateral (
      select v.service_id, v.group_id, v.component_id from ${newestRows(tx, scope)} and v.relevance <> 'not_relevant' and v.has_fix
        and ${column} = p.key
      order by v.severity_rank desc, v.finding_id desc, v.component_id desc limit ${limit}
    ) n`.execute(tx.db);
  return rows;
}
