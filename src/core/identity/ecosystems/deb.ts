/**
 * Debian and Ubuntu: names of binary and source packages as they are.
 * https://www.debian.org/doc/debian-policy/ch-controlfields.html#source
 */
import { isOfThirdParty } from '../distro/version-tags.ts';
import type { EcosystemRules, NamedVersion, PackageFacts } from '../ecosystem-rules.ts';
import type { CannotAssessReason, DistributionFamily } from '../package-identity.ts';
import { toSourcePackage } from '../source-package.ts';

export const debian: EcosystemRules = toRules('Debian');
export const ubuntu: EcosystemRules = toRules('Ubuntu');

function toRules(family: DistributionFamily): EcosystemRules {
  return {
    family,
    scheme: 'debian',
    purlTypes: ['deb'],
    normalizeName: (name) => name,
    read: (facts) => read(family, facts),
    distribution: {
      hasFeed: true,
      isDebug: () => false,
      findSource: (name) => (KERNEL.test(name) ? toSourcePackage('linux', '') : undefined),
    },
  };
}

const NAME = /^[A-Za-z0-9][A-Za-z0-9+._-]*$/;
const KERNEL = /^linux-(?:image|signed)-/;
const EPOCH = /^[0-9]+$/;
const VERSION_WITH_EPOCH = /^[0-9]+:(.*)$/s;

function read(family: DistributionFamily, facts: PackageFacts): NamedVersion | CannotAssessReason {
  const { name, version, qualifiers } = facts;
  if (!NAME.test(name)) return 'invalid-purl';
  if (version === undefined) return { name, version };
  if (isOfThirdParty(family, version)) return 'no-feed-for-release';
  const [, bare] = VERSION_WITH_EPOCH.exec(version) ?? [];
  // An epoch said twice is the one that was meant as an epoch; that of the component is only for a version without.
  const epoch = qualifiers.get('epoch') ?? (bare === undefined ? facts.epoch : undefined);
  if (epoch === undefined || !EPOCH.test(epoch) || (epoch === '0' && bare === undefined)) return { name, version };
  return { name, version: `${epoch}:${bare ?? version}` };
}
