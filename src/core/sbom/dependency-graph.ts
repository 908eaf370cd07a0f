/**
 * Who brings a component in: the edges of an inventory as a graph. Everything is iterative and linear in the edges, because a
 * document may hold cycles, loops, chains of any length and several roots.
 *
 * Tools put packages below things that are no packages, such as the operating system of an image or a lock file. Such a group
 * is passed through without counting as a step, so that what a lock file names is direct.
 */
import { toAdjacency, type Adjacency } from './graph/adjacency.ts';
import type { Component, Inventory } from './inventory.ts';

export type GraphSource = Pick<Inventory, 'components' | 'edges' | 'roots'>;

/** Node 0 is a subject that is no component, node 1 the first component. */
export interface DependencyGraph {
  readonly components: readonly Component[];
  readonly uses: Adjacency;
  readonly usedBy: Adjacency;
  /** Where every path begins: what the document names, as far as it uses anything, else whatever nothing else uses. */
  readonly roots: readonly number[];
  /** Steps from the nearest root; -1 where none leads. */
  readonly depths: Int32Array;
  /** The node before, on a shortest way from a root; -1 for roots and what cannot be reached. */
  readonly parents: Int32Array;
}

export function toDependencyGraph({ components, edges, roots: stated }: GraphSource): DependencyGraph {
  const nodes = components.length + 1;
  const uses = toAdjacency(nodes, edges, 'from');
  const usedBy = toAdjacency(nodes, edges, 'to');
  const roots = findRoots(stated, uses, usedBy, nodes);
  return { components, uses, usedBy, roots, ...walk(components, uses, roots) };
}

/** Missing: no edges. Partial: some components cannot be reached from a root, or it is known that something is missing. */
export function labelGraph(source: GraphSource, { isPartial }: { readonly isPartial: boolean }): Inventory['graph'] {
  if (source.edges.length === 0) return 'missing';
  if (isPartial) return 'partial';
  const { depths } = toDependencyGraph(source);
  return depths.subarray(1).includes(-1) ? 'partial' : 'complete';
}

/**
 * For each component: true when it stands directly below a root or is one, false when something else brings it in, undefined
 * when no root leads to it. Undefined as a whole when there are no edges, because then nothing can be said.
 */
export function findDirect(source: GraphSource): readonly (boolean | undefined)[] | undefined {
  if (source.edges.length === 0) return undefined;
  const { depths } = toDependencyGraph(source);
  return source.components.map((_, index) => {
    const depth = depths[index + 1] ?? -1;
    return depth === -1 ? undefined : depth <= 1;
  });
}

/** Whether a node only holds packages together. */
export function isGroup(component: Component | undefined): boolean {
  return component !== undefined && component.purls.length === 0 && GROUP_TYPES.has(component.type);
}

const GROUP_TYPES: ReadonlySet<string> = new Set(['application', 'container', 'operating-system', 'platform']);

function findRoots(stated: Int32Array, uses: Adjacency, usedBy: Adjacency, nodes: number): readonly number[] {
  const named = Array.from(stated, (index) => index + 1);
  if (named.some((node) => uses.count(node) > 0)) return named;
  const roots: number[] = [];
  for (let node = 1; node < nodes; node += 1) {
    // What has no edges at all stands beside the graph, and is no root of it.
    if (usedBy.count(node) === 0 && uses.count(node) > 0) roots.push(node);
  }
  return roots;
}

/** Breadth first; what hangs below a group is found at the group's own depth, so the level grows while it is walked. */
function walk(
  components: readonly Component[],
  uses: Adjacency,
  roots: readonly number[],
): Pick<DependencyGraph, 'depths' | 'parents'> {
  const depths = new Int32Array(components.length + 1).fill(-1);
  const parents = new Int32Array(components.length + 1).fill(-1);
  for (const root of roots) depths[root] = 0;
  let level = [...roots];
  for (let depth = 0; level.length > 0; depth += 1) {
    const below: number[] = [];
    for (const node of level) {
      const isFree = depth > 0 && isGroup(components[node - 1]);
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
