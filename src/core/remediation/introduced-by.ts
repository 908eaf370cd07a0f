/**
 * Finds what introduces a component: the exact set of direct dependencies that lead to it, and a few sample paths. It walks
 * backwards from the component once; not all paths are listed, because their number can double with every level.
 */
import { LIMITS } from '../limits.ts';
import type { DependencyGraph } from '../sbom/graph/dependency-graph.ts';
import { findPaths } from '../sbom/graph/find-paths.ts';
import type { Inventory } from '../sbom/inventory.ts';

/** `flat`: the root lists every component, so "direct" means only "listed". */
export type GraphLabel = Inventory['graph'] | 'flat';

export interface Introduction {
  readonly label: GraphLabel;
  /** Undefined: unknown. */
  readonly direct: boolean | undefined;
  /** Indexes of direct dependencies, sorted by rank; includes the component itself if it is direct. */
  readonly introducedBy: readonly number[];
  /** Indexes from a root to the component, -1 being the subject; shortest first, one for each direct dependency. */
  readonly paths: readonly (readonly number[])[];
  readonly shortestPaths: { readonly count: number; readonly isOrMore: boolean };
}

const UNKNOWN: Omit<Introduction, 'label'> = {
  direct: undefined,
  introducedBy: [],
  paths: [],
  shortestPaths: { count: 0, isOrMore: false },
};

/** `label` is the label of the inventory that the graph was built from. */
export function findIntroduction(graph: DependencyGraph, label: Inventory['graph'], index: number): Introduction {
  if (label === 'missing') return { label, ...UNKNOWN };
  const shown = isFlat(graph) ? 'flat' : label;
  const depth = graph.depths[index + 1] ?? -1;
  if (depth === -1) return { label: shown, ...UNKNOWN };
  return {
    label: shown,
    direct: depth <= 1,
    introducedBy: findIntroducers(graph, index),
    paths: findPaths(graph, index, LIMITS.remediationPathsMax),
    shortestPaths: countShortest(graph, index),
  };
}

/** All reachable components are directly below a root, and there is more than one. */
function isFlat({ depths }: Pick<DependencyGraph, 'depths'>): boolean {
  let direct = 0;
  for (const depth of depths) {
    if (depth > 1) return false;
    if (depth === 1) direct += 1;
  }
  return direct > 1;
}

/** Returns the direct dependencies with a path to the component that does not pass through a root. */
export function findIntroducers(graph: DependencyGraph, index: number): readonly number[] {
  const { usedBy, depths, count, ranks } = graph;
  const target = index + 1;
  const isSeen = new Uint8Array(count + 1);
  isSeen[target] = 1;
  const introducers: number[] = [];
  const queue = [target];
  for (const node of queue) {
    if (depths[node] === 1 && !isRootOrGroup(graph, node)) introducers.push(node - 1);
    for (const user of usedBy.of(node)) {
      if (isSeen[user] === 1 || isRootOrGroup(graph, user)) continue;
      isSeen[user] = 1;
      queue.push(user);
    }
  }
  return introducers.toSorted((a, b) => (ranks?.[a] ?? a) - (ranks?.[b] ?? b) || a - b);
}

/** A group directly below a root, such as a lock file, does not count as a level: the packages it lists are direct. */
function isRootOrGroup({ depths, groups }: DependencyGraph, node: number): boolean {
  return depths[node] === 0 || (depths[node] === 1 && groups[node - 1] === 1);
}

/** Counts level by level: the number of paths of a node is the sum over its neighbors one step closer to the component. */
function countShortest({ usedBy, count: size, depths }: DependencyGraph, index: number): Introduction['shortestPaths'] {
  const max = LIMITS.remediationPathsCountedMax;
  const distances = new Int32Array(size + 1).fill(-1);
  const ways = new Float64Array(size + 1);
  distances[index + 1] = 0;
  ways[index + 1] = 1;
  let count = 0;
  let level = [index + 1];
  while (level.length > 0) {
    for (const node of level) if (depths[node] === 0) count = Math.min(max, count + (ways[node] ?? 0));
    if (count > 0) break;
    const above: number[] = [];
    for (const node of level) {
      for (const user of usedBy.of(node)) {
        if (distances[user] === -1) {
          distances[user] = (distances[node] ?? 0) + 1;
          above.push(user);
        }
        if (distances[user] === (distances[node] ?? 0) + 1)
          ways[user] = Math.min(max, (ways[user] ?? 0) + (ways[node] ?? 0));
      }
    }
    level = above;
  }
  return { count, isOrMore: count >= max };
}

/** The direct dependencies that introduce a component according to one document. */
export interface IntroducedIn<Origin> {
  readonly origin: Origin;
  readonly introducedBy: readonly string[];
}

/** Merges all documents that contain the component: each direct dependency once, with its documents. */
export function mergeIntroducers<Origin>(
  documents: readonly IntroducedIn<Origin>[],
): readonly { readonly name: string; readonly origins: readonly Origin[] }[] {
  const origins = new Map<string, Origin[]>();
  for (const { origin, introducedBy } of documents) {
    for (const name of new Set(introducedBy)) origins.set(name, [...(origins.get(name) ?? []), origin]);
  }
  return [...origins].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([name, each]) => ({ name, origins: each }));
}

/**
 * Decides whether a component is a direct dependency. Many tools list all components below the root, or below a lock file, so
 * that "direct" would only mean "listed". In such a list only components that no other listed component needs are known to be
 * direct. Takes a node; undefined: unknown. Not called for nodes below no root.
 */
export type DirectDependencyCheck = (node: number) => boolean | undefined;

/** The components that a root, or a group below it, lists. */
interface ComponentList {
  /** All components that it leads to are on the list, and there is more than one. */
  readonly isFlat: boolean;
  /** A listed component needs another listed component. */
  readonly hasNeeds: boolean;
}

export function createDirectDependencyCheck(graph: DependencyGraph): DirectDependencyCheck {
  const { usedBy, depths } = graph;
  const lists = new Map<number, ComponentList>();
  const listOf = (holder: number): ComponentList => {
    const known = lists.get(holder) ?? analyzeList(graph, holder);
    lists.set(holder, known);
    return known;
  };
  return (node) => {
    const depth = depths[node] ?? -1;
    if (depth !== 1) return depth === 0;
    const users = [...usedBy.of(node)];
    const holders = users.filter((user) => isRootOrGroup(graph, user));
    if (holders.some((holder) => !listOf(holder).isFlat)) return true;
    const isNeeded = holders.length < users.length;
    return !isNeeded && holders.some((holder) => listOf(holder).hasNeeds) ? true : undefined;
  };
}

function analyzeList(graph: DependencyGraph, holder: number): ComponentList {
  const { uses } = graph;
  const listed = new Set([...uses.of(holder)].filter((node) => !isRootOrGroup(graph, node)));
  let hasNeeds = false;
  for (const node of listed) {
    for (const needed of uses.of(node)) {
      if (needed === node || isRootOrGroup(graph, needed)) continue;
      if (!listed.has(needed)) return { isFlat: false, hasNeeds: true };
      hasNeeds = true;
    }
  }
  return { isFlat: listed.size > 1, hasNeeds };
}
