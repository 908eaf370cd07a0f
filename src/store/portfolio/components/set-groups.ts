/**
 * Counts the components of a set, grouped by the facts that determine whether they were checked. A set never changes, and its
 * components change only when another engine parses a document, so the counts are cached; only the components that the matcher
 * could not assess are read again.
 */
import { sql, type RawBuilder } from 'kysely';
import { SOURCE_PACKAGE_UNKNOWN, type MatchedComponent } from '../../../core/history/coverage.ts';
import type { OrgTx } from '../../database.ts';
import { IDENTIFIED_COLUMNS, toMatched, type MatchedRow } from './checked-reason.ts';
import { pipelined } from '../../pipelined.ts';
import { merged } from '../../shared-transactions.ts';

export type ComponentGroup = MatchedComponent & { readonly count: number };

type GroupRow = MatchedRow & { readonly count: number };

/**
 * Does not determine which components are affected. If the groups of a set `near` this one are cached, as those of the previous
 * build usually are, only the chunks are read that one of the two does not have.
 */
export async function countSetGroups(tx: OrgTx, set: Buffer, near?: Buffer): Promise<ComponentGroup[]> {
  const [known, unassessed] = await pipelined([
    findGroups(tx, set) ?? countGroups(tx, set, near),
    listUnassessed(tx, set),
  ]);
  cacheGroups(tx, set, known);
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

function findGroups(tx: OrgTx, set: Buffer): Promise<GroupRow[]> | undefined {
  return cachedGroups.get(toCacheKey(tx, set));
}

/** Evicts the least recently used entry. */
function cacheGroups(tx: OrgTx, set: Buffer, rows: GroupRow[]): void {
  const key = toCacheKey(tx, set);
  cachedGroups.delete(key);
  cachedGroups.set(key, Promise.resolve(rows));
  const [oldest] = cachedGroups.keys();
  if (cachedGroups.size > CACHED_GROUPS_MAX && oldest !== undefined) cachedGroups.delete(oldest);
}

function toCacheKey({ orgId }: OrgTx, set: Buffer): string {
  return `${orgId} ${set.toString('base64')}`;
}

async function countGroups(tx: OrgTx, set: Buffer, near: Buffer | undefined): Promise<GroupRow[]> {
  const known = near && (await findGroups(tx, near));
  if (near === undefined || known === undefined) return await listGroupRows(tx, set);
  const [changes, total] = await pipelined([listGroupChanges(tx, { from: near, to: set }), countMembers(tx, set)]);
  const groups = new Map(known.map((row) => [toGroupKey(row), row]));
  for (const row of changes) {
    const key = toGroupKey(row);
    groups.set(key, { ...row, count: row.count + (groups.get(key)?.count ?? 0) });
  }
  const rows = [...groups.values()].filter(({ count }) => count !== 0);
  // The other set may have been removed since it was counted.
  return rows.reduce((sum, { count }) => sum + count, 0) === total ? rows : await listGroupRows(tx, set);
}

/** Groups of the members that one of two sets does not have; negative for those of the first. */
async function listGroupChanges(
  tx: OrgTx,
  { from, to }: { readonly from: Buffer; readonly to: Buffer },
): Promise<GroupRow[]> {
  const chunksWithout = (set: Buffer, other: Buffer): RawBuilder<unknown> => sql`
    select chunk_sha256 from component_set_chunk where org_id = ${tx.orgId} and set_sha256 = ${set}
      and (chunk_sha256 in (select chunk_sha256 from component_set_chunk
        where org_id = ${tx.orgId} and set_sha256 = ${other})) is not true`;
  const { rows } = await sql<GroupRow>`
    select c.reason, c.family, c.release, c.channel, false as "isAffected", sum(k.sign)::int as count
    from (
      select chunk_sha256, 1 as sign from (${chunksWithout(to, from)}) added
      union all select chunk_sha256, -1 from (${chunksWithout(from, to)}) removed) k
    cross join lateral (
      select component_id as id from component_chunk where org_id = ${tx.orgId} and sha256 = k.chunk_sha256 offset 0) h
    cross join lateral (${groupOfComponent(tx)} limit 1) c
    group by 1, 2, 3, 4 having sum(k.sign) <> 0`.execute(tx.db);
  return rows;
}

async function countMembers(tx: OrgTx, set: Buffer): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select (l.start + (select count(*) from component_chunk
      where org_id = ${tx.orgId} and sha256 = l.chunk_sha256))::int as count
    from component_set_chunk l where l.org_id = ${tx.orgId} and l.set_sha256 = ${set}
    order by l.start desc limit 1`.execute(tx.db);
  return rows[0]?.count ?? 0;
}

/** The group of the component `h.id`. */
const groupOfComponent = (tx: OrgTx): RawBuilder<unknown> => sql`
  select c.not_checked as reason, ${IDENTIFIED_COLUMNS} from component c where c.org_id = ${tx.orgId} and c.id = h.id`;

/**
 * Reads each component once, however many of the sets contain it, by the primary key (`limit 1`): with any other join, an
 * organization without statistics would have each of its components compared with every other.
 */
const toGroupRows = (
  tx: OrgTx,
  sets: readonly Buffer[],
  component: RawBuilder<unknown>,
): RawBuilder<SetGroupRow> => sql`
  select encode(s.sha256, 'hex') as set, c.reason, c.family, c.release, c.channel, false as "isAffected", count(*)::int as count
  from (
    select component_id as id, array_agg(sha256) as sets from component_set
    where org_id = ${tx.orgId} and sha256 = any(${sets}) group by 1) h
  cross join lateral (${component} limit 1) c
  cross join unnest(h.sets) s(sha256)
  group by 1, 2, 3, 4, 5`;

const listGroupRows = merged(async (tx: OrgTx, sets: readonly Buffer[]): Promise<GroupRow[][]> => {
  return toGroupsOfSets((await toGroupRows(tx, sets, groupOfComponent(tx)).execute(tx.db)).rows, sets);
});

const listUnassessed = merged(async (tx: OrgTx, sets: readonly Buffer[]): Promise<GroupRow[][]> => {
  const component = sql`
    select m.unassessed as reason, ${IDENTIFIED_COLUMNS}
    from component_memo m join component c on c.org_id = ${tx.orgId} and c.id = m.component_id and c.not_checked is null
    where m.org_id = ${tx.orgId} and m.component_id = h.id and m.unassessed is not null`;
  return toGroupsOfSets((await toGroupRows(tx, sets, component).execute(tx.db)).rows, sets);
});

type SetGroupRow = GroupRow & { readonly set: string };

function toGroupsOfSets(rows: readonly SetGroupRow[], sets: readonly Buffer[]): GroupRow[][] {
  const ofSet = Map.groupBy(rows, ({ set }) => set);
  return sets.map((set) => (ofSet.get(set.toString('hex')) ?? []).map(({ set: _set, ...row }) => row));
}

function toGroupKey({ reason, family, release, channel }: Omit<MatchedRow, 'isAffected'>): string {
  return JSON.stringify([reason, family, release, channel]);
}
