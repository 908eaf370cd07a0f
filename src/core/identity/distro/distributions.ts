/**
 * The known distributions with all of their names. Some use the packages of another distribution, which is an assumption; a
 * distribution without such an entry never gets the advisories of another one.
 */
import {
  type DistributionNames,
  parseAlpaquita,
  parseAlpine,
  parseAmazon,
  parseCentos,
  parseDebian,
  parseMajor,
  parseMajorAndMinor,
  parseOpenEuler,
  parseOpenSuse,
  parseRedHat,
  parseRolling,
  parseSuse,
  parseUbuntu,
  parseUbuntuPro,
} from './parse-release.ts';

const RED_HAT_NAMES = [
  'redhat',
  'rhel',
  'red hat',
  'red hat enterprise linux',
  'red hat enterprise linux server',
  'red hat enterprise linux workstation',
  'red hat enterprise linux coreos',
  'red-hat',
  'redhat enterprise linux',
];

type Named = Omit<DistributionNames, 'purlType'>;

const DEB: readonly Named[] = [
  { family: 'Debian', names: ['debian', 'debian gnu/linux'], parseRelease: parseDebian },
  { family: 'Debian', names: ['raspbian', 'raspbian gnu/linux'], alias: 'same', parseRelease: parseDebian },
  { family: 'Ubuntu', names: ['ubuntu', 'ubuntu linux'], parseRelease: parseUbuntu },
  { family: 'Ubuntu', names: ['ubuntu:pro', 'ubuntu-pro', 'ubuntu pro'], parseRelease: parseUbuntuPro },
];

const APK: readonly Named[] = [
  { family: 'Alpine', names: ['alpine', 'alpine linux'], parseRelease: parseAlpine },
  { family: 'Alpine', names: ['postmarketos'], alias: 'same', parseRelease: parseAlpine },
  { family: 'Wolfi', names: ['wolfi'], parseRelease: parseRolling },
  { family: 'Chainguard', names: ['chainguard'], parseRelease: parseRolling },
  { family: 'MinimOS', names: ['minimos'], parseRelease: parseRolling },
  { family: 'Alpaquita', names: ['alpaquita', 'alpaquita linux'], parseRelease: parseAlpaquita },
];

const RPM: readonly Named[] = [
  { family: 'Red Hat', names: RED_HAT_NAMES, parseRelease: parseRedHat },
  { family: 'Red Hat', names: ['centos', 'centos linux'], alias: 'same', parseRelease: parseCentos },
  { family: 'Red Hat', names: ['centos stream', 'centos-stream'], alias: 'ahead', parseRelease: parseMajor },
  { family: 'Red Hat', names: ['scientific', 'scientific linux'], alias: 'same', parseRelease: parseMajor },
  { family: 'AlmaLinux', names: ['alma', 'almalinux', 'alma linux'], parseRelease: parseMajor },
  { family: 'Rocky Linux', names: ['rocky', 'rockylinux', 'rocky linux'], parseRelease: parseMajor },
  {
    family: 'Oracle Linux',
    names: ['ol', 'oracle', 'oraclelinux', 'oracle linux', 'oracle linux server'],
    parseRelease: parseMajor,
  },
  {
    family: 'Amazon Linux',
    // `AMI release 2018.03` is the version of Amazon Linux 1 in reports of Trivy.
    names: ['amazon', 'amzn', 'amazonlinux', 'amazon linux', 'amazon linux ami', 'amazon-ami release'],
    parseRelease: parseAmazon,
  },
  { family: 'Fedora', names: ['fedora', 'fedora linux'], parseRelease: parseMajor },
  {
    family: 'Photon OS',
    names: ['photon', 'photon os', 'vmware photon os', 'vmware photon'],
    parseRelease: parseMajorAndMinor,
  },
  {
    family: 'SUSE',
    names: ['sles', 'sled', 'suse', 'sles_sap', 'suse linux enterprise server', 'suse linux enterprise desktop'],
    parseRelease: parseSuse,
  },
  {
    family: 'openSUSE',
    names: [
      'opensuse',
      'opensuse leap',
      'opensuse-leap',
      'opensuse.leap',
      'opensuse tumbleweed',
      'opensuse-tumbleweed',
      'opensuse.tumbleweed',
    ],
    parseRelease: parseOpenSuse,
  },
  {
    family: 'Azure Linux',
    names: ['azurelinux', 'azure linux', 'mariner', 'cbl-mariner', 'common base linux mariner'],
    parseRelease: parseMajor,
  },
  { family: 'openEuler', names: ['openeuler'], parseRelease: parseOpenEuler },
  { family: 'Mageia', names: ['mageia'], parseRelease: parseMajor },
];

export const DISTRIBUTIONS: readonly DistributionNames[] = [
  ...DEB.map((named) => ({ ...named, purlType: 'deb' as const })),
  ...APK.map((named) => ({ ...named, purlType: 'apk' as const })),
  ...RPM.map((named) => ({ ...named, purlType: 'rpm' as const })),
];

const BY_NAME: ReadonlyMap<string, DistributionNames> = new Map(
  DISTRIBUTIONS.flatMap((each) => each.names.map((name): [string, DistributionNames] => [name, each])),
);

/** Whether the distribution is rolling, so that its packages belong to no release. */
export function isRolling({ parseRelease }: DistributionNames): boolean {
  return parseRelease('').release === '';
}

/** Finds a distribution by name, ignoring case; the family name is one of the names. */
export function findDistribution(name: string): DistributionNames | undefined {
  return BY_NAME.get(name.toLowerCase());
}
