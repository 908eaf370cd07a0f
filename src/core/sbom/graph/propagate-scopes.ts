/**
 * Computes the scope of each component from the scopes of the edges. A path has the scope of its weakest edge, and a component
 * has the scope of its best path. Dependencies of a test library are test dependencies, unless another component requires them.
 * Linear in the edges: nodes are processed from most to least needed, each once.
 */
import { toAdjacency, type Adjacency } from './adjacency.ts';
import { COMPONENT_SCOPES, type ComponentScope } from '../../vocabulary/sbom.ts';

export interface ScopedGraph {
  /** Nodes start at 0. */
  readonly nodeCount: number;
  /** Consecutive pairs of from and to, by the scope of the edge. */
  readonly edges: ReadonlyMap<ComponentScope, Int32Array>;
  /** Roots that the document names. */
  readonly roots: Iterable<number>;
}

/** One scope per node. An isolated node is `unknown`. */
export function propagateScopes({ nodeCount, edges, roots }: ScopedGraph): readonly ComponentScope[] {
  const steps = [...edges].map(([scope, pairs]) => ({
    rank: COMPONENT_SCOPES.indexOf(scope),
    next: adjacencyOf(nodeCount, pairs),
  }));
  const ranks = new Int8Array(nodeCount).fill(NOT_REACHED);
  propagate(ranks, steps, [...roots, ...findStartNodes(nodeCount, edges)]);
  // The remaining nodes are in cycles that nothing leads to. None of them is first, so all of them are starts.
  propagate(ranks, steps, findUnreached(ranks));
  const isAlone = findIsolated(nodeCount, edges);
  return Array.from(ranks, (rank, node) => (isAlone[node] === 1 ? 'unknown' : (COMPONENT_SCOPES[rank] ?? 'unknown')));
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
    if (rank >= (ranks[node] ?? 0)) return;
    ranks[node] = rank;
    buckets[rank]?.push(node);
  };
  for (const node of from) reach(node, 0);
  for (const [rank, bucket] of buckets.entries()) {
    // A bucket grows during iteration; a node that has since got a better rank is already done.
    for (const node of bucket) {
      if (ranks[node] !== rank) continue;
      for (const step of steps) {
        for (const to of step.next.of(node + 1)) reach(to - 1, Math.max(rank, step.rank));
      }
    }
  }
}

// An adjacency starts at the subject, which is not a node here.
function adjacencyOf(nodeCount: number, pairs: Int32Array): Adjacency {
  return toAdjacency(nodeCount + 1, pairs, 'from');
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
  for (const [node, rank] of ranks.entries()) if (rank === NOT_REACHED) yield node;
}

function findIsolated(nodeCount: number, edges: ScopedGraph['edges']): Uint8Array {
  const isAlone = new Uint8Array(nodeCount).fill(1);
  for (const pairs of edges.values()) for (const node of pairs) isAlone[node] = 0;
  return isAlone;
}
