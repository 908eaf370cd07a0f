/** Scopes of components: computed from the scopes of edges, corrected by the graph, and combined. */
import { toAdjacency, type Adjacency } from './dependency-graph.ts';
import { COMPONENT_SCOPES, type ComponentScope } from '../../vocabulary/sbom.ts';
import type { Inventory } from '../inventory.ts';

interface ScopedGraph {
  /** Nodes start at 0; in edges and roots, -1 is a subject that is not a component. */
  readonly nodeCount: number;
  /** Consecutive pairs of from and to, by the scope of the edge. */
  readonly edges: ReadonlyMap<ComponentScope, Int32Array>;
  /** Roots that the document names. */
  readonly roots: Iterable<number>;
}

/**
 * Computes the scope of each component from the scopes of the edges; an isolated node is `unknown`. A path has the scope of its
 * weakest edge, and a component has the scope of its best path. Dependencies of a test library are test dependencies, unless another
 * component requires them. Linear in the edges: nodes are processed from most to least needed, each once.
 */
export function propagateScopes({ nodeCount, edges, roots }: ScopedGraph): readonly ComponentScope[] {
  const steps = [...edges].map(([scope, pairs]) => ({
    rank: COMPONENT_SCOPES.indexOf(scope),
    next: toAdjacency(nodeCount + 1, pairs, 'from'),
  }));
  // As in an adjacency, the subject comes before the first node.
  const ranks = new Int8Array(nodeCount + 1).fill(NOT_REACHED);
  propagate(ranks, steps, [...roots, ...findStartNodes(nodeCount, edges)]);
  // The remaining nodes are in cycles that nothing leads to. None of them is first, so all of them are starts.
  propagate(ranks, steps, findUnreached(ranks));
  const isAlone = findIsolated(nodeCount, edges);
  return Array.from(isAlone, (alone, node) =>
    alone === 1 ? 'unknown' : (COMPONENT_SCOPES[ranks[node + 1] ?? 0] ?? 'unknown'),
  );
}

const NOT_REACHED = COMPONENT_SCOPES.length;

interface Step {
  readonly rank: number;
  readonly next: Adjacency;
}

/** Lowers the rank of everything reachable from the given nodes, which themselves get the best rank. */
function propagate(ranks: Int8Array, steps: readonly Step[], from: Iterable<number>): void {
  const buckets: number[][] = COMPONENT_SCOPES.map(() => []);
  const reach = (node: number, rank: number): void => {
    if (rank >= (ranks[node + 1] ?? 0)) return;
    ranks[node + 1] = rank;
    buckets[rank]?.push(node);
  };
  for (const node of from) reach(node, 0);
  for (const [rank, bucket] of buckets.entries()) {
    // A bucket grows during iteration; a node that has since got a better rank is already done.
    for (const node of bucket) {
      if (ranks[node + 1] !== rank) continue;
      for (const step of steps) {
        for (const to of step.next.of(node + 1)) reach(to - 1, Math.max(rank, step.rank));
      }
    }
  }
}

/** Nodes with outgoing but no incoming edges: the starts in a document that names no roots, or not all of them. */
function* findStartNodes(nodeCount: number, edges: ScopedGraph['edges']): Iterable<number> {
  const isLedTo = new Uint8Array(nodeCount);
  const leads = new Uint8Array(nodeCount);
  for (const pairs of edges.values()) {
    for (let i = 0; i < pairs.length; i += 2) {
      leads[pairs[i] ?? 0] = 1;
      isLedTo[pairs[i + 1] ?? 0] = 1;
    }
  }
  for (let node = 0; node < nodeCount; node += 1) if (leads[node] === 1 && isLedTo[node] === 0) yield node;
}

function* findUnreached(ranks: Int8Array): Iterable<number> {
  for (const [i, rank] of ranks.entries()) if (rank === NOT_REACHED) yield i - 1;
}

function findIsolated(nodeCount: number, edges: ScopedGraph['edges']): Uint8Array {
  const isAlone = new Uint8Array(nodeCount).fill(1);
  for (const pairs of edges.values()) for (const node of pairs) isAlone[node] = 0;
  return isAlone;
}

const DEVELOPMENT_SCOPES: ReadonlySet<ComponentScope> = new Set<ComponentScope>(['development', 'test']);

/**
 * Indexes of components with development or test scope that a component with another scope depends on. Tools such as `npm sbom` set
 * the scope per copy of a package: when two copies are merged, one keeps the development mark even if a required package depends on
 * the other. All dependencies of a required component are required. Components that only the root depends on keep their scope,
 * because that is how a project lists its development dependencies.
 */
export function findContradictedScopes({
  components,
  edges,
  roots,
}: Pick<Inventory, 'components' | 'edges' | 'roots'>): number[] {
  if (!components.some(({ scope }) => DEVELOPMENT_SCOPES.has(scope))) return [];
  const uses = toAdjacency(components.length + 1, edges, 'from');
  const isRoot = new Set(roots);
  const needed: number[] = [];
  const isRaised = new Uint8Array(components.length);
  const open = components.flatMap(({ scope }, index) => (scope === 'required' && !isRoot.has(index) ? [index] : []));
  for (const index of open) {
    for (const node of uses.of(index + 1)) {
      const target = components[node - 1];
      if (target === undefined || !DEVELOPMENT_SCOPES.has(target.scope) || isRaised[node - 1] === 1) continue;
      isRaised[node - 1] = 1;
      needed.push(node - 1);
      // The list grows during iteration: a raised component raises its dependencies.
      open.push(node - 1);
    }
  }
  return needed;
}

/** Combines the scopes of a component, in one document or in several: if any use is required, the component is required. */
export function combineScopes(scopes: readonly ComponentScope[]): ComponentScope {
  return COMPONENT_SCOPES.find((scope) => scopes.includes(scope)) ?? 'unknown';
}
