/** Counts findings: up to a limit for the head of a list, and completely for a summary. Both count what the list would show. */
import { sql, type RawBuilder } from 'kysely';
import { LIMITS } from '../../../core/limits.ts';
import { SHOWN_RELEVANCES } from '../../../core/vocabulary/relevance.ts';
import type { OrgTx } from '../../database.ts';
import {
  countedRows,
  isCountedByFacet,
  matchingRows,
  queryRows,
  versionsOf,
  type FindingsOf,
} from './collect-findings.ts';
import { relevanceOf, type FindingFilter } from './finding-filter.ts';

/** Counts up to `findingsCountedMax`; `more` is true when there are more. */
interface BoundedCounts {
  readonly total: number;
  readonly more: boolean;
  /** The number of these findings that the default filter hides, whatever relevance was requested. */
  readonly hidden: number;
}

type Totals = Pick<BoundedCounts, 'total' | 'hidden'>;

/** `counted` is the total, if it is already known. */
export async function countListed(
  tx: OrgTx,
  whose: FindingsOf,
  filter: FindingFilter,
  counted?: Pick<BoundedCounts, 'total' | 'more'>,
): Promise<BoundedCounts> {
  const countMax = LIMITS.findingsCountedMax;
  const count = (relevance: RawBuilder<boolean>): RawBuilder<number> => sql<number>`(
    select count(*)::int from (${matchingRows(tx, whose, filter, { relevance, columns: sql`1 as one`, sorted: sql``, countMax: countMax + 1 })}) l)`;
  const { rows } = isCountedByFacet(whose, filter)
    ? await sql<Totals>`
      select coalesce(sum(v.count) filter (where ${relevanceOf(filter)}), 0)::int as total,
        coalesce(sum(v.count) filter (where ${IS_HIDDEN}), 0)::int as hidden
      from (${countedRows(tx, whose, filter)}) v`.execute(tx.db)
    : await sql<Totals>`
      with chosen as materialized (${versionsOf(tx, whose, filter)})
      select ${counted === undefined ? count(relevanceOf(filter)) : sql`0`} as total, ${count(IS_HIDDEN)} as hidden`.execute(
        tx.db,
      );
  const { total = 0, hidden = 0 } = rows[0] ?? {};
  return {
    total: Math.min(total, countMax),
    more: total > countMax,
    ...counted,
    hidden: Math.min(hidden, countMax),
  };
}

const IS_HIDDEN = sql<boolean>`v.relevance = 'not_relevant'`;

export interface FindingCounts {
  readonly total: number;
  readonly hidden: number;
  /** Of the total. */
  readonly lowerPriority: number;
  readonly bySeverityRank: ReadonlyMap<number, number>;
  readonly byBand: ReadonlyMap<string, number>;
}

interface CountedRow {
  readonly severityRank: number;
  readonly band: string;
  readonly total: number;
  readonly hidden: number;
  readonly lowerPriority: number;
}

/** Counts all findings; `hidden` as in `countListed`. */
export async function countFindings(tx: OrgTx, whose: FindingsOf, filter: FindingFilter): Promise<FindingCounts> {
  const parts = countedRows(tx, whose, filter);
  const { rows } = await sql<CountedRow>`
    with chosen as materialized (${versionsOf(tx, whose, filter)})
    select v.severity_rank as "severityRank", v.band,
      coalesce(sum(v.count) filter (where ${relevanceOf(filter)}), 0)::int as total,
      coalesce(sum(v.count) filter (where ${IS_HIDDEN}), 0)::int as hidden,
      coalesce(sum(v.count) filter (where ${relevanceOf(filter)} and v.relevance = 'deprioritized'), 0)::int as "lowerPriority"
    from (${parts}) v group by v.severity_rank, v.band`.execute(tx.db);
  const sum = (name: 'total' | 'hidden' | 'lowerPriority'): number => rows.reduce((all, row) => all + row[name], 0);
  return {
    total: sum('total'),
    hidden: sum('hidden'),
    lowerPriority: sum('lowerPriority'),
    bySeverityRank: sumBy(rows, (row) => row.severityRank),
    byBand: sumBy(rows, (row) => row.band),
  };
}

function sumBy<Row extends { readonly total: number }, Key>(
  rows: readonly Row[],
  keyOf: (row: Row) => Key,
): ReadonlyMap<Key, number> {
  const sums = new Map<Key, number>();
  for (const row of rows) sums.set(keyOf(row), (sums.get(keyOf(row)) ?? 0) + row.total);
  return sums;
}

interface ReasonCount {
  readonly code: string;
  readonly count: number;
}

/** Counts the findings that the default filter hides by the code of the deciding reason, most frequent first. */
export async function countHiddenByReason(
  tx: OrgTx,
  whose: FindingsOf,
  filter: FindingFilter,
): Promise<readonly ReasonCount[]> {
  const parts = queryRows(
    tx,
    whose,
    filter,
    (rows) => sql`(
      select v.codes[1] as code, count(*) as count from ${rows} and ${IS_HIDDEN} and v.codes <> '{}' group by v.codes[1])`,
  );
  const { rows } = await sql<ReasonCount>`
    with chosen as materialized (${versionsOf(tx, whose, filter)})
    select r.code, sum(r.count)::int as count from (${parts}) r
    group by r.code order by 2 desc, 1 limit ${REASONS_MAX}`.execute(tx.db);
  return rows;
}

/** There are fewer codes than this. */
const REASONS_MAX = 100;

/** Counts open findings that the default filter shows, by component. A component without any is absent. */
export async function countFindingsOfComponents(
  tx: OrgTx,
  versionId: string,
  componentIds: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<{ id: string; count: number }>`
    select component_id as id, count(*)::int as count from version_finding
    where org_id = ${tx.orgId} and version_id = ${versionId} and known_to is null
      and component_id = any(${componentIds}::uuid[]) and relevance = any(${SHOWN_RELEVANCES}::text[])
    group by component_id`.execute(tx.db);
  return new Map(rows.map(({ id, count }) => [id, count]));
}
