/**
 * Identifies all components of a document for matching. Facts about one package help with the others: the distribution of the
 * image, and the release that all packages of an image share.
 */
import { findDistroInImage } from '../../identity/distro/find-distro-in-image.ts';
import { findSharedReleases } from '../../identity/packages/shared-releases.ts';
import { hasRpmEpochs } from '../../identity/packages/rpm-epochs.ts';
import { findStatedSources } from '../../identity/packages/stated-sources.ts';
import type { Inventory } from '../../sbom/inventory.ts';
import { identifyPackage, type IdentifiedPackage } from '../identify-package.ts';

/** Returns the packages in the order of the inventory. */
export function identifyComponents(
  { components, distro, tool }: Pick<Inventory, 'components' | 'distro' | 'tool'>,
  { distroOverride, image }: { readonly distroOverride: string | undefined; readonly image: string | undefined },
): readonly IdentifiedPackage[] {
  const imageDistro = image === undefined ? undefined : findDistroInImage(image);
  const stated = {
    distroOverride,
    distro,
    imageDistro,
    rpmEpochsStated: hasRpmEpochs(components),
    sourcesStated: findStatedSources(components, tool),
  };
  const identified = components.map((component) => identifyPackage(component, stated));
  if (!identified.some(({ reason }) => reason === 'unknown-release')) return identified;
  // Only packages without other information use the release of their neighbors.
  const options = { ...stated, sharedReleases: findSharedReleases(components, stated) };
  return components.map((component) => identifyPackage(component, options));
}
