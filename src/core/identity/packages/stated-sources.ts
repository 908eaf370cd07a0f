/**
 * Tools that state source packages omit them if the source has the name of the package, like the databases of dpkg and apk; other
 * tools state none at all. In a document of the first kind, a package without a source is built from a source of its own name; in
 * any other document the source is unknown.
 */
import type { PackageClaims } from './find-package.ts';

const PACKAGE = /^\s*pkg:\/*(deb|apk|rpm)\/(?:[^/?#@]*\/)*([^/?#@]+)/i;
const SOURCE_OF_PURL = /[?&](?:upstream|origin|sourcerpm)=([^&#]+)/i;
/** Real documents that state sources do so for a third of their packages or more, and all others for none. */
const SHARE_MIN = 0.2;
/** With fewer packages the share is not meaningful, so only a tool that is known to state sources counts. */
const PACKAGES_MIN = 10;
// Syft writes sources since 0.33.
const STATES_SOURCES = /^(?:trivy\b|syft[ -]v?(?:[1-9]|0\.(?:3[3-9]|[4-9][0-9]|[0-9]{3})))/i;

/** Returns the purl types (`deb`, `apk`, `rpm`) whose sources the document states. */
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
