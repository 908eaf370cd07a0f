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
