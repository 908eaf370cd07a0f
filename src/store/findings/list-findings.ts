/**
 * Findings as they are read: of one version, or of the newest version of every service that the caller may see. Filtered, in the
 * order of a stored key, page by page. Every version is read in the order of its index, and hardly further than the page needs:
 * the first n rows of all are in the n versions whose first rows come first; of each of them the first b rows are read, and only
 * the few whose rows were all needed, at most n / b, are read on.
 */
import { sql, type RawBuilder } from 'kysely';
import type { OrgTx } from '../database.ts';
import type { PageRequest } from '../page.ts';
import type { ServiceScope } from '../portfolio/services.ts';
import { conditionsOf, relevanceOf, stateOf, type FindingFilter } from './finding-filter.ts';
import { columnsOf, orderBy, ORDERS, rangesAfter, type FindingPlace, type FindingSort } from './finding-order.ts';
import {
  analyzedAt,
  LISTED_COLUMNS,
  LISTED_FROM,
  toListed,
  type ListedFinding,
  type ListedRow,
} from './listed-finding.ts';

/** Whose findings: those of a version, or of the newest version of each of these services. */
export type FindingsOf = { readonly versionId: string } | { readonly newestOf: ServiceScope };

export interface FindingPage extends PageRequest {
  readonly sort: FindingSort;
  /** Instead of an offset. */
  readonly after?: FindingPlace | undefined;
}

export interface FoundFindings {
  readonly items: readonly ListedFinding[];
  /** Where the next page begins; null on the last one. */
  readonly next: FindingPlace | null;
}

export async function listFindings(
  tx: OrgTx,
  whose: FindingsOf,
  filter: FindingFilter,
  page: FindingPage,
): Promise<FoundFindings> {
  const order = ORDERS[page.sort];
  const skipped = page.after === undefined ? page.offset : 0;
  // One more than asked for tells whether there is a next page.
  const wanted = page.limit + 1;
  const needed = skipped + wanted;
  const batch = Math.ceil(Math.sqrt(needed));
  const first = (count: number): RawBuilder<unknown> => firstOf(tx, filter, page, count);
  const { rows } = await sql<ListedRow & { place: FindingPlace }>`
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
        select c.version_id, r.* from deep c cross join lateral (${first(needed)}) r
      ) k
      order by ${orderBy(order, 'k')} limit ${wanted} offset ${skipped}
    )
    select ${LISTED_COLUMNS}, ${stateOf(filter)} as state, ${analyzedAt(filter.asOf)} as analyzed_at,
      jsonb_build_array(${columnsOf(order, 'k')}) as place
    from page k join (${LISTED_FROM}) on v.org_id = ${tx.orgId} and v.id = k.id
    order by ${orderBy(order, 'k')}`.execute(tx.db);
  const shown = rows.slice(0, page.limit);
  return { items: shown.map(toListed), next: rows.length > shown.length ? (shown.at(-1)?.place ?? null) : null };
}

/** The first rows of the version of `c`, after the place where the last page ended. */
function firstOf(tx: OrgTx, filter: FindingFilter, { sort, after }: FindingPage, count: number): RawBuilder<unknown> {
  const order = ORDERS[sort];
  const ranges = rangesAfter(order, after).map(
    (range) => sql`(
      select v.id, ${columnsOf(order, 'v')} from version_finding v
      where v.org_id = ${tx.orgId} and v.version_id = c.version_id and ${relevanceOf(filter)} and ${conditionsOf(filter)}
        and ${range}
      order by ${orderBy(order, 'v')} limit ${count})`,
  );
  if (ranges.length === 1) return sql`${ranges[0]}`;
  return sql`select * from (${sql.join(ranges, sql` union all `)}) v order by ${orderBy(order, 'v')} limit ${count}`;
}

/** Newest by arrival, at the instant that is asked about. */
export function versionsOf(
  tx: OrgTx,
  whose: FindingsOf,
  { asOf, groupIds }: Pick<FindingFilter, 'asOf' | 'groupIds'>,
): RawBuilder<unknown> {
  if ('versionId' in whose) return sql`select ${whose.versionId}::uuid as version_id`;
  const inScope = whose.newestOf === 'all' ? sql`` : sql`and s.id = any(${whose.newestOf}::uuid[])`;
  const arrived = asOf === undefined ? sql`` : sql`and v.created_at <= ${asOf}::timestamptz`;
  const holding =
    groupIds === undefined
      ? sql``
      : sql`and n.id in (select g.version_id from version_finding g
          where g.org_id = ${tx.orgId} and g.group_id = any(${groupIds}::text[]) and g.known_to is null)`;
  return sql`
    select n.id as version_id from service s cross join lateral (
      select v.id from service_version v
      where v.org_id = s.org_id and v.service_id = s.id and v.deleted_at is null ${arrived}
      order by v.created_at desc, v.id desc limit 1
    ) n
    where s.org_id = ${tx.orgId} and s.deleted_at is null ${inScope} ${holding}`;
}

/** The version of the answer, when there can be but one. */
export async function findOnlyVersion(
  tx: OrgTx,
  whose: FindingsOf,
  filter: Pick<FindingFilter, 'asOf'>,
): Promise<string | undefined> {
  if ('versionId' in whose) return whose.versionId;
  if (whose.newestOf === 'all' || whose.newestOf.length !== 1) return undefined;
  const { rows } = await sql<{ version_id: string }>`${versionsOf(tx, whose, filter)}`.execute(tx.db);
  return rows[0]?.version_id;
}
