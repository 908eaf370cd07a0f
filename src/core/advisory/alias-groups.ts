/**
 * Which ids speak of the same vulnerability. Aliases are symmetric and transitive, so the groups are the connected parts of
 * one graph over all sources; the answer for an id depends on nothing outside its own part, and never on an order. One wrong
 * alias can tie unrelated vulnerabilities together: a record that names many CVE ids, or more ids than a group may have, ties
 * nothing, and a part that has grown beyond belief falls apart into single ids.
 */
import { canonicalIdOf, isCveId } from '../identity/vulnerability-id.ts';
import { LIMITS } from '../limits.ts';

/** As much of an advisory as grouping reads; copies of one id from several sources are several of these. */
export interface AliasRecord {
  readonly id: string;
  readonly aliases: readonly string[];
}

export interface AliasGroup {
  /** The text of the canonical id. */
  readonly groupId: string;
  readonly canonicalId: string;
  /** Sorted; at most `LIMITS.aliasGroupIdsMax`. */
  readonly ids: readonly string[];
  /** The aliases of this id lead to too many others to be believed: it stays alone. */
  readonly polluted: boolean;
}

/**
 * Every id of the records, with its group. The records are all there are, or a closed part of them: with each record those
 * that share one of its `linkedIds`.
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
      for (const id of ids) groups.set(id, groupAlone(id, true));
      continue;
    }
    const canonicalId = canonicalIdOf(ids);
    const group = { groupId: canonicalId, canonicalId, ids: ids.toSorted(), polluted: false };
    for (const id of ids) groups.set(id, group);
  }
  return groups;
}

/** The group of one record, given all records that its linked ids lead to, directly or through others. */
export function groupOf(record: AliasRecord, neighbors: Iterable<AliasRecord>): AliasGroup {
  return groupAliases([record, ...neighbors]).get(record.id) ?? groupAlone(record.id, false);
}

/** The record's own id first, then the ids that it ties to it. */
export function linkedIds({ id, aliases }: AliasRecord): readonly [string, ...string[]] {
  const ids = new Set([id, ...aliases]);
  let cveIds = 0;
  for (const each of ids) if (isCveId(each)) cveIds += 1;
  const isTooMany = ids.size > LIMITS.aliasGroupIdsMax || cveIds > LIMITS.aliasCveIdsMax;
  return isTooMany ? [id] : [id, ...[...ids].slice(1)];
}

export function groupAlone(id: string, polluted: boolean): AliasGroup {
  return { groupId: id, canonicalId: id, ids: [id], polluted };
}

// Halving the path on the way keeps the trees flat without recursion.
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
