/**
 * Finds the findings of a narrow filter: reads them in one pass, then takes a page. Stops at more than `findingsCountedMax`: the
 * filter is then wide enough for an ordered read to find a page quickly.
 */
import { sql, type RawBuilder } from 'kysely';
import { LIMITS } from '../../../core/limits.ts';
import type { OrgTx } from '../../database.ts';
import type { FindingSort } from '../../../core/vocabulary/finding.ts';
import type { ServiceScope } from '../../portfolio/services.ts';
import { facetRows } from '../facets.ts';
import {
  alternativesOf,
  isAboutFacets,
  isAboutNewest,
  newestAlternativesOf,
  relevanceOf,
  type FindingFilter,
} from './finding-filter.ts';
import { columnsOf, orderBy, ORDERS, rangesAfter, type FindingPage } from './finding-order.ts';

/** The findings of a version, or of the newest version of each of these services. */
export type FindingsOf = { readonly versionId: string } | { readonly newestOf: ServiceScope };

export interface Collected {
  /** Ids of the page's rows and of one more; undefined if they may be among rows that were not read. */
  readonly ids: readonly string[] | undefined;
  /** Total on all pages. */
  readonly total: number;
  readonly more: boolean;
}

export async function collectFindings(
  tx: OrgTx,
  whose: FindingsOf,
  filter: FindingFilter,
  { sort, limit, offset, after }: FindingPage,
): Promise<Collected> {
  const order = ORDERS[sort];
  const countMax = LIMITS.findingsCountedMax;
  const behind = sql`(${sql.join(rangesAfter(order, after), sql` or `)})`;
  const columns = sql`${keyOf(whose, filter)}, ${columnsOf(order, 'v')}`;
  // One index has the order of newest findings, so the first page is among those that are counted.
  const isSorted = isOfNewest(whose, filter);
  const sorted = isSorted ? sql`order by ${orderBy(order, 'v')}` : sql``;
  const { rows } = await sql<{ total: number; ids: string[] }>`
    with chosen as materialized (${versionsOf(tx, whose, filter)}),
    matched as materialized (${matchingRows(tx, whose, filter, { relevance: relevanceOf(filter), columns, sorted, countMax: countMax + 1 })})
    select (select count(*)::int from matched) as total, array(
      select ${idOf(tx, whose, filter, sort)} from (
        select v.* from matched v where ${behind}
        order by ${orderBy(order, 'v')} limit ${limit + 1} offset ${after === undefined ? offset : 0}
      ) v) as ids`.execute(tx.db);
  const { total = 0, ids = [] } = rows[0] ?? {};
  const more = total > countMax;
  const isComplete = !more || (isSorted && after === undefined && offset + limit < countMax);
  return { ids: isComplete ? ids : undefined, total: Math.min(total, countMax), more };
}

/** Returns a query for at most `countMax` rows, with columns of `v`, `sorted` by them or in any order. */
export function matchingRows(
  tx: OrgTx,
  whose: FindingsOf,
  filter: FindingFilter,
  {
    relevance,
    columns,
    sorted,
    countMax,
  }: {
    readonly relevance: RawBuilder<boolean>;
    readonly columns: RawBuilder<unknown>;
    readonly sorted: RawBuilder<unknown>;
    readonly countMax: number;
  },
): RawBuilder<unknown> {
  const parts = queryRows(
    tx,
    whose,
    filter,
    (rows) => sql`(select ${columns} from ${rows} and ${relevance} ${sorted} limit ${countMax})`,
    countMax,
  );
  return sql`select v.* from (${parts}) v ${sorted} limit ${countMax}`;
}

/**
 * Returns a union of queries, which `toQuery` makes of a table `v` with conditions, in parentheses: of `newest_finding` if it has
 * everything that the filter needs, otherwise of `version_finding` for the versions in `chosen`.
 */
export function queryRows(
  tx: OrgTx,
  whose: FindingsOf,
  filter: FindingFilter,
  toQuery: (rows: RawBuilder<unknown>) => RawBuilder<unknown>,
  countMax: number | null = null,
): RawBuilder<unknown> {
  const parts =
    'newestOf' in whose && isOfNewest(whose, filter)
      ? newestAlternativesOf(tx, filter).map((condition) =>
          toQuery(sql`${newestRows(tx, whose.newestOf)} and ${condition}`),
        )
      : alternativesOf(tx, filter).map((condition) =>
          inChosenVersions(
            filter,
            (ofVersion) =>
              toQuery(sql`version_finding v where v.org_id = ${tx.orgId} and ${ofVersion} and ${condition}`),
            countMax,
          ),
        );
  return sql.join(parts, sql` union all `);
}

/** Returns whether the rows are those of `newest_finding`. One service is read from its version. */
export function isOfNewest(whose: FindingsOf, filter: FindingFilter): boolean {
  return 'newestOf' in whose && (whose.newestOf === 'all' || whose.newestOf.length > 1) && isAboutNewest(filter);
}

/**
 * Returns a query in parentheses for the number of findings by relevance, severity and band. Where the facets of services have
 * everything that the filter needs, no row of a finding is read.
 */
export function countedRows(tx: OrgTx, whose: FindingsOf, filter: FindingFilter): RawBuilder<unknown> {
  const columns = sql`v.relevance, v.severity_rank, v.band`;
  if ('newestOf' in whose && isCountedByFacet(whose, filter)) {
    const condition = sql.join(newestAlternativesOf(tx, filter), sql` or `);
    return sql`(select ${columns}, v.count from ${facetRows(isListed(tx, whose.newestOf))} where ${condition})`;
  }
  return queryRows(
    tx,
    whose,
    filter,
    (rows) => sql`(select ${columns}, count(*) as count from ${rows} group by ${columns})`,
  );
}

export function isCountedByFacet(whose: FindingsOf, filter: FindingFilter): boolean {
  return isOfNewest(whose, filter) && isAboutFacets(filter);
}

export function newestRows(tx: OrgTx, scope: ServiceScope): RawBuilder<unknown> {
  return sql`newest_finding v where ${isListed(tx, scope)}`;
}

/** The condition for rows `v` of services that lists show: the newest version has a result. */
export function isListed(tx: OrgTx, scope: ServiceScope): RawBuilder<unknown> {
  const inScope = scope === 'all' ? sql`` : sql`and v.service_id = any(${scope}::uuid[])`;
  return sql`v.org_id = ${tx.orgId} ${inScope} and v.service_id not in (
    select s.id from service s where s.org_id = ${tx.orgId} and (s.listed_version_id is null or s.deleted_at is not null))`;
}

/** The columns by which `idOf` finds a row, besides its sort keys. */
export function keyOf(whose: FindingsOf, filter: FindingFilter): RawBuilder<unknown> {
  return isOfNewest(whose, filter) ? sql`v.service_id, v.group_id` : sql`v.id`;
}

/**
 * The id of the row of `version_finding` that the row `v` is or was copied from, which has the same sort keys: the index of the order
 * then leads to it.
 */
export function idOf(tx: OrgTx, whose: FindingsOf, filter: FindingFilter, sort: FindingSort): RawBuilder<string> {
  if (!isOfNewest(whose, filter)) return sql<string>`v.id`;
  const isSame = ORDERS[sort].map(({ column }) => sql`${sql.ref(`f.${column}`)} = ${sql.ref(`v.${column}`)}`);
  return sql<string>`(select f.id from service s join version_finding f on f.org_id = s.org_id and f.version_id = s.listed_version_id
    where s.org_id = ${tx.orgId} and s.id = v.service_id and f.group_id = v.group_id and f.known_to is null
      and ${sql.join(isSame, sql` and `)})`;
}

/**
 * Returns a query in parentheses over the versions in `chosen`, which `toQuery` receives as a condition. Starts from the
 * vulnerabilities or components where the filter names a few, otherwise goes version by version.
 */
function inChosenVersions(
  { text, groupIds }: FindingFilter,
  toQuery: (ofVersion: RawBuilder<unknown>) => RawBuilder<unknown>,
  countMax: number | null,
): RawBuilder<unknown> {
  if (text?.isWide === false || groupIds !== undefined)
    return toQuery(sql`v.version_id in (select version_id from chosen)`);
  const ofEach = toQuery(sql`v.version_id = c.version_id`);
  return sql`(select r.* from chosen c cross join lateral ${ofEach} r limit ${countMax})`;
}

/** The part of the filter that selects versions. */
type ChoosingFilter = Pick<FindingFilter, 'asOf' | 'state' | 'groupIds' | 'image' | 'sbom'>;

/** Returns the newest version by arrival at the requested time. */
export function versionsOf(tx: OrgTx, whose: FindingsOf, filter: ChoosingFilter): RawBuilder<unknown> {
  if ('versionId' in whose) return sql`select ${whose.versionId}::uuid as version_id`;
  const inScope = whose.newestOf === 'all' ? sql`` : sql`and s.id = any(${whose.newestOf}::uuid[])`;
  const newest = (condition: RawBuilder<unknown>): RawBuilder<unknown> => sql`
    select v.id from service_version v
    where v.org_id = ${tx.orgId} and v.service_id = s.id and v.deleted_at is null and ${condition}
    order by v.created_at desc, v.id desc limit 1`;
  // The listed version is the newest. To look it up for every service would take longer than to count its findings.
  const found =
    filter.asOf === undefined
      ? sql`select s.listed_version_id as id where s.listed_version_id is not null
        union all (${newest(sql`s.listed_version_id is null`)})`
      : newest(sql`v.created_at <= ${filter.asOf}::timestamptz`);
  return sql`
    select n.id as version_id, s.id as service_id from service s cross join lateral (${found}) n
    where s.org_id = ${tx.orgId} and s.deleted_at is null ${inScope} ${holding(tx, filter)}`;
}

/** Few versions have a given vulnerability, image or document; the others are skipped. */
function holding(
  tx: OrgTx,
  { asOf, state: states = ['open'], groupIds, image: images, sbom: sbomIds }: ChoosingFilter,
): RawBuilder<unknown> {
  // Only for current findings: the document of an ended finding may be gone.
  if (asOf !== undefined || states.some((state) => state !== 'open')) return sql``;
  const conditions = [
    groupIds &&
      sql`and n.id in (select g.version_id from version_finding g
        where g.org_id = ${tx.orgId} and g.group_id = any(${groupIds}::text[]) and g.known_to is null)`,
    images &&
      sql`and exists (select 1 from sbom b
        where b.org_id = ${tx.orgId} and b.version_id = n.id and b.image = any(${images}::text[]))`,
    sbomIds &&
      sql`and n.id in (select b.version_id from sbom b where b.org_id = ${tx.orgId} and b.id = any(${sbomIds}::uuid[]))`,
  ];
  return sql.join(
    conditions.flatMap((condition) => condition ?? []),
    sql` `,
  );
}
