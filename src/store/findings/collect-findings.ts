/**
 * Findings of a filter that leaves few: all of them are found in one pass, in no order, and only then a page of them is taken. When
 * more than `findingsCountedMax` come together it stops: the filter leaves many, so that reading in order soon finds a page.
 */
import { sql, type RawBuilder } from 'kysely';
import { LIMITS } from '../../core/limits.ts';
import type { OrgTx } from '../database.ts';
import { alternativesOf, relevanceOf, type FindingFilter } from './finding-filter.ts';
import { columnsOf, orderBy, ORDERS, rangesAfter, type FindingPage } from './finding-order.ts';

export interface Collected {
  /** Of the rows of the page and of one behind it; of no use when there are more. */
  readonly ids: readonly string[];
  /** On all pages. */
  readonly total: number;
  readonly more: boolean;
}

/** Whether it may leave few: of what the indexes of the orders do not hold, or of the past. */
export function isNarrow(filter: FindingFilter): boolean {
  const { states, classes, epssMin, package: name, vulnerabilities, images, sbomIds, direct, q } = filter;
  const { newSinceVersionId, asOf, severityRanks, kev, fixable } = filter;
  const { suggested, reasons, decided, labels, bands, dueBefore } = filter;
  const isOfThePast = asOf !== undefined && [severityRanks, kev, fixable].some(isAsked);
  const asked = [states, classes, epssMin, name, vulnerabilities, images, sbomIds, direct, q, newSinceVersionId];
  const judged = [suggested, reasons, decided, labels, bands, dueBefore];
  return isOfThePast || [...asked, ...judged].some(isAsked);
}

function isAsked(condition: unknown): boolean {
  return condition !== undefined;
}

/** `versions` is a query for their ids. */
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
    matched as materialized (${matching(tx, filter, { relevance: relevanceOf(filter), columns: sql`v.id, ${columnsOf(order, 'v')}`, countMax: countMax + 1 })})
    select (select count(*)::int from matched) as total, array(
      select v.id from matched v where ${behind}
      order by ${orderBy(order, 'v')} limit ${limit + 1} offset ${after === undefined ? offset : 0}) as ids`.execute(
    tx.db,
  );
  const { total = 0, ids = [] } = rows[0] ?? {};
  return { ids, total: Math.min(total, countMax), more: total > countMax };
}

/** Rows of the versions of `chosen`, no more than `countMax`; the columns are those of `v`. */
export function matching(
  tx: OrgTx,
  filter: FindingFilter,
  { relevance, columns, countMax }: { relevance: RawBuilder<boolean>; columns: RawBuilder<unknown>; countMax: number },
): RawBuilder<unknown> {
  const parts = alternativesOf(filter).map((condition) =>
    ofChosen(
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
 * A query in parentheses over the versions of `chosen`, which `toQuery` gets as a condition. From the vulnerabilities or components
 * to the versions where the filter names some, else version by version.
 */
export function ofChosen(
  { text, groupIds }: FindingFilter,
  toQuery: (ofVersion: RawBuilder<unknown>) => RawBuilder<unknown>,
  countMax: number | null = null,
): RawBuilder<unknown> {
  if (text !== undefined || groupIds !== undefined)
    return toQuery(sql`v.version_id in (select version_id from chosen)`);
  const ofEach = toQuery(sql`v.version_id = c.version_id`);
  return sql`(select r.* from chosen c cross join lateral ${ofEach} r limit ${countMax})`;
}
