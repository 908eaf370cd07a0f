/**
 * Finds the findings of a narrow filter: reads all of them in one unordered pass, then takes a page. Stops at more than
 * `findingsCountedMax`: the filter is then wide enough for an ordered read to find a page quickly.
 */
import { sql, type RawBuilder } from 'kysely';
import { LIMITS } from '../../../core/limits.ts';
import type { OrgTx } from '../../database.ts';
import type { ServiceScope } from '../../portfolio/services.ts';
import { alternativesOf, relevanceOf, type FindingFilter } from './finding-filter.ts';
import { columnsOf, orderBy, ORDERS, rangesAfter, type FindingPage } from './finding-order.ts';

/** The findings of a version, or of the newest version of each of these services. */
export type FindingsOf = { readonly versionId: string } | { readonly newestOf: ServiceScope };

export interface Collected {
  /** Ids of the page's rows and of one more; unusable when `more` is true. */
  readonly ids: readonly string[];
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
  const { rows } = await sql<{ total: number; ids: string[] }>`
    with chosen as materialized (${versionsOf(tx, whose, filter)}),
    matched as materialized (${matchingRows(tx, filter, { relevance: relevanceOf(filter), columns: sql`v.id, ${columnsOf(order, 'v')}`, countMax: countMax + 1 })})
    select (select count(*)::int from matched) as total, array(
      select v.id from matched v where ${behind}
      order by ${orderBy(order, 'v')} limit ${limit + 1} offset ${after === undefined ? offset : 0}) as ids`.execute(
    tx.db,
  );
  const { total = 0, ids = [] } = rows[0] ?? {};
  return { ids, total: Math.min(total, countMax), more: total > countMax };
}

/** Returns a query for at most `countMax` rows of the versions in `chosen`, with columns of `v`. */
export function matchingRows(
  tx: OrgTx,
  filter: FindingFilter,
  { relevance, columns, countMax }: { relevance: RawBuilder<boolean>; columns: RawBuilder<unknown>; countMax: number },
): RawBuilder<unknown> {
  const parts = alternativesOf(tx, filter).map((condition) =>
    inChosenVersions(
      filter,
      (ofVersion) => sql`(
      select ${columns} from version_finding v
      where v.org_id = ${tx.orgId} and ${ofVersion} and ${relevance} and ${condition} limit ${countMax})`,
      countMax,
    ),
  );
  return sql`select u.* from (${sql.join(parts, sql` union all `)}) u limit ${countMax}`;
}

/**
 * Returns a query in parentheses over the versions in `chosen`, which `toQuery` receives as a condition. Starts from the
 * vulnerabilities or components where the filter names a few, otherwise goes version by version.
 */
export function inChosenVersions(
  { text, groupIds }: FindingFilter,
  toQuery: (ofVersion: RawBuilder<unknown>) => RawBuilder<unknown>,
  countMax: number | null = null,
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
  const arrived = filter.asOf === undefined ? sql`` : sql`and v.created_at <= ${filter.asOf}::timestamptz`;
  return sql`
    select n.id as version_id, s.id as service_id from service s cross join lateral (
      select v.id from service_version v
      where v.org_id = ${tx.orgId} and v.service_id = s.id and v.deleted_at is null ${arrived}
      order by v.created_at desc, v.id desc limit 1
    ) n
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
