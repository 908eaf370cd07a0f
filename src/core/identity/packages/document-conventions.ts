/**
 * Conventions that only show in all components of a document: whether its tool states epochs and source packages, and the release
 * that all packages share.
 */
import { type PackageClaims, type FindPackagesOptions, findPackages } from './find-packages.ts';
import type { Family } from '../../vocabulary/package.ts';

const RPM = /^pkg:\/*rpm\//i;
const EPOCH_OF_PURL = /[?&]epoch=[0-9]|@[0-9]{1,10}(?::|%3A)/i;
const EPOCH_OF_VERSION = /^[0-9]{1,10}:/;
const EPOCH = /^[0-9]/;

/**
 * Tools that write epochs of rpm packages omit epoch 0, and other tools write none at all. In a document that states any epoch, a
 * package without one has the epoch 0; in any other document it is unknown.
 */
export function hasRpmEpochs(components: Iterable<PackageClaims>): boolean {
  for (const component of components) if (statesRpmEpoch(component)) return true;
  return false;
}

function statesRpmEpoch({ purls, version, epoch, packageType }: PackageClaims): boolean {
  const rpms = purls.filter((purl) => RPM.test(purl));
  if (rpms.length === 0 && packageType !== 'rpm') return false;
  if (EPOCH.test(epoch ?? '') || EPOCH_OF_VERSION.test(version ?? '')) return true;
  return rpms.some((purl) => EPOCH_OF_PURL.test(purl));
}

const PACKAGE = /^\s*pkg:\/*(deb|apk|rpm)\/(?:[^/?#@]*\/)*([^/?#@]+)/i;
const SOURCE_OF_PURL = /[?&](?:upstream|origin|sourcerpm)=([^&#]+)/i;
/** Real documents that state sources do so for a third of their packages or more, and all others for none. */
const SHARE_MIN = 0.2;
/** With fewer packages the share is not meaningful, so only a tool that is known to state sources counts. */
const PACKAGES_MIN = 10;
// Syft writes sources since 0.33.
const STATES_SOURCES = /^(?:trivy\b|syft[ -]v?(?:[1-9]|0\.(?:3[3-9]|[4-9][0-9]|[0-9]{3})))/i;

/**
 * Returns the purl types (`deb`, `apk`, `rpm`) whose sources the document states. Tools that state source packages omit them if the
 * source has the name of the package, like the databases of dpkg and apk; other tools state none at all. In a document of the first
 * kind, a package without a source is built from a source of its own name; in any other document the source is unknown.
 */
export function findStatedSources(components: Iterable<PackageClaims>, tool: string | undefined): ReadonlySet<string> {
  const counts = new Map<string, { all: number; stated: number }>();
  for (const { purls, source } of components) {
    const [, type, name] = PACKAGE.exec(purls[0] ?? '') ?? [];
    if (type === undefined || name === undefined) continue;
    const count = counts.get(type.toLowerCase()) ?? { all: 0, stated: 0 };
    count.all += 1;
    const stated = SOURCE_OF_PURL.exec(purls[0] ?? '')?.[1] ?? source?.name;
    if (stated !== undefined && stated !== name) count.stated += 1;
    counts.set(type.toLowerCase(), count);
  }
  const isKnownTool = STATES_SOURCES.test(tool ?? '');
  const types = [...counts].filter(([, { all, stated }]) =>
    all < PACKAGES_MIN ? isKnownTool : stated >= all * SHARE_MIN,
  );
  return new Set(types.map(([type]) => type));
}

/**
 * Returns for each distribution the release that all packages agree on; none if they disagree. Packages of one image come from one
 * release. If neither the document nor the purls name it, as in documents of the Kubernetes tool `bom`, it is derived from the
 * versions of packages that were updated within the release.
 */
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
