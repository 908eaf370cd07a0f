/**
 * Who brings a component in: the edges of an inventory as a graph. Everything is iterative and linear in the edges, because a
 * document may hold cycles, loops, chains of any length and several roots.
 *
 * Tools put packages below things that are no packages, such as the operating system of an image or a lock file. Such a group
 * is passed through without counting as a step, so that what a lock file names is direct.
 */
import { toAdjacency, type Adjacency } from './graph/adjacency.ts';
import type { Component, Inventory } from './inventory.ts';

/** All that the graph needs to know: it can be kept without the components. */
export interface GraphSource extends Pick<Inventory, 'edges' | 'roots'> {
  readonly count: number;
  /** For each component 1 if it only holds others together. */
  readonly groups: Uint8Array;
  /** For each component its place among others; where it is not given, the order of the document. */
  readonly ranks?: Int32Array;
}

type Source = Pick<Inventory, 'components' | 'edges' | 'roots'>;

export function toGraphSource({ components, edges, roots }: Source): GraphSource {
  const groups = Uint8Array.from(components, (component) => Number(isGroup(component)));
  return { count: components.length, edges, roots, groups };
}

/** Node 0 is a subject that is no component, node 1 the first component. */
export interface DependencyGraph extends Pick<GraphSource, 'count' | 'groups' | 'ranks'> {
  readonly uses: Adjacency;
  readonly usedBy: Adjacency;
  /** Where every path begins: what the document names, as far as it uses anything, else whatever nothing else uses. */
  readonly roots: readonly number[];
  /** Steps from the nearest root; -1 where none leads. */
  readonly depths: Int32Array;
  /** The node before, on a shortest way from a root; -1 for roots and what cannot be reached. */
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
 * Missing: no edges. Partial: some components cannot be reached from a root, or it is known that something is missing. Tools that
 * built the software are not in it, so nothing has to lead there.
 */
export function labelGraph(source: Source, { isPartial }: { readonly isPartial: boolean }): Inventory['graph'] {
  if (source.edges.length === 0) return 'missing';
  if (isPartial) return 'partial';
  const { depths } = toDependencyGraph(toGraphSource(source));
  const isWhole = source.components.every(({ scope }, index) => depths[index + 1] !== -1 || scope === 'build');
  return isWhole ? 'complete' : 'partial';
}

/**
 * For each component: true when it stands directly below a root or is one, false when something else brings it in, undefined
 * when no root leads to it. Undefined as a whole when there are no edges, because then nothing can be said.
 */
export function findDirect(source: Source): readonly (boolean | undefined)[] | undefined {
  if (source.edges.length === 0) return undefined;
  const { depths } = toDependencyGraph(toGraphSource(source));
  return source.components.map((_, index) => {
    const depth = depths[index + 1] ?? -1;
    return depth === -1 ? undefined : depth <= 1;
  });
}

/** Whether a component only holds packages together. */
function isGroup({ purls, type }: Component): boolean {
  return purls.length === 0 && GROUP_TYPES.has(type);
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
