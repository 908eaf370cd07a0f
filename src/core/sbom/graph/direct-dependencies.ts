/** Whether a document shows that a component is a direct dependency of its subject. */
import type { Inventory } from '../inventory.ts';
import { toDependencyGraph, toGraphSource, type DependencyGraph } from './dependency-graph.ts';

/**
 * For each component: true if it is a root or a direct dependency, false if another component brings it in, null if the document
 * does not say, undefined if it is unreachable. Undefined as a whole if there are no edges.
 */
export function findDirect(
  source: Pick<Inventory, 'components' | 'edges' | 'roots'>,
): readonly (boolean | null | undefined)[] | undefined {
  if (source.edges.length === 0) return undefined;
  const graph = toDependencyGraph(toGraphSource(source));
  const isDirect = createDirectDependencyCheck(graph);
  return source.components.map((_, index) =>
    graph.depths[index + 1] === -1 ? undefined : (isDirect(index + 1) ?? null),
  );
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

/** A group directly below a root, such as a lock file, does not count as a level: the packages it lists are direct. */
export function isRootOrGroup({ depths, groups }: DependencyGraph, node: number): boolean {
  return depths[node] === 0 || (depths[node] === 1 && groups[node - 1] === 1);
}
