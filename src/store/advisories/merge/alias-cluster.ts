/**
 * Reads the component of the alias graph around some ids, until it is complete or has more ids than a group may have. In that
 * case reading stops and each of its ids becomes a group of its own, however large the component is.
 */
import { sql } from 'kysely';
import { linkedIds } from '../../../core/advisory/alias-groups.ts';
import { LIMITS } from '../../../core/limits.ts';
import type { ReferenceTx } from '../../database.ts';
import type { DirectoryKey } from '../directories.ts';

export interface LinkedRecord extends RecordKey {
  readonly aliases: readonly string[];
  readonly upstream: readonly string[];
  readonly groupIds: readonly string[];
  readonly tooManyAliases: boolean;
}

interface RecordKey extends DirectoryKey {
  readonly id: string;
}

export interface AliasCluster {
  /** Ids of the records, and requested ids that no record has any more. */
  readonly ids: ReadonlySet<string>;
  /** Ids that are connected to too many others. */
  readonly oversized: ReadonlySet<string>;
  readonly records: readonly LinkedRecord[];
}

/** If more records than this name one id, the group is too large, even if each record has copies. */
const NEIGHBORS_MAX = 1_000;

export async function findAliasCluster(tx: ReferenceTx, touchedIds: readonly string[]): Promise<AliasCluster> {
  const parts = createUnionFind();
  const records = new Map<string, LinkedRecord>();
  let frontier = touchedIds.filter(parts.add);
  while (frontier.length > 0) {
    const { keys, crowded } = await findNeighbors(tx, frontier);
    for (const id of crowded) parts.enlarge(id);
    const reached: string[] = [];
    for (const record of await listRecords(
      tx,
      keys.filter((key) => !records.has(keyOf(key))),
    )) {
      const linked = linkedIds(record);
      // A record that names too many ids connects nothing and is found only because it names one of them.
      if (!linked.some(parts.has)) continue;
      records.set(keyOf(record), record);
      reached.push(...linked.filter(parts.add));
      parts.connect(linked);
    }
    frontier = reached.filter((id) => !parts.isOversized(id));
    // When a group becomes too large, all of its former members are split up, including those that were not reached.
    if (frontier.length === 0) frontier = (await listFormerMembers(tx, parts.listOversized())).filter(parts.add);
  }
  const oversized = new Set(parts.listOversized());
  const own = await findOwnRecords(tx, [...oversized]);
  for (const record of await listRecords(
    tx,
    own.filter((key) => !records.has(keyOf(key))),
  )) {
    records.set(keyOf(record), record);
  }
  return { ids: new Set(parts.ids()), oversized, records: [...records.values()] };
}

/** Returns records outside of the part that cover one of its vulnerabilities: they change their groups with it. */
export async function listCoveringRecords(tx: ReferenceTx, part: AliasCluster): Promise<LinkedRecord[]> {
  const inside = new Set(part.records.map(keyOf));
  const { rows } = await sql<RecordKey>`
    select distinct r.source, r.directory, r.id
    from unnest(${[...part.ids]}::text[]) i(id) join advisory_record r on r.upstream @> array[i.id]`.execute(tx.db);
  return await listRecords(
    tx,
    rows.filter((key) => !inside.has(keyOf(key))),
  );
}

interface Neighbors {
  /** Keys of records that have one of the ids or name it as an alias, each once. */
  readonly keys: readonly RecordKey[];
  /** Ids that too many records name. */
  readonly crowded: readonly string[];
}

async function findNeighbors(tx: ReferenceTx, ids: readonly string[]): Promise<Neighbors> {
  // One containment query per id: for one large overlap, the index compares every record found with all ids.
  const { rows } = await sql<RecordKey & { via: string }>`
    select i.id as via, r.source, r.directory, r.id from unnest(${ids}::text[]) i(id) cross join lateral (
      select source, directory, id from advisory_record
      where aliases @> array[i.id] and cardinality(aliases) < ${LIMITS.aliasGroupIdsMax}
      limit ${NEIGHBORS_MAX}) r`.execute(tx.db);
  const own = await findOwnRecords(tx, ids);
  const keys = new Map(own.map((key) => [keyOf(key), key]));
  const counts = new Map<string, number>();
  for (const { via, ...key } of rows) {
    keys.set(keyOf(key), key);
    counts.set(via, (counts.get(via) ?? 0) + 1);
  }
  return {
    keys: [...keys.values()],
    crowded: [...counts].filter(([, count]) => count >= NEIGHBORS_MAX).map(([id]) => id),
  };
}

async function findOwnRecords(tx: ReferenceTx, ids: readonly string[]): Promise<RecordKey[]> {
  const { rows } = await sql<RecordKey>`
    select r.source, r.directory, r.id from unnest(${ids}::text[]) i(id) join advisory_record r on r.id = i.id`.execute(
    tx.db,
  );
  return rows;
}

async function listFormerMembers(tx: ReferenceTx, ids: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct m.id from alias a join alias m on m.group_id = a.group_id where a.id = any(${ids}::text[])`.execute(
    tx.db,
  );
  return rows.map(({ id }) => id);
}

/** Reads each record once, because its arrays may be long. */
async function listRecords(tx: ReferenceTx, keys: readonly RecordKey[]): Promise<LinkedRecord[]> {
  if (keys.length === 0) return [];
  const { rows } = await sql<LinkedRecord>`
    select r.source, r.directory, r.id, r.aliases, r.upstream, r.group_ids as "groupIds", r.too_many_aliases as "tooManyAliases"
    from unnest(${keys.map(({ source }) => source)}::text[], ${keys.map(({ directory }) => directory)}::text[],
      ${keys.map(({ id }) => id)}::text[]) k(source, directory, id)
    join advisory_record r on r.source = k.source and r.directory = k.directory and r.id = k.id`.execute(tx.db);
  return rows;
}

interface UnionFind {
  has(this: void, id: string): boolean;
  /** Returns false if the id is already present. */
  add(this: void, id: string): boolean;
  connect(ids: readonly string[]): void;
  /** Marks the part of the id as oversized. */
  enlarge(id: string): void;
  isOversized(id: string): boolean;
  listOversized(): string[];
  ids(): Iterable<string>;
}

/** Connected ids (union-find): the members of a part share one array, and the larger part absorbs the smaller one. */
function createUnionFind(): UnionFind {
  const partOf = new Map<string, { readonly members: string[]; isCrowded: boolean }>();
  const isOversized = (id: string): boolean => {
    const part = partOf.get(id);
    return part !== undefined && (part.isCrowded || part.members.length > LIMITS.aliasGroupIdsMax);
  };
  return {
    has: (id) => partOf.has(id),
    add: (id) => {
      if (partOf.has(id)) return false;
      partOf.set(id, { members: [id], isCrowded: false });
      return true;
    },
    connect: ([first = '', ...others]) => {
      for (const other of others) {
        const [a, b] = [partOf.get(first), partOf.get(other)];
        if (a === undefined || b === undefined || a === b) continue;
        const [large, small] = a.members.length < b.members.length ? [b, a] : [a, b];
        large.isCrowded ||= small.isCrowded;
        for (const id of small.members) {
          large.members.push(id);
          partOf.set(id, large);
        }
      }
    },
    enlarge: (id) => {
      const part = partOf.get(id);
      if (part !== undefined) part.isCrowded = true;
    },
    isOversized,
    listOversized: () => [...partOf.keys()].filter(isOversized),
    ids: () => partOf.keys(),
  };
}

function keyOf({ source, directory, id }: RecordKey): string {
  return [source, directory, id].join('\u{1F}');
}
