/**
 * Findings of a version in groups: by vulnerability, by component, or by the step of the plan that fixes them. Every finding is
 * in one group. Groups are sorted by their most urgent finding, and all findings are counted.
 */
import { sql, type RawBuilder } from 'kysely';
import { rankOf } from '../../../core/advisory/severity/severity-rank.ts';
import { SEVERITIES, type Severity } from '../../../core/vocabulary/severity.ts';
import type { OrgTx } from '../../database.ts';
import type { PageRequest } from '../../page.ts';
import { queryRows, versionsOf } from './collect-findings.ts';
import { relevanceOf, stateOf, type FindingFilter } from './finding-filter.ts';
import { columnsOf, orderBy, ORDERS, rangesAfter, type FindingKeyset } from './finding-order.ts';
import {
  analyzedAt,
  listedColumns,
  LISTED_FROM,
  toListed,
  type ListedFinding,
  type ListedRow,
} from './listed-finding.ts';

/** The group of each finding of a plan. Findings that it does not contain are in the group `otherwise`. */
export interface PlannedGroups {
  readonly componentIds: readonly string[];
  readonly groupIds: readonly string[];
  readonly keys: readonly string[];
  readonly otherwise: string;
}

type GroupedBy =
  | { readonly by: 'vulnerability' | 'component' }
  | { readonly by: 'fix'; readonly planned: PlannedGroups };

export interface FindingGroup {
  /** The alias group, the component or the key of the plan. */
  readonly key: string;
  /** The most urgent one. */
  readonly finding: ListedFinding;
  readonly findings: number;
  readonly fixable: number;
  readonly bySeverity: Readonly<Record<Severity, number>>;
  /** The first few by name, and their total number. */
  readonly components: readonly { readonly id: string; readonly name: string; readonly version: string }[];
  readonly componentCount: number;
  readonly firstSeenAt: string;
}

interface FindingGroupPage {
  readonly items: readonly FindingGroup[];
  /** Number of groups on all pages, and of their findings. */
  readonly total: number;
  readonly findings: number;
  /** Cursor of the next page; null on the last one. */
  readonly next: FindingKeyset | null;
}

type GroupRow = Omit<FindingGroup, 'finding'> & { readonly id: string; readonly place: FindingKeyset };

const COMPONENTS_SHOWN_MAX = 3;

export async function listFindingGroups(
  tx: OrgTx,
  versionId: string,
  filter: FindingFilter,
  grouped: GroupedBy,
  page: PageRequest & { readonly after?: FindingKeyset | undefined },
): Promise<FindingGroupPage> {
  const whose = { versionId };
  const order = ORDERS.priority;
  const parts = queryRows(
    tx,
    whose,
    filter,
    (rows) => sql`(
      select v.id, v.group_id, v.severity_rank, v.has_fix, v.package_name, v.first_seen_at, ${columnsOf(order, 'v')}
      from ${rows} and ${relevanceOf(filter)})`,
  );
  const behind = sql`(${sql.join(rangesAfter(order, page.after), sql` or `)})`;
  const { rows } = await sql<{ total: number; findings: number; groups: GroupRow[] }>`
    with chosen as materialized (${versionsOf(tx, whose, filter)}),
    matched as materialized (${withKeys(parts, grouped)}),
    heads as materialized (select distinct on (m.key) m.* from matched m order by m.key, ${orderBy(order, 'm')}),
    page as materialized (
      select v.* from heads v where ${behind} order by ${orderBy(order, 'v')}
      limit ${page.limit + 1} offset ${page.after === undefined ? page.offset : 0}
    ),
    -- Only the groups of the page: counting thousands of others would take most of the time.
    grouped as materialized (
      select m.key, count(*)::int as findings, (count(*) filter (where m.has_fix))::int as fixable,
        jsonb_build_object(${sql.join(SEVERITIES.map(countSeverity))}) as by_severity,
        count(distinct m.component_id)::int as component_count, min(m.first_seen_at) as first_seen_at
      from matched m where m.key in (select key from page) group by m.key
    ),
    named as materialized (
      select n.key, jsonb_agg(jsonb_build_object('id', n.component_id, 'name', n.package_name, 'version', coalesce((
        select c.version from component c where c.org_id = ${tx.orgId} and c.id = n.component_id), '')) order by n.n) as components
      from (
        select d.*, row_number() over (partition by d.key order by d.package_name collate "C", d.component_id) as n
        from (select distinct m.key, m.package_name, m.component_id from matched m where m.key in (select key from page)) d
      ) n
      where n.n <= ${COMPONENTS_SHOWN_MAX} group by n.key
    )
    select (select count(*)::int from heads) as total, (select count(*)::int from matched) as findings,
      coalesce((
        select jsonb_agg(jsonb_build_object('id', k.id, 'key', k.key, 'place', jsonb_build_array(${columnsOf(order, 'k')}),
          'findings', g.findings, 'fixable', g.fixable, 'bySeverity', g.by_severity, 'components', n.components,
          'componentCount', g.component_count, 'firstSeenAt', g.first_seen_at) order by ${orderBy(order, 'k')})
        from page k join grouped g on g.key = k.key join named n on n.key = k.key), '[]') as groups`.execute(tx.db);
  const { total = 0, findings = 0, groups = [] } = rows[0] ?? {};
  const shown = groups.slice(0, page.limit);
  const known = await listRows(tx, filter, shown);
  return {
    items: shown.flatMap(({ id, place: _place, firstSeenAt, ...group }) => {
      const finding = known.get(id);
      return finding === undefined ? [] : [{ ...group, finding, firstSeenAt: new Date(firstSeenAt).toISOString() }];
    }),
    total,
    findings,
    next: groups.length > shown.length ? (shown.at(-1)?.place ?? null) : null,
  };
}

/** Keys are compared byte by byte, which sorts faster than by language. */
function withKeys(parts: RawBuilder<unknown>, grouped: GroupedBy): RawBuilder<unknown> {
  if (grouped.by !== 'fix') {
    const key = grouped.by === 'component' ? sql`v.component_id::text` : sql`v.group_id`;
    return sql`select v.*, ${key} collate "C" as key from (${parts}) v`;
  }
  const { componentIds, groupIds, keys, otherwise } = grouped.planned;
  return sql`
    select v.*, coalesce(p.key, ${otherwise}::text) collate "C" as key from (${parts}) v
    left join unnest(${componentIds}::uuid[], ${groupIds}::text[], ${keys}::text[]) p(component_id, group_id, key)
      on p.component_id = v.component_id and p.group_id = v.group_id`;
}

function countSeverity(severity: Severity): RawBuilder<unknown> {
  return sql`${severity}::text, count(*) filter (where m.severity_rank = ${rankOf(severity)}::smallint)`;
}

async function listRows(
  tx: OrgTx,
  filter: FindingFilter,
  groups: readonly Pick<GroupRow, 'id'>[],
): Promise<ReadonlyMap<string, ListedFinding>> {
  const { rows } = await sql<ListedRow>`
    select ${listedColumns(tx)}, ${stateOf(filter)} as state, ${analyzedAt(tx, filter.asOf)} as "analyzedAt"
    from ${LISTED_FROM} where v.org_id = ${tx.orgId} and v.id = any(${groups.map(({ id }) => id)}::uuid[])`.execute(
    tx.db,
  );
  return new Map(rows.map((row) => [row.id, toListed(row)]));
}
