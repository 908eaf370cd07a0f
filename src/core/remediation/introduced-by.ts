/**
 * Finds what introduces a component: the exact set of direct dependencies that lead to it. It walks backwards from the component
 * once instead of listing paths, because their number can double with every level.
 */
import type { DependencyGraph } from '../sbom/graph/dependency-graph.ts';
import { isRootOrGroup } from '../sbom/graph/direct-dependencies.ts';

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
