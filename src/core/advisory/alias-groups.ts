/**
 * Groups ids of the same vulnerability. Aliases are symmetric and transitive, so the groups are the connected components of one
 * graph over all sources; the group of an id depends only on its own component, never on the order of the records. One wrong
 * alias can connect unrelated vulnerabilities: the aliases of a record with many CVE ids, or with more ids than a group may have,
 * are ignored, and a component that is too large is split into single ids.
 */
import { canonicalIdOf, isCveId } from '../identity/vulnerability-id.ts';
import { LIMITS } from '../limits.ts';

/** The part of an advisory that grouping uses. Copies of one id from several sources are separate records. */
export interface AliasRecord {
  readonly id: string;
  readonly aliases: readonly string[];
}

export interface AliasGroup {
  /** Equal to the canonical id. */
  readonly groupId: string;
  readonly canonicalId: string;
  /** Sorted; at most `LIMITS.aliasGroupIdsMax`. */
  readonly ids: readonly string[];
  /** The aliases of this id lead to too many other ids to be trusted, so it stays alone. */
  readonly tooManyAliases: boolean;
}

/**
 * Returns the group of every id in the records. The records must be complete, or closed: for each record, they include all
 * records that share one of its `linkedIds`.
 */
export function groupAliases(records: Iterable<AliasRecord>): ReadonlyMap<string, AliasGroup> {
  const forest = new Map<string, string>();
  for (const record of records) {
    const [first, ...others] = linkedIds(record);
    const root = rootOf(forest, first);
    for (const other of others) forest.set(rootOf(forest, other), root);
  }

  const parts = Map.groupBy(forest.keys(), (id) => rootOf(forest, id));
  const groups = new Map<string, AliasGroup>();
  for (const ids of parts.values()) {
    if (ids.length > LIMITS.aliasGroupIdsMax) {
      for (const id of ids) groups.set(id, toSingleIdGroup(id, true));
      continue;
    }
    const canonicalId = canonicalIdOf(ids);
    const group = { groupId: canonicalId, canonicalId, ids: ids.toSorted(), tooManyAliases: false };
    for (const id of ids) groups.set(id, group);
  }
  return groups;
}

/** Returns the group of one record, given all records that its linked ids lead to, directly or through others. */
export function groupOf(record: AliasRecord, neighbors: Iterable<AliasRecord>): AliasGroup {
  return groupAliases([record, ...neighbors]).get(record.id) ?? toSingleIdGroup(record.id, false);
}

/** Returns the record's own id first, then the ids that it is linked with. */
export function linkedIds({ id, aliases }: AliasRecord): readonly [string, ...string[]] {
  const ids = new Set([id, ...aliases]);
  let cveIds = 0;
  for (const each of ids) if (isCveId(each)) cveIds += 1;
  const isTooMany = ids.size > LIMITS.aliasGroupIdsMax || cveIds > LIMITS.aliasCveIdsMax;
  return isTooMany ? [id] : [id, ...[...ids].slice(1)];
}

export function toSingleIdGroup(id: string, tooManyAliases: boolean): AliasGroup {
  return { groupId: id, canonicalId: id, ids: [id], tooManyAliases };
}

// Path halving keeps the trees flat without recursion.
function rootOf(parents: Map<string, string>, id: string): string {
  let current = id;
  for (;;) {
    const parent = parents.get(current);
    if (parent === undefined) {
      parents.set(current, current);
      return current;
    }
    if (parent === current) return current;
    const grandparent = parents.get(parent) ?? parent;
    parents.set(current, grandparent);
    current = grandparent;
  }
}
