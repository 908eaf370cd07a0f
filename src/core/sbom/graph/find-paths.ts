/**
 * Finds how a component was brought in, for display: a few shortest paths, one for each direct dependency that leads to it. All
 * paths are never listed, because their number can double with every level.
 */
import type { DependencyGraph } from './dependency-graph.ts';

/**
 * Paths from a root to the component at this index, shortest first, then by the rank of the direct dependency. Indexes into the
 * components; -1 is the subject. Empty if unreachable.
 */
export function findPaths(graph: DependencyGraph, index: number, pathsMax: number): readonly (readonly number[])[] {
  const target = index + 1;
  const way = findPathsToTarget(graph, target);
  const starts = [...listStarts(graph, target)].filter((node) => way.distances[node] !== -1);
  const sorted = starts.toSorted(
    (a, b) => (way.distances[a] ?? 0) - (way.distances[b] ?? 0) || compareNodes(graph, a, b),
  );
  return sorted.slice(0, pathsMax).map((start) => toPath(graph, way, start, target));
}

interface PathsToTarget {
  /** Steps to the target; -1 if there is no path. */
  readonly distances: Int32Array;
  /** The next node on the path. */
  readonly next: Int32Array;
}

function findPathsToTarget(graph: DependencyGraph, target: number): PathsToTarget {
  const { count, usedBy } = graph;
  const distances = new Int32Array(count + 1).fill(-1);
  const next = new Int32Array(count + 1).fill(-1);
  distances[target] = 0;
  const queue = [target];
  for (const node of queue) {
    for (const user of usedBy.of(node)) {
      if (distances[user] !== -1 || isBeforeDirect(graph, user)) continue;
      distances[user] = (distances[node] ?? 0) + 1;
      next[user] = node;
      queue.push(user);
    }
  }
  return { distances, next };
}

/** The direct dependencies; a target that is before them starts its own path. */
function* listStarts(graph: DependencyGraph, target: number): Iterable<number> {
  if (isBeforeDirect(graph, target)) {
    yield target;
    return;
  }
  for (let node = 1; node < graph.depths.length; node += 1) {
    if (graph.depths[node] === 1 && !isBeforeDirect(graph, node)) yield node;
  }
}

/** Roots and the groups below them: every path starts there, and none passes through them again. */
function isBeforeDirect({ groups, depths }: DependencyGraph, node: number): boolean {
  return depths[node] === 0 || (depths[node] === 1 && groups[node - 1] === 1);
}

function compareNodes({ ranks }: DependencyGraph, a: number, b: number): number {
  return (ranks?.[a - 1] ?? a) - (ranks?.[b - 1] ?? b) || a - b;
}

function toPath(
  { parents }: DependencyGraph,
  { next }: PathsToTarget,
  start: number,
  target: number,
): readonly number[] {
  const before: number[] = [];
  for (let node = parents[start] ?? -1; node !== -1; node = parents[node] ?? -1) before.push(node - 1);
  const path = before.toReversed();
  for (let node = start; node !== target; node = next[node] ?? target) path.push(node - 1);
  return [...path, target - 1];
}
