/**
 * Finds the findings of a narrow filter: reads all of them in one unordered pass, then takes a page. Stops at more than
 * `findingsCountedMax`: the filter is then wide enough for an ordered read to find a page quickly.
 */
import { sql, type RawBuilder } from 'kysely';
import { LIMITS } from '../../../core/limits.ts';
import type { OrgTx } from '../../database.ts';
import { alternativesOf, relevanceOf, type FindingFilter } from './finding-filter.ts';
import { columnsOf, orderBy, ORDERS, rangesAfter, type FindingPage } from './finding-order.ts';

export interface Collected {
  /** Ids of the page's rows and of one more; unusable when `more` is true. */
  readonly ids: readonly string[];
  /** Total on all pages. */
  readonly total: number;
  readonly more: boolean;
}

/** `versions` is a query for version ids. */
export async function collectFindings(
  tx: OrgTx,
  versions: RawBuilder<unknown>,
  filter: FindingFilter,
  { sort, limit, offset, after }: FindingPage,
): Promise<Collected> {
  const order = ORDERS[sort];
  const countMax = LIMITS.findingsCountedMax;
  const behind = sql`(${sql.join(rangesAfter(order, after), sql` or `)})`;
  const { rows } = await sql<{ total: number; ids: string[] }>`
    with chosen as materialized (${versions}),
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
  const parts = alternativesOf(filter).map((condition) =>
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
 * vulnerabilities or components where the filter names some, otherwise goes version by version.
 */
export function inChosenVersions(
  { text, groupIds }: FindingFilter,
  toQuery: (ofVersion: RawBuilder<unknown>) => RawBuilder<unknown>,
  countMax: number | null = null,
): RawBuilder<unknown> {
  if (text !== undefined || groupIds !== undefined)
    return toQuery(sql`v.version_id in (select version_id from chosen)`);
  const ofEach = toQuery(sql`v.version_id = c.version_id`);
  return sql`(select r.* from chosen c cross join lateral ${ofEach} r limit ${countMax})`;
}
