/** What a document as a whole says about each of its packages, gathered before the first one is looked at. */
import type { DistroHints } from './distro/find-release.ts';
import type { FindPackagesOptions, PackageClaims } from './find-package.ts';
import { findNeighborReleases } from './neighbor-releases.ts';
import { hasRpmEpochs } from './rpm-epochs.ts';

/** `stated` is what the sender, the document and the name of the image say; the components are walked twice. */
export function findDocumentOptions(
  components: readonly PackageClaims[],
  stated: Omit<DistroHints, 'neighborReleases'>,
): FindPackagesOptions {
  const options = { ...stated, rpmEpochsStated: hasRpmEpochs(components) };
  return { ...options, neighborReleases: findNeighborReleases(components, options) };
}
