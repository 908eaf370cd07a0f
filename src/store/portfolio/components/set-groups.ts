/**
 * Counts the components of a set, grouped by the facts that determine whether they were checked. A set never changes, and its
 * components change only when another engine parses a document, so the counts are cached; only the components that the matcher
 * could not assess are read again.
 */
import { sql } from 'kysely';
import { SOURCE_PACKAGE_UNKNOWN, type MatchedComponent } from '../../../core/history/coverage.ts';
import type { OrgTx } from '../../database.ts';
import { IDENTIFIED_COLUMNS, toMatched, type MatchedRow } from './checked-reason.ts';
import { pipelined } from '../../pipelined.ts';
import { merged } from '../../shared-transactions.ts';

export type ComponentGroup = MatchedComponent & { readonly count: number };

type GroupRow = MatchedRow & { readonly count: number };

/** Does not determine which components are affected. */
export async function countSetGroups(tx: OrgTx, set: Buffer): Promise<ComponentGroup[]> {
  const key = `${tx.orgId} ${set.toString('base64')}`;
  const [known, unassessed] = await pipelined([
    cachedGroups.get(key) ?? listGroupRows(tx, set),
    listUnassessed(tx, set),
  ]);
  cacheGroups(key, known);
  const left = new Map(known.map((row) => [toGroupKey(row), row]));
  for (const { reason: _reason, count, ...place } of unassessed) {
    const group = left.get(toGroupKey({ reason: null, ...place }));
    if (group !== undefined) left.set(toGroupKey(group), { ...group, count: group.count - count });
  }
  const without = unassessed.map((row) =>
    row.reason === SOURCE_PACKAGE_UNKNOWN ? row : { ...row, family: null, release: null, channel: null },
  );
  return [...left.values(), ...without].filter(({ count }) => count > 0).map(toMatched);
}

/** Clears the cache, because a component is identified differently now. */
export function clearSetGroupCache(): void {
  cachedGroups.clear();
}

const CACHED_GROUPS_MAX = 5_000;
const cachedGroups = new Map<string, Promise<GroupRow[]>>();

/** Evicts the least recently used entry. */
function cacheGroups(key: string, rows: GroupRow[]): void {
  cachedGroups.delete(key);
  cachedGroups.set(key, Promise.resolve(rows));
  const [oldest] = cachedGroups.keys();
  if (cachedGroups.size > CACHED_GROUPS_MAX && oldest !== undefined) cachedGroups.delete(oldest);
}

// Reads each component once, however many of the sets contain it. Sets are read as a whole (`offset 0`).
const listGroupRows = merged(async (tx: OrgTx, sets: readonly Buffer[]): Promise<GroupRow[][]> => {
  const { rows } = await sql<SetGroupRow>`
    with held as materialized (
      select sha256, component_id from component_set where org_id = ${tx.orgId} and sha256 = any(${sets}) offset 0
    ), identified as materialized (
      select c.id, c.not_checked as reason, ${IDENTIFIED_COLUMNS}
      from (select distinct component_id from held) s
      join component c on c.org_id = ${tx.orgId} and c.id = s.component_id
    )
    select encode(s.sha256, 'hex') as set, c.reason, c.family, c.release, c.channel, false as "isAffected", count(*)::int as count
    from held s join identified c on c.id = s.component_id
    group by s.sha256, 2, 3, 4, 5`.execute(tx.db);
  return toGroupsOfSets(rows, sets);
});

const listUnassessed = merged(async (tx: OrgTx, sets: readonly Buffer[]): Promise<GroupRow[][]> => {
  const { rows } = await sql<SetGroupRow>`
    with held as materialized (
      select sha256, component_id from component_set where org_id = ${tx.orgId} and sha256 = any(${sets}) offset 0
    ), unassessed as materialized (
      select c.id, m.unassessed as reason, ${IDENTIFIED_COLUMNS}
      from component_memo m join component c on c.org_id = m.org_id and c.id = m.component_id
      where m.org_id = ${tx.orgId} and m.unassessed is not null and c.not_checked is null
        and m.component_id = any(array(select distinct component_id from held))
    )
    select encode(s.sha256, 'hex') as set, c.reason, c.family, c.release, c.channel, false as "isAffected", count(*)::int as count
    from held s join unassessed c on c.id = s.component_id
    group by s.sha256, 2, 3, 4, 5`.execute(tx.db);
  return toGroupsOfSets(rows, sets);
});

type SetGroupRow = GroupRow & { readonly set: string };

function toGroupsOfSets(rows: readonly SetGroupRow[], sets: readonly Buffer[]): GroupRow[][] {
  const ofSet = Map.groupBy(rows, ({ set }) => set);
  return sets.map((set) => (ofSet.get(set.toString('hex')) ?? []).map(({ set: _set, ...row }) => row));
}

function toGroupKey({ reason, family, release, channel }: Omit<MatchedRow, 'isAffected'>): string {
  return JSON.stringify([reason, family, release, channel]);
}
