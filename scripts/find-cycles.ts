/**
 * Finds import cycles, including type-only imports: two files that need each other should be one file, or share a third. Each
 * cycle is reported by its shortest path; if cycles share files, the next run shows the rest.
 */

export type ImportGraph = ReadonlyMap<string, ReadonlySet<string>>;

/** Each cycle starts with its first file in alphabetical order: `['a.ts', 'b.ts']` means a -> b -> a. */
export function findCycles(graph: ImportGraph): string[][] {
  const cycles: string[][] = [];
  const done = new Set<string>();
  for (const start of [...graph.keys()].sort()) {
    if (done.has(start)) continue;
    const cycle = shortestWayBack(graph, start, done);
    for (const file of cycle) done.add(file);
    if (cycle.length > 0) cycles.push(cycle);
  }
  return cycles;
}

function shortestWayBack(graph: ImportGraph, start: string, done: ReadonlySet<string>): string[] {
  const cameFrom = new Map<string, string>();
  const waiting = [start];
  for (const file of waiting) {
    for (const next of graph.get(file) ?? []) {
      if (next === start) return wayTo(file, cameFrom);
      if (done.has(next) || cameFrom.has(next)) continue;
      cameFrom.set(next, file);
      waiting.push(next);
    }
  }
  return [];
}

function wayTo(end: string, cameFrom: ReadonlyMap<string, string>): string[] {
  const way = [end];
  for (let file = cameFrom.get(end); file !== undefined; file = cameFrom.get(file)) way.unshift(file);
  return way;
}
