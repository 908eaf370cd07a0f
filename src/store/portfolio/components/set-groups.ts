/**
 * Counts the components of a set, grouped by the facts that determine whether they were checked. A set never changes, and its
 * components change only when another engine parses a document, so the counts are cached; only the components that the matcher
 * could not assess are read again.
 */
import { sql, type RawBuilder } from 'kysely';
import { SOURCE_PACKAGE_UNKNOWN, type MatchedComponent } from '../../../core/history/coverage.ts';
import type { MemberGroup } from '../../../core/match/components/count-groups.ts';
import type { OrgTx } from '../../database.ts';
import { IDENTIFIED_COLUMNS, toMatched, type MatchedRow } from './checked-reason.ts';
import { pipelined } from '../../pipelined.ts';
import { merged } from '../../shared-transactions.ts';

export type ComponentGroup = MatchedComponent & { readonly count: number };

type GroupRow = MatchedRow & { readonly count: number };

/** Does not determine which components are affected. */
export async function countSetGroups(tx: OrgTx, set: Buffer): Promise<ComponentGroup[]> {
  const key = toSetKey(tx.orgId, set);
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

/** For a set that was just stored, whose components were counted when its document was parsed. */
export function rememberSetGroups(orgId: string, set: Buffer, groups: readonly MemberGroup[]): void {
  cacheGroups(
    toSetKey(orgId, set),
    groups.map((group) => ({ ...group, isAffected: false })),
  );
}

function toSetKey(orgId: string, set: Buffer): string {
  return `${orgId} ${set.toString('base64')}`;
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

/**
 * Counts the members `h(component_id, sets)` by their facts. Reads each component once, however many of the sets contain it, by the
 * primary key (`limit 1`): with any other join, an organization without statistics would have each of its components compared
 * with every other.
 */
const toGroupRows = (members: RawBuilder<unknown>, component: RawBuilder<unknown>): RawBuilder<SetGroupRow> => sql`
  select encode(s.sha256, 'hex') as set, c.reason, c.family, c.release, c.channel, false as "isAffected", count(*)::int as count
  from (select component_id as id, array_agg(sha256) as sets from (${members}) m group by 1) h
  cross join lateral (${component} limit 1) c
  cross join unnest(h.sets) s(sha256)
  group by 1, 2, 3, 4, 5`;

const membersOf = (tx: OrgTx, sets: readonly Buffer[]): RawBuilder<unknown> => sql`
  select component_id, sha256 from component_set where org_id = ${tx.orgId} and sha256 = any(${sets})`;

const listGroupRows = merged(async (tx: OrgTx, sets: readonly Buffer[]): Promise<GroupRow[][]> => {
  const component = sql`
    select c.not_checked as reason, ${IDENTIFIED_COLUMNS} from component c where c.org_id = ${tx.orgId} and c.id = h.id`;
  return toGroupsOfSets((await toGroupRows(membersOf(tx, sets), component).execute(tx.db)).rows, sets);
});

/**
 * Usually there are none, so that members are only looked up in an index of such memos, each chunk once. The sets are read in full
 * if one was found. `is true` keeps one hashed lookup per member.
 */
const listUnassessed = merged(async (tx: OrgTx, sets: readonly Buffer[]): Promise<GroupRow[][]> => {
  const members = sql`
    select * from (${membersOf(tx, sets)} and exists (select from unassessed) offset 0) m
    where (m.component_id in (select component_id from unassessed)) is true`;
  const component = sql`
    select m.unassessed as reason, ${IDENTIFIED_COLUMNS}
    from component_memo m join component c on c.org_id = ${tx.orgId} and c.id = m.component_id and c.not_checked is null
    where m.org_id = ${tx.orgId} and m.component_id = h.id and m.unassessed is not null`;
  const { rows } = await sql<SetGroupRow>`
    with unassessed as materialized (
      select component_id from component_memo
      where org_id = ${tx.orgId} and unassessed is not null and component_id = any(array(
        select component_id from component_chunk where org_id = ${tx.orgId} and sha256 = any(array(
          select chunk_sha256 from component_set_chunk where org_id = ${tx.orgId} and set_sha256 = any(${sets})))))
    )
    ${toGroupRows(members, component)}`.execute(tx.db);
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
