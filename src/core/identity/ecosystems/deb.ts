/**
 * Debian and Ubuntu: names of binary and source packages are exact.
 * https://www.debian.org/doc/debian-policy/ch-controlfields.html#source
 */
import { isThirdPartyBuild } from '../distro/version-tags.ts';
import type { EcosystemRules, NamedVersion, PackageFacts } from './ecosystem-rules.ts';
import { toSourcePackage } from '../source-package.ts';
import type { CannotAssessReason, DistributionFamily } from '../../vocabulary/package.ts';

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
      advisoriesName: 'sources',
      isDebug: () => false,
      findSource: (name) => toSourcePackage(kernelOf(family, name), ''),
    },
  };
}

const NAME = /^[A-Za-z0-9][A-Za-z0-9+._-]*$/;
const EPOCH = /^[0-9]+$/;
const VERSION_WITH_EPOCH = /^[0-9]+:(.*)$/s;

function read(family: DistributionFamily, facts: PackageFacts): NamedVersion | CannotAssessReason {
  const { name, version, qualifiers } = facts;
  if (!NAME.test(name)) return 'invalid-purl';
  if (version === undefined) return { name, version };
  if (isThirdPartyBuild(family, version)) return 'no-feed-for-release';
  const [, bare] = VERSION_WITH_EPOCH.exec(version) ?? [];
  // If both are given, the epoch qualifier overrides the one in the version; the component's epoch is used only for a version
  // without one.
  const epoch = qualifiers.get('epoch') ?? (bare === undefined ? facts.epoch : undefined);
  if (epoch === undefined || !EPOCH.test(epoch) || (epoch === '0' && bare === undefined)) return { name, version };
  return { name, version: `${epoch}:${bare ?? version}` };
}

const KERNEL = /^linux-(?:image|signed)-/;
const SIGNED = /^linux-signed(?:-(.+))?$/;
const IMAGE = /^linux-image-(?:unsigned-)?[0-9.]{1,12}-[0-9]{1,6}-([a-z][a-z0-9-]*)$/;
const LARGE_PAGES = /-64k$/;
const OF_LINUX: ReadonlySet<string> = new Set(['generic', 'lowlatency']);

/**
 * Returns the source package of a kernel, or an empty text for other packages. Debian signs one kernel per architecture
 * (`linux-signed-amd64`). Ubuntu has a source package per cloud and signs each separately: `linux-signed-aws` contains the kernel
 * built from `linux-aws`, which is the name used in advisories.
 */
function kernelOf(family: DistributionFamily, name: string): string {
  if (family === 'Debian') return KERNEL.test(name) ? 'linux' : '';
  const signed = SIGNED.exec(name);
  if (signed !== null) return signed[1] === undefined ? 'linux' : `linux-${signed[1]}`;
  const flavor = IMAGE.exec(name)?.[1]?.replace(LARGE_PAGES, '');
  if (flavor !== undefined && !OF_LINUX.has(flavor)) return `linux-${flavor}`;
  return KERNEL.test(name) ? 'linux' : '';
}
