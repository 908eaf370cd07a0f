/** Debian: names of binary and source packages as they are. https://www.debian.org/doc/debian-policy/ch-controlfields.html#source */
import { findDebianRelease, findDebianReleaseInVersion } from '../distro.ts';
import type { EcosystemRules, NamedVersion, PackageFacts } from '../ecosystem-rules.ts';
import type { CannotAssessReason } from '../package-identity.ts';
import { toSourcePackage } from '../source-package.ts';

export const debian: EcosystemRules = {
  family: 'Debian',
  scheme: 'debian',
  purlType: 'deb',
  purlNamespace: 'debian',
  normalizeName: (name) => name,
  read,
  distribution: {
    findRelease: findDebianRelease,
    findReleaseInVersion: findDebianReleaseInVersion,
    findSource: (name) => (KERNEL.test(name) ? toSourcePackage('linux', '') : undefined),
  },
};

const NAME = /^[A-Za-z0-9][A-Za-z0-9+._-]*$/;
const KERNEL = /^linux-(?:image|signed)-/;
const EPOCH = /^[0-9]+$/;
const VERSION_WITH_EPOCH = /^[0-9]+:(.*)$/s;

function read({ name, version, qualifiers }: PackageFacts): NamedVersion | CannotAssessReason {
  if (!NAME.test(name)) return 'invalid-purl';
  const epoch = qualifiers.get('epoch');
  if (version === undefined || epoch === undefined || !EPOCH.test(epoch)) return { name, version };
  // An epoch said twice is the one that was meant as an epoch.
  return { name, version: `${epoch}:${VERSION_WITH_EPOCH.exec(version)?.[1] ?? version}` };
}
