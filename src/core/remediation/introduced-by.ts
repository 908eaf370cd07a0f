/**
 * Finds what introduces a component: the exact set of direct dependencies that lead to it. It walks backwards from the component
 * once instead of listing paths, because their number can double with every level.
 */
import type { DependencyGraph } from '../sbom/graph/dependency-graph.ts';

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
