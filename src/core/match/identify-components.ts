/**
 * All components of a document, each with what it is to a matcher. What a document says about one package helps with the
 * others: the distribution of the image, and the release that all packages of an image share.
 */
import { findNeighborReleases } from '../identity/neighbor-releases.ts';
import type { Component, Inventory } from '../sbom/inventory.ts';
import { identifyPackage, type IdentifiedPackage } from './identify-package.ts';

export interface IdentifiedComponent {
  readonly component: Component;
  readonly identified: IdentifiedPackage;
}

/** In the order of the inventory. */
export function* identifyComponents(
  { components, distro }: Pick<Inventory, 'components' | 'distro'>,
  { distroOverride }: { readonly distroOverride: string | undefined; readonly image: string | undefined },
): Iterable<IdentifiedComponent> {
  const distros = { distroOverride, distro };
  const options = { ...distros, neighborReleases: findNeighborReleases(components, distros) };
  for (const component of components) yield { component, identified: identifyPackage(component, options) };
}
