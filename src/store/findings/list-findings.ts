/** Findings of a version as they are read: filtered, in the order of a stored key, page by page. */
import { sql, type RawBuilder } from 'kysely';
import { likePattern } from '../like-pattern.ts';
import type { OrgTx } from '../database.ts';
import type { Page, PageRequest } from '../page.ts';

export interface FindingFilter {
  readonly relevance?: readonly string[] | undefined;
  readonly severityRanks?: readonly number[] | undefined;
  readonly fixable?: boolean | undefined;
  readonly package?: string | undefined;
  readonly cve?: string | undefined;
  readonly q?: string | undefined;
}

export type FindingSort = 'severity' | 'package' | 'firstSeen';

export interface ListedFinding {
  readonly id: string;
  readonly fingerprint: string;
  readonly componentId: string;
  /** Package without version. */
  readonly package: string;
  readonly componentVersion: string | null;
  readonly class: string;
  readonly canonicalId: string;
  readonly relevance: string;
  readonly detail: unknown;
  readonly firstSeenAt: string;
  readonly firstSeenVersionId: string;
}

const DEFAULT_RELEVANCE = ['relevant', 'deprioritized'];

export async function listFindings(
  tx: OrgTx,
  versionId: string,
  filter: FindingFilter,
  page: PageRequest & { readonly sort: FindingSort },
): Promise<Page<ListedFinding> & { readonly hidden: number }> {
  const counts = await countFindings(tx, versionId, filter);
  const { rows } = await sql<{
    id: string;
    fingerprint: string;
    component_id: string;
    package: string;
    component_version: string | null;
    class: string;
    canonical_id: string;
    relevance: string;
    detail: unknown;
    first_seen_at: Date;
    first_seen_version_id: string;
  }>`
    select v.id, encode(f.key_sha256, 'hex') as fingerprint, v.component_id, f.package,
      v.detail->'component'->>'version' as component_version, v.class, v.canonical_id, v.relevance, v.detail,
      f.first_seen_at, f.first_seen_version_id
    from version_finding v join finding f on f.org_id = v.org_id and f.id = v.finding_id
    where ${whereOf(tx, versionId, filter)} and ${relevanceOf(filter)}
    order by ${ORDERS[page.sort]} limit ${page.limit} offset ${page.offset}`.execute(tx.db);
  return {
    ...counts,
    items: rows.map((row) => ({
      id: row.id,
      fingerprint: row.fingerprint,
      componentId: row.component_id,
      package: row.package,
      componentVersion: row.component_version,
      class: row.class,
      canonicalId: row.canonical_id,
      relevance: row.relevance,
      detail: row.detail,
      firstSeenAt: row.first_seen_at.toISOString(),
      firstSeenVersionId: row.first_seen_version_id,
    })),
  };
}

/** `hidden` is what the default hides, whatever was asked for. */
export async function countFindings(
  tx: OrgTx,
  versionId: string,
  filter: FindingFilter,
): Promise<{ readonly total: number; readonly hidden: number; readonly bySeverityRank: ReadonlyMap<number, number> }> {
  const { rows } = await sql<{ severity_rank: number; total: number; hidden: number }>`
    select v.severity_rank, (count(*) filter (where ${relevanceOf(filter)}))::int as total,
      (count(*) filter (where v.relevance = 'not_relevant'))::int as hidden
    from version_finding v where ${whereOf(tx, versionId, filter)} group by v.severity_rank`.execute(tx.db);
  const sum = (pick: (row: { total: number; hidden: number }) => number): number =>
    rows.reduce((all, row) => all + pick(row), 0);
  return {
    total: sum((row) => row.total),
    hidden: sum((row) => row.hidden),
    bySeverityRank: new Map(rows.map((row) => [row.severity_rank, row.total])),
  };
}

/** Open ones that the default shows, by component; a component without any is not in the answer. */
export async function countFindingsOfComponents(
  tx: OrgTx,
  versionId: string,
  componentIds: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<{ component_id: string; count: number }>`
    select component_id, count(*)::int as count from version_finding
    where org_id = ${tx.orgId} and version_id = ${versionId} and known_to is null
      and component_id = any(${componentIds}::uuid[]) and relevance = any(${DEFAULT_RELEVANCE}::text[])
    group by component_id`.execute(tx.db);
  return new Map(rows.map((row) => [row.component_id, row.count]));
}

const ORDERS: Readonly<Record<FindingSort, RawBuilder<unknown>>> = {
  severity: sql`v.severity_rank desc, v.package_name, v.id`,
  package: sql`v.package_name, v.severity_rank desc, v.id`,
  firstSeen: sql`f.first_seen_at desc, v.id`,
};

function relevanceOf(filter: FindingFilter): RawBuilder<boolean> {
  return sql<boolean>`v.relevance = any(${filter.relevance ?? DEFAULT_RELEVANCE}::text[])`;
}

function whereOf(tx: OrgTx, versionId: string, filter: FindingFilter): RawBuilder<boolean> {
  const conditions = [sql`v.org_id = ${tx.orgId}`, sql`v.version_id = ${versionId}`, sql`v.known_to is null`];
  if (filter.severityRanks !== undefined) conditions.push(sql`v.severity_rank = any(${filter.severityRanks}::int[])`);
  if (filter.fixable !== undefined) conditions.push(sql`v.has_fix = ${filter.fixable}`);
  if (filter.package !== undefined) conditions.push(sql`v.package_name = ${filter.package}`);
  if (filter.cve !== undefined) conditions.push(idCondition(filter.cve));
  if (filter.q !== undefined) {
    const pattern = likePattern(filter.q);
    conditions.push(
      sql`(v.canonical_id ilike ${pattern} or v.package_name ilike ${pattern} or v.detail->'vulnerability'->>'title' ilike ${pattern})`,
    );
  }
  return sql<boolean>`${sql.join(conditions, sql` and `)}`;
}

/** Any alias, letter case aside. */
function idCondition(id: string): RawBuilder<unknown> {
  return sql`(upper(v.canonical_id) = upper(${id}) or exists (
    select 1 from jsonb_array_elements_text(v.detail->'vulnerability'->'aliases') a where upper(a) = upper(${id})))`;
}
