/**
 * All components of a document, each with what it is to a matcher. What a document says about one package helps with the
 * others: the distribution of the image, and the release that all packages of an image share.
 */
import { findDistroInImage } from '../identity/distro/find-distro-in-image.ts';
import { findDocumentOptions } from '../identity/document-options.ts';
import type { Component, Inventory } from '../sbom/inventory.ts';
import { identifyPackage, type IdentifiedPackage } from './identify-package.ts';

export interface IdentifiedComponent {
  readonly component: Component;
  readonly identified: IdentifiedPackage;
}

/** In the order of the inventory. */
export function* identifyComponents(
  { components, distro }: Pick<Inventory, 'components' | 'distro'>,
  { distroOverride, image }: { readonly distroOverride: string | undefined; readonly image: string | undefined },
): Iterable<IdentifiedComponent> {
  const imageDistro = image === undefined ? undefined : findDistroInImage(image);
  const options = findDocumentOptions(components, { distroOverride, distro, imageDistro });
  for (const component of components) yield { component, identified: identifyPackage(component, options) };
}
