/**
 * Corrects development scopes that the graph contradicts. Tools such as `npm sbom` set the scope per copy of a package: when two
 * copies are merged, one keeps the development mark even if a required package depends on the other. All dependencies of a
 * required component are required. Components that only the root depends on keep their scope, because that is how a project lists
 * its development dependencies.
 */
import type { Inventory } from '../inventory.ts';
import { toAdjacency } from './adjacency.ts';
import type { ComponentScope } from '../../vocabulary/sbom.ts';

const DEVELOPMENT_SCOPES: ReadonlySet<ComponentScope> = new Set<ComponentScope>(['development', 'test']);

/** Indexes of components with development or test scope that a component with another scope depends on. */
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
