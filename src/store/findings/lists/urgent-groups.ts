/**
 * Groups of an organization's findings, sorted by the most urgent finding of each. Scans as many findings as a list counts
 * (`findingsCountedMax`); the counts of a page are computed for its rows only.
 */
import { sql, type RawBuilder } from 'kysely';
import { rankOf } from '../../../core/advisory/severity/severity-rank.ts';
import { LIMITS } from '../../../core/limits.ts';
import { SEVERITIES, type Severity } from '../../../core/vocabulary/severity.ts';
import type { OrgTx } from '../../database.ts';
import { toIsoTimes, type DatedRow } from '../../dated-row.ts';
import type { PageRequest } from '../../page.ts';
import type { ServiceScope } from '../../portfolio/services.ts';
import { idOf, isOfNewest, queryRows, versionsOf } from './collect-findings.ts';
import { relevanceOf, type FindingFilter } from './finding-filter.ts';
import { orderBy, ORDERS } from './finding-order.ts';
import { choosePage, newestInOrder } from './list-findings.ts';

/** The key of a group, the type of its column, and the package if it may differ within the group. */
export const GROUP_KEYS = {
  vulnerability: { column: sql`v.group_id`, type: sql`text`, packageName: sql`v.package_name` },
  component: { column: sql`v.component_id`, type: sql`uuid`, packageName: sql`''` },
  package: { column: sql`v.package_name`, type: sql`text`, packageName: sql`''` },
} as const;
type GroupKey = keyof typeof GROUP_KEYS;

interface GroupPage {
  /** The key of each group on the page, and the id of its most urgent finding. */
  readonly shown: readonly { readonly id: string; readonly key: string }[];
  readonly total: number;
  /** Whether there are more findings than were scanned. */
  readonly more: boolean;
}

export async function listUrgentGroups(
  tx: OrgTx,
  services: ServiceScope,
  filter: FindingFilter,
  by: GroupKey,
  { limit, offset }: PageRequest,
): Promise<GroupPage> {
  const whose = { newestOf: services };
  const countMax = LIMITS.findingsCountedMax;
  const columns = sql`${GROUP_KEYS[by].column} as key`;
  const scanned = { limit: countMax, offset: 0, sort: 'priority', columns } as const;
  const chosen = isOfNewest(whose, filter)
    ? sql`with page as materialized (${newestInOrder(tx, whose, filter, scanned)})`
    : (await choosePage(tx, whose, filter, scanned)).chosen;
  const { rows } = await sql<GroupPage>`
    ${chosen},
    numbered as materialized (
      select k.*, row_number() over (order by ${orderBy(ORDERS.priority, 'k')}) as n from page k
    ),
    -- By number, because sorting thousands of keys would take longer than finding them.
    first as materialized (select v.key, min(v.n) as n from numbered v where v.n <= ${countMax} group by v.key)
    select (select count(*)::int from first) as total, (select count(*) from page) > ${countMax} as more, coalesce((
      select jsonb_agg(jsonb_build_object('id', ${idOf(tx, whose, filter, 'priority')}, 'key', v.key) order by v.n)
      from numbered v
      where v.n in (select f.n from first f order by f.n limit ${limit} offset ${offset})), '[]') as shown`.execute(
    tx.db,
  );
  return rows[0] ?? { shown: [], total: 0, more: false };
}

export interface GroupCounts {
  /** Findings of the filter in the newest versions of services. */
  readonly findings: number;
  readonly fixable: number;
  readonly exploited: number;
  readonly bySeverity: Readonly<Record<Severity, number>>;
  readonly services: number;
  /** Of a vulnerability: the first few names, and their total number. */
  readonly packages: readonly string[];
  readonly packageCount: number;
  readonly firstSeenAt: string;
}

const PACKAGES_SHOWN_MAX = 3;

/**
 * Counts services by their newest version. Findings that are alike are counted together first: a counter for each service would be
 * as long as the list of findings.
 */
export async function countGroups(
  tx: OrgTx,
  services: ServiceScope,
  filter: FindingFilter,
  by: GroupKey,
  keys: readonly string[],
): Promise<ReadonlyMap<string, GroupCounts>> {
  const bySeverity = SEVERITIES.map(
    (severity) =>
      sql`${severity}::text, coalesce(sum(a.findings) filter (where a.severity_rank = ${rankOf(severity)}::smallint), 0)`,
  );
  const named =
    by === 'vulnerability'
      ? sql`(array_agg(distinct a.package_name))[1:${PACKAGES_SHOWN_MAX}::int] as packages,
        count(distinct a.package_name)::int as "packageCount"`
      : sql`'{}'::text[] as packages, 0 as "packageCount"`;
  const { rows } = await sql<DatedRow<GroupCounts, 'firstSeenAt'> & { readonly key: string }>`
    with chosen as materialized (${versionsOf(tx, { newestOf: services }, filter)}),
    wanted as materialized (${rowsOf(tx, services, filter, by, keys)}),
    alike as materialized (
      select w.key, w.package_name, w.severity_rank, w.has_fix, w.kev, count(*) as findings, min(w.first_seen_at) as first_seen_at
      from wanted w group by w.key, w.package_name, w.severity_rank, w.has_fix, w.kev
    ),
    placed as materialized (
      select d.key, count(*)::int as services from (select distinct w.key, w.place from wanted w) d group by d.key
    )
    select a.key::text, sum(a.findings)::int as findings,
      coalesce(sum(a.findings) filter (where a.has_fix), 0)::int as fixable,
      coalesce(sum(a.findings) filter (where a.kev), 0)::int as exploited,
      jsonb_build_object(${sql.join(bySeverity)}) as "bySeverity", p.services, ${named}, min(a.first_seen_at) as "firstSeenAt"
    from alike a join placed p on p.key = a.key group by a.key, p.services`.execute(tx.db);
  return new Map(rows.map(({ key, ...counts }) => [key, toIsoTimes(counts)]));
}

/** Returns the number of services with a finding in one of the packages, for each list of packages. */
export async function countServices(
  tx: OrgTx,
  services: ServiceScope,
  filter: FindingFilter,
  lists: readonly (readonly string[])[],
): Promise<number[]> {
  const names = lists.flat();
  const numbers = lists.flatMap((list, number) => list.map(() => number));
  const { rows } = await sql<{ number: number; services: number }>`
    with chosen as materialized (${versionsOf(tx, { newestOf: services }, filter)}),
    found as materialized (
      select distinct r.key, r.place from (${rowsOf(tx, services, filter, 'package', names)}) r
    )
    select n.number, count(distinct f.place)::int as services
    from unnest(${numbers}::int[], ${names}::text[]) n(number, name) join found f on f.key = n.name
    group by n.number`.execute(tx.db);
  const counts = new Map(rows.map(({ number, services: count }) => [number, count]));
  return lists.map((_, number) => counts.get(number) ?? 0);
}

function rowsOf(
  tx: OrgTx,
  services: ServiceScope,
  filter: FindingFilter,
  by: GroupKey,
  keys: readonly string[],
): RawBuilder<unknown> {
  const whose = { newestOf: services };
  const { column, type, packageName } = GROUP_KEYS[by];
  // In many versions not as an index condition: the planner expects one search of the index per key, and reads the table.
  const isWanted = isOfNewest(whose, filter)
    ? sql`${column} = any(${keys}::${type}[])`
    : sql`(${column} in (select unnest(${keys}::${type}[]))) is true`;
  const place = isOfNewest(whose, filter) ? sql`v.service_id` : sql`v.version_id`;
  // Redundant, but required for the partial index of packages.
  const isFixable = filter.fixable === true ? sql`and v.has_fix` : sql``;
  const isShown = filter.relevance?.includes('not_relevant') === true ? sql`` : sql`and v.relevance <> 'not_relevant'`;
  return queryRows(
    tx,
    whose,
    filter,
    (rows) => sql`(
      select ${column} as key, ${place} as place, v.has_fix, v.kev, v.severity_rank, v.first_seen_at,
        ${packageName} as package_name from ${rows}
        and ${isWanted} and ${relevanceOf(filter)} ${isFixable} ${isShown})`,
  );
}
