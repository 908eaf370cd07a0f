/**
 * Finds components that depend on each other, with Tarjan's algorithm without recursion: a chain of 100,000 would overflow the
 * stack.
 * https://en.wikipedia.org/wiki/Tarjan%27s_strongly_connected_components_algorithm
 */
import type { DependencyGraph } from './dependency-graph.ts';

/** Each cycle is a group of indexes in ascending order, -1 being the subject; a component that uses itself is a cycle of one. */
export function findCycles({ count: size, uses }: DependencyGraph): readonly (readonly number[])[] {
  const nodes = size + 1;
  // Discovery order from 1; 0 is not yet discovered.
  const found = new Int32Array(nodes);
  const lowest = new Int32Array(nodes);
  const nextChild = new Int32Array(nodes);
  const isOpen = new Uint8Array(nodes);
  const open: number[] = [];
  const cycles: (readonly number[])[] = [];
  let count = 0;

  const enter = (node: number): void => {
    count += 1;
    found[node] = count;
    lowest[node] = count;
    isOpen[node] = 1;
    open.push(node);
  };
  const leave = (node: number): void => {
    if (lowest[node] !== found[node]) return;
    const members = open.splice(open.lastIndexOf(node));
    for (const member of members) isOpen[member] = 0;
    if (members.length > 1 || uses.of(node).includes(node))
      cycles.push(members.map((member) => member - 1).toSorted(ascending));
  };

  for (let start = 0; start < nodes; start += 1) {
    if (found[start] !== 0) continue;
    enter(start);
    const path = [start];
    for (let node = path.at(-1); node !== undefined; node = path.at(-1)) {
      const child = uses.at(node, nextChild[node] ?? 0);
      nextChild[node] = (nextChild[node] ?? 0) + 1;
      if (child === undefined) {
        leave(node);
        path.pop();
        const parent = path.at(-1);
        if (parent !== undefined) lowest[parent] = Math.min(lowest[parent] ?? 0, lowest[node] ?? 0);
      } else if (found[child] === 0) {
        enter(child);
        path.push(child);
      } else if (isOpen[child] === 1) {
        lowest[node] = Math.min(lowest[node] ?? 0, found[child] ?? 0);
      }
    }
  }
  return cycles.toSorted(([a = 0], [b = 0]) => a - b);
}

function ascending(a: number, b: number): number {
  return a - b;
}
