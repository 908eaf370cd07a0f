/**
 * Marks for development are made by tools, and `npm sbom` makes them per copy of a package: where it merges two copies, the mark
 * of one is left although a package that is needed needs the other. Whatever something needed needs, is needed. What only the
 * root names stays as it is marked: that is how a project names its development dependencies.
 */
import type { Inventory, Scope } from '../inventory.ts';
import { toAdjacency } from './adjacency.ts';

const MARKED: ReadonlySet<Scope> = new Set<Scope>(['development', 'test']);

/** The indexes of components that are marked for development or test, and needed by something that is not. */
export function findNeeded({ components, edges, roots }: Pick<Inventory, 'components' | 'edges' | 'roots'>): number[] {
  if (!components.some(({ scope }) => MARKED.has(scope))) return [];
  const uses = toAdjacency(components.length + 1, edges, 'from');
  const isRoot = new Set(roots);
  const needed: number[] = [];
  const isRaised = new Uint8Array(components.length);
  const open = components.flatMap(({ scope }, index) => (scope === 'required' && !isRoot.has(index) ? [index] : []));
  for (const index of open) {
    for (const node of uses.of(index + 1)) {
      const target = components[node - 1];
      if (target === undefined || !MARKED.has(target.scope) || isRaised[node - 1] === 1) continue;
      isRaised[node - 1] = 1;
      needed.push(node - 1);
      // The list grows while it is walked: what was raised needs others.
      open.push(node - 1);
    }
  }
  return needed;
}
