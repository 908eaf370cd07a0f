/**
 * Which packages of the system brought the others, component by component: what the document states, and where it states
 * nothing, who is likely.
 */
import { LIMITS } from '../../limits.ts';
import type { Inventory } from '../../sbom/inventory.ts';
import type { IdentifiedPackage } from '../identify-package.ts';
import { findProbableOwners } from './probable-owners.ts';
import type { Ownership } from './settle-ownership.ts';

export interface ComponentOwners {
  readonly ownership: Ownership;
  /** Indexes of components, at least one. */
  readonly owners: readonly number[];
}

/** By the index of the owned component; whoever is missing came on its own. `identified` is in the order of the components. */
export function findOwners(
  { components, ownerships }: Pick<Inventory, 'components' | 'ownerships'>,
  identified: readonly IdentifiedPackage[],
): ReadonlyMap<number, ComponentOwners> {
  const found = new Map<number, ComponentOwners>();
  const stated = new Map<number, number[]>();
  for (let i = 0; i < ownerships.length; i += 2) {
    const [owner = 0, owned = 0] = [ownerships[i], ownerships[i + 1]];
    const owners = stated.get(owned) ?? [];
    // One more than may be: then nobody is asked, because nobody can ask them all.
    if (owners.length <= LIMITS.ownersPerComponentMax) owners.push(owner);
    stated.set(owned, owners);
  }
  for (const [owned, owners] of stated) found.set(owned, { ownership: 'certain', owners });

  for (const [owned, owners] of findProbableOwners(components, identified)) {
    if (!found.has(owned)) found.set(owned, { ownership: 'probable', owners });
  }
  return found;
}
