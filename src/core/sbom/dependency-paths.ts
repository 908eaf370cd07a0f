/**
 * How a component came in, for people: a few shortest paths, one for each direct dependency that leads to it. All paths are
 * never listed, there may be more of them than atoms.
 */
import { isGroup, type DependencyGraph } from './dependency-graph.ts';

/**
 * Paths from a root to the component at this index, shortest first, then by the name of the direct dependency. Indexes into the
 * components; -1 is the subject. Empty when no root leads there.
 */
export function findPaths(graph: DependencyGraph, index: number, pathsMax: number): readonly (readonly number[])[] {
  const target = index + 1;
  const way = findWays(graph, target);
  const starts = [...listStarts(graph, target)].filter((node) => way.distances[node] !== -1);
  const sorted = starts.toSorted(
    (a, b) => (way.distances[a] ?? 0) - (way.distances[b] ?? 0) || compareNodes(graph, a, b),
  );
  return sorted.slice(0, pathsMax).map((start) => toPath(graph, way, start, target));
}

interface Ways {
  /** Steps to the target; -1 where no way leads. */
  readonly distances: Int32Array;
  /** The next node on the way. */
  readonly next: Int32Array;
}

// No way leads through a root: what comes before it is not needed to get there.
function findWays({ components, usedBy, depths }: DependencyGraph, target: number): Ways {
  const distances = new Int32Array(components.length + 1).fill(-1);
  const next = new Int32Array(components.length + 1).fill(-1);
  distances[target] = 0;
  const queue = [target];
  for (const node of queue) {
    for (const user of usedBy.of(node)) {
      if (distances[user] !== -1 || depths[user] === 0) continue;
      distances[user] = (distances[node] ?? 0) + 1;
      next[user] = node;
      queue.push(user);
    }
  }
  return { distances, next };
}

/** The direct dependencies; a target that is itself a root or a group is where its own path begins. */
function* listStarts({ components, depths }: DependencyGraph, target: number): Iterable<number> {
  for (let node = 1; node < depths.length; node += 1) {
    const depth = depths[node] ?? -1;
    if (depth === 1 && (node === target || !isGroup(components[node - 1]))) yield node;
    else if (depth === 0 && node === target) yield node;
  }
}

function compareNodes({ components }: DependencyGraph, a: number, b: number): number {
  const [nameA, nameB] = [components[a - 1]?.name ?? '', components[b - 1]?.name ?? ''];
  return nameA < nameB ? -1 : Number(nameA > nameB) || a - b;
}

function toPath({ parents }: DependencyGraph, { next }: Ways, start: number, target: number): readonly number[] {
  const before: number[] = [];
  for (let node = parents[start] ?? -1; node !== -1; node = parents[node] ?? -1) before.push(node - 1);
  const path = before.toReversed();
  for (let node = start; node !== target; node = next[node] ?? target) path.push(node - 1);
  return [...path, target - 1];
}
