/**
 * Lists findings of one version, or of the newest version of every service in the caller's scope, filtered, sorted and paged.
 * Current findings of all services come from one index of `newest_finding`. For other filters, every version is read in index
 * order and hardly further than the page needs: the first n rows are in the n versions whose first rows come first; of each of
 * these the first b rows are read, and only the versions whose b rows were all used, at most n / b, are read further. With a
 * narrow filter both would scan everything, so the rows are collected first.
 */
import { sql, type RawBuilder } from 'kysely';
import type { OrgTx } from '../../database.ts';
import {
  collectFindings,
  idOf,
  isOfNewest,
  keyOf,
  queryRows,
  versionsOf,
  type Collected,
  type FindingsOf,
} from './collect-findings.ts';
import { alternativesOf, isNarrow, relevanceOf, stateOf, type FindingFilter } from './finding-filter.ts';
import { columnsOf, orderBy, ORDERS, rangesAfter, type FindingPage, type FindingKeyset } from './finding-order.ts';
import {
  analyzedAt,
  listedColumns,
  LISTED_FROM,
  toListed,
  type ListedFinding,
  type ListedRow,
} from './listed-finding.ts';

interface FoundFindings {
  readonly items: readonly ListedFinding[];
  /** Cursor of the next page; null on the last one. */
  readonly next: FindingKeyset | null;
  /** Total on all pages, if it is already known. */
  readonly counted?: Pick<Collected, 'total' | 'more'> | undefined;
}

export async function listFindings(
  tx: OrgTx,
  whose: FindingsOf,
  filter: FindingFilter,
  page: FindingPage,
): Promise<FoundFindings> {
  const { chosen, collected } = await choosePage(tx, whose, filter, page);
  const order = ORDERS[page.sort];
  const { rows } = await sql<ListedRow & { place: FindingKeyset }>`
    ${chosen}
    select ${listedColumns(tx)}, ${stateOf(filter)} as state, ${analyzedAt(tx, filter.asOf)} as "analyzedAt",
      jsonb_build_array(${columnsOf(order, 'k')}) as place
    from page k join (${LISTED_FROM}) on v.org_id = ${tx.orgId} and v.id = k.id
    order by ${orderBy(order, 'k')}`.execute(tx.db);
  const shown = rows.slice(0, page.limit).map(({ place, ...row }) => ({ place, listed: toListed(row) }));
  return {
    items: shown.map(({ listed }) => listed),
    next: rows.length > shown.length ? (shown.at(-1)?.place ?? null) : null,
    counted: collected,
  };
}

interface ChosenPage extends FindingPage {
  /** Further columns of a row `v`. */
  readonly columns?: RawBuilder<unknown>;
}

/** Returns a query that defines `page`: the ids and sort keys of the page's rows and of one more. */
export async function choosePage(
  tx: OrgTx,
  whose: FindingsOf,
  filter: FindingFilter,
  page: ChosenPage,
): Promise<{ readonly chosen: RawBuilder<unknown>; readonly collected: Collected | undefined }> {
  const collected = isNarrow(filter) ? await collectFindings(tx, whose, filter, page) : undefined;
  const ids = collected?.ids;
  return {
    collected,
    chosen: ids === undefined ? inOrder(tx, whose, filter, page) : sql`with ${pageOf(tx, ids, page)}`,
  };
}

function pageOf(tx: OrgTx, ids: readonly string[], page: ChosenPage): RawBuilder<unknown> {
  return sql`page as materialized (select ${chosenColumns(page)} from version_finding v
    where v.org_id = ${tx.orgId} and v.id = any(${ids}::uuid[]))`;
}

function chosenColumns({ sort, columns }: ChosenPage): RawBuilder<unknown> {
  return sql`v.id, ${sort === 'priority' ? sql`v.risk` : sql`null::real`} as bound, ${columnsOf(ORDERS[sort], 'v')}${also(columns)}`;
}

function also(columns: RawBuilder<unknown> | undefined): RawBuilder<unknown> {
  return columns === undefined ? sql`` : sql`, ${columns}`;
}

/** Returns a query for the rows of `newest_finding` on the page and one more: their keys, sort keys and further columns. */
export function newestInOrder(
  tx: OrgTx,
  whose: FindingsOf,
  filter: FindingFilter,
  { sort, after, limit, offset, columns }: ChosenPage,
): RawBuilder<unknown> {
  const order = ORDERS[sort];
  const skipped = after === undefined ? offset : 0;
  const sorted = sql`order by ${orderBy(order, 'v')}`;
  const parts = rangesAfter(order, after).map((range) =>
    queryRows(
      tx,
      whose,
      filter,
      (rows) => sql`(
      select ${keyOf(whose, filter)}, ${columnsOf(order, 'v')}${also(columns)} from ${rows} and ${relevanceOf(filter)} and ${range}
      ${sorted} limit ${skipped + limit + 1})`,
    ),
  );
  return sql`select v.* from (${sql.join(parts, sql` union all `)}) v ${sorted} limit ${limit + 1} offset ${skipped}`;
}

function inOrder(tx: OrgTx, whose: FindingsOf, filter: FindingFilter, page: ChosenPage): RawBuilder<unknown> {
  const order = ORDERS[page.sort];
  if (isOfNewest(whose, filter))
    return sql`with page as materialized (
      select ${idOf(tx, whose, filter, page.sort)} as id, ${columnsOf(order, 'v')} from (${newestInOrder(tx, whose, filter, page)}) v
    )`;
  const skipped = page.after === undefined ? page.offset : 0;
  // One more row shows whether there is a next page.
  const wanted = page.limit + 1;
  const needed = skipped + wanted;
  const isByRisk = page.sort === 'priority';
  const batch = Math.ceil(isByRisk ? Math.cbrt(needed) : Math.sqrt(needed));
  // No row of the page is behind the last of as many rows as are needed, so versions are not read beyond it.
  const isNear = isByRisk
    ? sql`v.risk >= coalesce((select min(n.bound) from near n having count(*) = ${needed}), '-infinity')`
    : sql`true`;
  const first = (count: number, condition = sql`true`): RawBuilder<unknown> =>
    firstOf(tx, filter, page, { count, condition });
  const isOne = 'versionId' in whose || (whose.newestOf !== 'all' && whose.newestOf.length === 1);
  if (isOne)
    return sql`
    with chosen as materialized (${versionsOf(tx, whose, filter)}),
    page as materialized (
      select k.* from chosen c cross join lateral (${first(needed)}) k
      order by ${orderBy(order, 'k')} limit ${wanted} offset ${skipped}
    )`;
  return sql`
    with chosen as materialized (${versionsOf(tx, whose, filter)}),
    heads as materialized (
      select c.version_id from chosen c cross join lateral (${first(1)}) k
      order by ${orderBy(order, 'k')} limit ${needed}
    ),
    near as materialized (
      select c.version_id, k.* from heads c cross join lateral (${first(batch)}) k
      order by ${orderBy(order, 'k')} limit ${needed}
    ),
    deep as materialized (select version_id from near group by version_id having count(*) = ${batch}),
    page as materialized (
      select k.* from (
        select n.* from near n where n.version_id not in (select version_id from deep)
        union all
        select c.version_id, r.* from deep c cross join lateral (${first(needed, isNear)}) r
      ) k
      order by ${orderBy(order, 'k')} limit ${wanted} offset ${skipped}
    )`;
}

/** Returns the first rows of the version in `c`, after the cursor. */
function firstOf(
  tx: OrgTx,
  filter: FindingFilter,
  page: ChosenPage,
  { count, condition: further }: { readonly count: number; readonly condition: RawBuilder<unknown> },
): RawBuilder<unknown> {
  const order = ORDERS[page.sort];
  const parts = rangesAfter(order, page.after).flatMap((range) =>
    alternativesOf(tx, filter).map(
      (condition) => sql`(
      select ${chosenColumns(page)} from version_finding v
      where v.org_id = ${tx.orgId} and v.version_id = c.version_id and ${relevanceOf(filter)} and ${condition} and ${range}
        and ${further}
      order by ${orderBy(order, 'v')} limit ${count})`,
    ),
  );
  if (parts.length === 1) return sql`${parts[0]}`;
  return sql`select * from (${sql.join(parts, sql` union all `)}) v order by ${orderBy(order, 'v')} limit ${count}`;
}

/** Returns the version of the result if there can be only one. */
export async function findOnlyVersion(
  tx: OrgTx,
  whose: FindingsOf,
  filter: Pick<FindingFilter, 'asOf'>,
): Promise<string | undefined> {
  if ('versionId' in whose) return whose.versionId;
  if (whose.newestOf === 'all' || whose.newestOf.length !== 1) return undefined;
  const { rows } = await sql<{ version_id: string }>`
    select c.version_id from (${versionsOf(tx, whose, filter)}) c`.execute(tx.db);
  return rows[0]?.version_id;
}
