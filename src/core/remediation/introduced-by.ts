/**
 * Who brings a component in: the exact set of direct dependencies that lead to it, and a few ways for people to see. Everything is
 * one walk backwards from the component; all ways are never listed, because their number can double with every level.
 */
import { LIMITS } from '../limits.ts';
import type { DependencyGraph } from '../sbom/dependency-graph.ts';
import { findPaths } from '../sbom/graph/find-paths.ts';
import type { Inventory } from '../sbom/inventory.ts';

/** `flat`: the root lists every component, so that "direct" means "listed" and nothing more. */
export type GraphLabel = Inventory['graph'] | 'flat';

export interface Introduction {
  readonly label: GraphLabel;
  /** Undefined: nothing can be said. */
  readonly direct: boolean | undefined;
  /** Indexes of direct dependencies, by their rank; the component itself where it is one. */
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

/** `label` is that of the inventory which the graph was made of. */
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

/** Everything that can be reached stands directly below a root, and that is more than one thing. */
function isFlat({ depths }: Pick<DependencyGraph, 'depths'>): boolean {
  let direct = 0;
  for (const depth of depths) {
    if (depth > 1) return false;
    if (depth === 1) direct += 1;
  }
  return direct > 1;
}

/** Direct dependencies from which a way leads to the component without passing a root again. */
export function findIntroducers(graph: DependencyGraph, index: number): readonly number[] {
  const { usedBy, depths, count, ranks } = graph;
  const target = index + 1;
  const isSeen = new Uint8Array(count + 1);
  isSeen[target] = 1;
  const introducers: number[] = [];
  const queue = [target];
  for (const node of queue) {
    if (isStart(graph, node)) introducers.push(node - 1);
    for (const user of usedBy.of(node)) {
      if (isSeen[user] === 1 || depths[user] === 0 || isGroupBelowRoot(graph, user)) continue;
      isSeen[user] = 1;
      queue.push(user);
    }
  }
  return introducers.toSorted((a, b) => (ranks?.[a] ?? a) - (ranks?.[b] ?? b) || a - b);
}

function isStart(graph: DependencyGraph, node: number): boolean {
  return graph.depths[node] === 1 && !isGroupBelowRoot(graph, node);
}

// A lock file below the root is no step: what it lists is direct.
function isGroupBelowRoot({ depths, groups }: DependencyGraph, node: number): boolean {
  return depths[node] === 1 && groups[node - 1] === 1;
}

/** Along the levels of the walk: a node is reached in as many ways as those one step nearer to the component. */
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

/** What one document says about who brings a component in. */
export interface IntroducedIn<Origin> {
  readonly origin: Origin;
  readonly introducedBy: readonly string[];
}

/** Over all documents that hold the component: each direct dependency once, with where it does so. */
export function mergeIntroducers<Origin>(
  documents: readonly IntroducedIn<Origin>[],
): readonly { readonly name: string; readonly origins: readonly Origin[] }[] {
  const origins = new Map<string, Origin[]>();
  for (const { origin, introducedBy } of documents) {
    for (const name of new Set(introducedBy)) origins.set(name, [...(origins.get(name) ?? []), origin]);
  }
  return [...origins].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([name, each]) => ({ name, origins: each }));
}
