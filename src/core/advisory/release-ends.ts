/**
 * Records about releases that have reached their end of life, in OSV form: one per release, about the package that identifies the
 * release, of which an image contains exactly one. They make the fact a finding of its own class, beside the vulnerabilities that
 * are known from the last advisories of the release.
 */
import { describeMove, type EndedRelease } from '../identity/distro/end-of-life.ts';
import type { DistributionFamily } from '../vocabulary/package.ts';

/** Prefix of the ids of these records. */
export const RELEASE_END = 'EOL-';

/** Packages that identify a release; an image contains one of them. */
const PACKAGES: { readonly [Family in DistributionFamily]?: readonly string[] } = {
  Debian: ['base-files'],
  Ubuntu: ['base-files'],
  Alpine: ['alpine-baselayout'],
  'Red Hat': [
    ...['redhat-release', 'redhat-release-server', 'redhat-release-client', 'redhat-release-workstation'],
    ...['redhat-release-computenode', 'centos-release', 'centos-linux-release', 'centos-stream-release', 'sl-release'],
  ],
  AlmaLinux: ['almalinux-release'],
  'Rocky Linux': ['rocky-release'],
  SUSE: ['sles-release', 'sled-release'],
  openSUSE: ['openSUSE-release'],
  'Photon OS': ['photon-release'],
  'Azure Linux': ['mariner-release', 'azurelinux-release'],
  'Amazon Linux': ['system-release'],
  'Oracle Linux': ['oraclelinux-release'],
  Fedora: ['fedora-release-common'],
  openEuler: ['openEuler-release'],
  Mageia: ['mageia-release'],
};

export function toReleaseEndRecord({ family, release, lastDay, successor }: EndedRelease): Record<string, unknown> {
  const name = `${family} ${release}`;
  const ended = `${lastDay}T23:59:59Z`;
  return {
    id: `${RELEASE_END}${family.replaceAll(' ', '')}-${release}`,
    modified: ended,
    published: ended,
    summary: `${name} has been without security fixes since ${lastDay}`,
    details: `${name} reached its end of life on ${lastDay}. Vulnerabilities that were found later are not in its advisories and are not fixed for all users. ${describeMove({ family, successor })}`,
    affected: (PACKAGES[family] ?? []).map((each) => ({
      package: { ecosystem: toEcosystem(family, release), name: each },
      ranges: [{ type: 'ECOSYSTEM', events: [{ introduced: '0' }] }],
    })),
  };
}

function toEcosystem(family: DistributionFamily, release: string): string {
  if (family === 'Red Hat') return `${family}:enterprise_linux:${release}`;
  if (family === 'openSUSE') return `${family}:Leap ${release}`;
  if (family !== 'SUSE') return `${family}:${release}`;
  const [major, pack] = release.split('.');
  return `${family}:Linux Enterprise Server ${major}${pack === undefined ? '' : ` SP${pack}`}`;
}
