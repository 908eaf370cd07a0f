/**
 * What for each component is there, where a document says it of the steps between them: a package is as needed as the best way
 * to it, and a way is as good as its weakest step. What a test library needs is needed for tests, unless something else needs
 * it as well. Linear in the edges: nodes are taken from the most needed to the least, each of them once.
 */
import { SCOPES, type Scope } from '../inventory.ts';
import { toAdjacency, type Adjacency } from './adjacency.ts';

export interface ScopedGraph {
  /** Nodes count from 0. */
  readonly nodeCount: number;
  /** Pairs of from and to, one behind the other, by what for the second is needed. */
  readonly edges: ReadonlyMap<Scope, Int32Array>;
  /** Where the document says that it begins. */
  readonly roots: Iterable<number>;
}

/** One per node. A node that stands alone is `unknown`: the document does not say. */
export function spreadScopes({ nodeCount, edges, roots }: ScopedGraph): readonly Scope[] {
  const steps = [...edges].map(([scope, pairs]) => ({
    rank: SCOPES.indexOf(scope),
    next: adjacencyOf(nodeCount, pairs),
  }));
  const ranks = new Int8Array(nodeCount).fill(NOT_REACHED);
  spread(ranks, steps, [...roots, ...findBeginnings(nodeCount, edges)]);
  // What is left leads in circles that nothing leads to: nobody can say which of its nodes comes first, so all of them do.
  spread(ranks, steps, findUnreached(ranks));
  const isAlone = findAlone(nodeCount, edges);
  return Array.from(ranks, (rank, node) => (isAlone[node] === 1 ? 'unknown' : (SCOPES[rank] ?? 'unknown')));
}

const NOT_REACHED = SCOPES.length;

interface Step {
  readonly rank: number;
  readonly next: Adjacency;
}

/** Lowers the rank of everything that the nodes lead to. They themselves are as needed as can be. */
function spread(ranks: Int8Array, steps: readonly Step[], from: Iterable<number>): void {
  const buckets: number[][] = SCOPES.map(() => []);
  const reach = (node: number, rank: number): void => {
    if (rank >= (ranks[node] ?? 0)) return;
    ranks[node] = rank;
    buckets[rank]?.push(node);
  };
  for (const node of from) reach(node, 0);
  for (const [rank, bucket] of buckets.entries()) {
    // A bucket grows while it is walked; a node that has found a better way since is done already.
    for (const node of bucket) {
      if (ranks[node] !== rank) continue;
      for (const step of steps) {
        for (const to of step.next.of(node + 1)) reach(to - 1, Math.max(rank, step.rank));
      }
    }
  }
}

// An adjacency counts from the subject, which is no node here.
function adjacencyOf(nodeCount: number, pairs: Int32Array): Adjacency {
  return toAdjacency(nodeCount + 1, pairs, 'from');
}

/** What leads somewhere, and nothing leads to: in a document that names no root, or not all of them. */
function* findBeginnings(nodeCount: number, edges: ScopedGraph['edges']): Iterable<number> {
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

function findAlone(nodeCount: number, edges: ScopedGraph['edges']): Uint8Array {
  const isAlone = new Uint8Array(nodeCount).fill(1);
  for (const pairs of edges.values()) for (const node of pairs) isAlone[node] = 0;
  return isAlone;
}
