/**
 * Packages of one image come from one release. If neither the document nor the purls name it, as in documents of the Kubernetes
 * tool `bom`, the release is derived from the versions of packages that were updated within the release.
 */
import type { FindPackagesOptions, PackageClaims } from './find-package.ts';
import { findPackages } from './find-packages.ts';
import type { Family } from '../../vocabulary/package.ts';

/** Returns for each distribution the release that all packages agree on; none if they disagree. */
export function findSharedReleases(
  components: Iterable<PackageClaims>,
  options: FindPackagesOptions = {},
): ReadonlyMap<Family, string> {
  const releases = new Map<Family, string | undefined>();
  for (const component of components) {
    for (const { identity } of findPackages(component, options).packages) {
      const { family, release } = identity;
      if (release === '') continue;
      releases.set(family, !releases.has(family) || releases.get(family) === release ? release : undefined);
    }
  }
  return new Map([...releases].filter((entry): entry is [Family, string] => entry[1] !== undefined));
}
