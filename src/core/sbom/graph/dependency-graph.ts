/**
 * The edges of an inventory as a graph, to find out what brings a component in. All algorithms are iterative and linear in the
 * edges, because a document may contain cycles, loops, chains of any length and several roots.
 *
 * Generators put packages below nodes that are not packages, such as the operating system of an image or a lock file. Such a
 * group does not count as a step, so that the packages of a lock file are direct.
 */
import type { Component, Inventory } from '../inventory.ts';

/** Everything that the graph needs, so that it can be kept without the components. */
export interface GraphSource extends Pick<Inventory, 'edges' | 'roots'> {
  readonly count: number;
  /** For each component, 1 if it only groups others. */
  readonly groups: Uint8Array;
  /** For each component its sort rank; document order if not given. */
  readonly ranks?: Int32Array;
}

type Source = Pick<Inventory, 'components' | 'edges' | 'roots'>;

export function toGraphSource({ components, edges, roots }: Source): GraphSource {
  const groups = Uint8Array.from(components, (component) => Number(isGroup(component)));
  return { count: components.length, edges, roots, groups };
}

/** Node 0 is a subject that is not a component, node 1 is the first component. */
export interface DependencyGraph extends Pick<GraphSource, 'count' | 'groups' | 'ranks'> {
  readonly uses: Adjacency;
  readonly usedBy: Adjacency;
  /**
   * Start of all paths: the roots that the document names, if any of them has dependencies; else nodes with dependencies that no
   * other node uses.
   */
  readonly roots: readonly number[];
  /** Steps from the nearest root; -1 if unreachable. */
  readonly depths: Int32Array;
  /** The previous node on a shortest path from a root; -1 for roots and unreachable nodes. */
  readonly parents: Int32Array;
}

export function toDependencyGraph({ edges, roots: stated, ...source }: GraphSource): DependencyGraph {
  const nodes = source.count + 1;
  const uses = toAdjacency(nodes, edges, 'from');
  const usedBy = toAdjacency(nodes, edges, 'to');
  const roots = findRoots(stated, uses, usedBy, nodes);
  return { ...source, uses, usedBy, roots, ...walk(source, uses, roots) };
}

/**
 * Missing: no edges. Partial: some components are unreachable from a root, or the document is known to be incomplete. Build tools
 * are not part of the software, so they need not be reachable.
 */
export function classifyGraph(source: Source, { isPartial }: { readonly isPartial: boolean }): Inventory['graph'] {
  if (source.edges.length === 0) return 'missing';
  if (isPartial) return 'partial';
  const { depths } = toDependencyGraph(toGraphSource(source));
  const isWhole = source.components.every(({ scope }, index) => depths[index + 1] !== -1 || scope === 'build');
  return isWhole ? 'complete' : 'partial';
}

/** Whether a component only groups packages. */
function isGroup({ purls, type }: Component): boolean {
  return purls.length === 0 && GROUP_TYPES.has(type);
}

const GROUP_TYPES: ReadonlySet<string> = new Set(['application', 'container', 'operating-system', 'platform']);

function findRoots(stated: Int32Array, uses: Adjacency, usedBy: Adjacency, nodes: number): readonly number[] {
  const named = Array.from(stated, (index) => index + 1);
  if (named.some((node) => uses.count(node) > 0)) return named;
  const roots: number[] = [];
  for (let node = 1; node < nodes; node += 1) {
    // A node without any edges is isolated and is not a root.
    if (usedBy.count(node) === 0 && uses.count(node) > 0) roots.push(node);
  }
  return roots;
}

/** Breadth-first. Nodes below a group get the depth of the group, so the current level grows during iteration. */
function walk(
  { count, groups }: Pick<GraphSource, 'count' | 'groups'>,
  uses: Adjacency,
  roots: readonly number[],
): Pick<DependencyGraph, 'depths' | 'parents'> {
  const depths = new Int32Array(count + 1).fill(-1);
  const parents = new Int32Array(count + 1).fill(-1);
  for (const root of roots) depths[root] = 0;
  let level = [...roots];
  for (let depth = 0; level.length > 0; depth += 1) {
    const below: number[] = [];
    for (const node of level) {
      const isFree = depth > 0 && groups[node - 1] === 1;
      const childDepth = isFree ? depth : depth + 1;
      for (const child of uses.of(node)) {
        const known = depths[child] ?? -1;
        if (known !== -1 && known <= childDepth) continue;
        depths[child] = childDepth;
        parents[child] = node;
        (isFree ? level : below).push(child);
      }
    }
    level = below;
  }
  return { depths, parents };
}

/** Adjacency lists of a graph, packed into two integer arrays. */
export interface Adjacency {
  /** The neighbors of a node, in edge order. */
  of(node: number): Int32Array;
  /** The neighbor at this position, from 0; undefined if there are fewer. */
  at(node: number, number: number): number | undefined;
  count(node: number): number;
}

/** `edges` are pairs of from and to, starting at -1; nodes start at 0. `by` selects which end of an edge is the node. */
export function toAdjacency(nodes: number, edges: Int32Array, by: 'from' | 'to'): Adjacency {
  const [near, far] = by === 'from' ? [0, 1] : [1, 0];
  const ends = new Int32Array(nodes + 1);
  for (let i = 0; i < edges.length; i += 2) {
    const after = (edges[i + near] ?? 0) + 2;
    ends[after] = (ends[after] ?? 0) + 1;
  }
  for (let node = 1; node <= nodes; node += 1) ends[node] = (ends[node] ?? 0) + (ends[node - 1] ?? 0);

  const neighbors = new Int32Array(edges.length / 2);
  const next = ends.slice();
  for (let i = 0; i < edges.length; i += 2) {
    const node = (edges[i + near] ?? 0) + 1;
    const at = next[node] ?? 0;
    neighbors[at] = (edges[i + far] ?? 0) + 1;
    next[node] = at + 1;
  }
  const count = (node: number): number => (ends[node + 1] ?? 0) - (ends[node] ?? 0);
  return {
    count,
    at: (node, number) => (number < count(node) ? neighbors[(ends[node] ?? 0) + number] : undefined),
    of: (node) => neighbors.subarray(ends[node], ends[node + 1]),
  };
}
