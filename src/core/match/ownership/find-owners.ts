/**
 * Finds the OS packages that installed other components: as stated in the document or, if nothing is stated, the probable ones.
 */
import { LIMITS } from '../../limits.ts';
import type { Inventory } from '../../sbom/inventory.ts';
import type { IdentifiedPackage } from '../identify-package.ts';
import { findProbableOwners } from './probable-owners.ts';
import type { Ownership } from './resolve-ownership.ts';

export interface ComponentOwners {
  readonly ownership: Ownership;
  /** Indexes of components, at least one. */
  readonly owners: readonly number[];
}

/**
 * Maps the index of an owned component to its owners; a component without an entry was installed separately. `identified` is in
 * the order of the components.
 */
export function findOwners(
  { components, ownerships }: Pick<Inventory, 'components' | 'ownerships'>,
  identified: readonly IdentifiedPackage[],
): ReadonlyMap<number, ComponentOwners> {
  const found = new Map<number, ComponentOwners>();
  const stated = new Map<number, number[]>();
  for (let i = 0; i < ownerships.length; i += 2) {
    const [owner = 0, owned = 0] = [ownerships[i], ownerships[i + 1]];
    const owners = stated.get(owned) ?? [];
    // One more than the limit is enough to know that there are too many owners to consult.
    if (owners.length <= LIMITS.ownersPerComponentMax) owners.push(owner);
    stated.set(owned, owners);
  }
  for (const [owned, owners] of stated) found.set(owned, { ownership: 'certain', owners });

  for (const [owned, owners] of findProbableOwners(components, identified)) {
    if (!found.has(owned)) found.set(owned, { ownership: 'probable', owners });
  }
  return found;
}
