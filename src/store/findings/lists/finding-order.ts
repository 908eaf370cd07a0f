/**
 * Sort orders of lists of findings, each backed by an index. They end with the finding and the component, which stay the same
 * when a row is replaced, so that a cursor remains valid.
 */
import { sql, type RawBuilder } from 'kysely';
import type { FindingSort } from '../../../core/vocabulary/finding.ts';
import type { PageRequest } from '../../page.ts';

type Column = 'risk' | 'severity_rank' | 'package_name' | 'first_seen_at' | 'finding_id' | 'component_id';

interface OrderKey {
  readonly column: Column;
  readonly direction: 'asc' | 'desc';
}

/** Values of the sort keys where a page ended. */
export type FindingKeyset = readonly (string | number)[];

export interface FindingPage extends PageRequest {
  readonly sort: FindingSort;
  /** Used instead of an offset. */
  readonly after?: FindingKeyset | undefined;
}

export const ORDERS: Readonly<Record<FindingSort, readonly OrderKey[]>> = {
  priority: [
    { column: 'risk', direction: 'desc' },
    { column: 'finding_id', direction: 'desc' },
    { column: 'component_id', direction: 'desc' },
  ],
  severity: [
    { column: 'severity_rank', direction: 'desc' },
    { column: 'package_name', direction: 'asc' },
    { column: 'finding_id', direction: 'asc' },
    { column: 'component_id', direction: 'asc' },
  ],
  package: [
    { column: 'package_name', direction: 'asc' },
    { column: 'severity_rank', direction: 'desc' },
    { column: 'finding_id', direction: 'desc' },
    { column: 'component_id', direction: 'desc' },
  ],
  firstSeen: [
    { column: 'first_seen_at', direction: 'desc' },
    { column: 'finding_id', direction: 'desc' },
    { column: 'component_id', direction: 'desc' },
  ],
};

const TYPES: Readonly<Record<Column, RawBuilder<unknown>>> = {
  risk: sql`real`,
  severity_rank: sql`smallint`,
  package_name: sql`text`,
  first_seen_at: sql`timestamptz`,
  finding_id: sql`uuid`,
  component_id: sql`uuid`,
};

export function columnsOf(order: readonly OrderKey[], row: string): RawBuilder<unknown> {
  return sql.join(order.map(({ column }) => sql.ref(`${row}.${column}`)));
}

export function orderBy(order: readonly OrderKey[], row: string): RawBuilder<unknown> {
  return sql.join(order.map(({ column, direction }) => sql`${sql.ref(`${row}.${column}`)} ${sql.raw(direction)}`));
}

/**
 * Returns the condition for rows after a cursor, as mutually exclusive alternatives. An index supports a row comparison in only
 * one direction, so a new alternative starts where the direction changes; each is a range of the index.
 */
export function rangesAfter(order: readonly OrderKey[], place: FindingKeyset | undefined): RawBuilder<boolean>[] {
  if (place === undefined) return [sql<boolean>`true`];
  const keys = order.map((key, index) => ({ ...key, value: sql`${place[index]}::${TYPES[key.column]}` }));
  const turns = keys.flatMap((key, index) => (key.direction === keys[index - 1]?.direction ? [] : [index]));
  return turns.map((start, turn) => {
    const equal = keys.slice(0, start).map(({ column, value }) => sql`${sql.ref(`v.${column}`)} = ${value}`);
    const run = keys.slice(start, turns[turn + 1]);
    const columns = sql.join(run.map(({ column }) => sql.ref(`v.${column}`)));
    const values = sql.join(run.map(({ value }) => value));
    const after = sql`(${columns}) ${sql.raw(run[0]?.direction === 'asc' ? '>' : '<')} (${values})`;
    return sql<boolean>`${sql.join([...equal, after], sql` and `)}`;
  });
}
