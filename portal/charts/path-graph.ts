/** Merges dependency paths to a component into a graph with each component once. */
import type { WireComponentDetails } from '../../src/api/contract/services/component.ts';

const NODES_MAX = 200;

export interface GraphNode {
  readonly key: string;
  /** Component id; null: the subject of the document. */
  readonly id: string | null;
  readonly label: string;
  readonly kind: 'root' | 'direct' | 'between' | 'wanted';
}

export interface PathGraph {
  readonly nodes: readonly GraphNode[];
  /** Keys of two nodes: the first depends on the second. */
  readonly edges: readonly (readonly [from: string, to: string])[];
  /** Number of paths that did not fit. */
  readonly pathsLeft: number;
}

/** Adds whole paths only, in order: a truncated path would appear to end there. */
export function toPathGraph(paths: WireComponentDetails['paths'], wantedId: string): PathGraph {
  const nodes = new Map<string, GraphNode>();
  const edges = new Map<string, readonly [string, string]>();
  let pathsLeft = 0;
  for (const { nodes: steps } of paths) {
    const keys = steps.map(({ id, name }) => id ?? `root ${name}`);
    const added = keys.filter((key) => !nodes.has(key)).length;
    if (nodes.size + added > NODES_MAX) {
      pathsLeft += 1;
      continue;
    }
    steps.forEach(({ id, name, version }, at) => {
      const key = keys[at] ?? '';
      const before = keys[at - 1];
      if (!nodes.has(key))
        nodes.set(key, {
          key,
          id,
          label: version === null ? name : `${name} ${version}`,
          kind: kindOf(id, at, wantedId),
        });
      if (before !== undefined) edges.set(`${before}\n${key}`, [before, key]);
    });
  }
  return { nodes: [...nodes.values()], edges: [...edges.values()], pathsLeft };
}

function kindOf(id: string | null, at: number, wantedId: string): GraphNode['kind'] {
  if (id === wantedId) return 'wanted';
  if (id === null || at === 0) return 'root';
  return at === 1 ? 'direct' : 'between';
}
