/** Distributions with apk packages: names are exact; advisories name the origin, from which several packages are built. */
import type { EcosystemRules, NamedVersion, PackageFacts } from './ecosystem-rules.ts';
import type { CannotAssessReason, DistributionFamily } from '../../vocabulary/package.ts';

const FAMILIES: readonly DistributionFamily[] = ['Alpine', 'Wolfi', 'Chainguard', 'MinimOS', 'Alpaquita'];

// Advisories of Wolfi and similar distributions list every package that is built from an origin.
const OF_ORIGINS: ReadonlySet<DistributionFamily> = new Set(['Alpine', 'Alpaquita']);

export const apkEcosystems: readonly EcosystemRules[] = FAMILIES.map((family) => ({
  family,
  scheme: 'apk',
  purlTypes: ['apk'],
  normalizeName: (name) => name,
  read,
  distribution: {
    advisoriesName: OF_ORIGINS.has(family) ? 'sources' : 'packages',
    isDebug: () => false,
    findSource: () => undefined,
  },
}));

// `.build-deps` is a virtual package named by the user; it is not a real package, but no real package has such a name.
const NAME = /^[A-Za-z0-9._][A-Za-z0-9+._:-]*$/;

function read({ name, version }: PackageFacts): NamedVersion | CannotAssessReason {
  return NAME.test(name) ? { name, version } : 'invalid-purl';
}
