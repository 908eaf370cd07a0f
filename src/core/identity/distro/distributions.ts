/**
 * The known distributions with all of their names. Some use the packages of another distribution, which is an assumption; a
 * distribution without such an entry never gets the advisories of another one.
 */
import type { DistributionNames } from './distro.ts';
import {
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

export const DISTRIBUTIONS: readonly DistributionNames[] = [
  { family: 'Debian', purlType: 'deb', names: ['debian', 'debian gnu/linux'], parseRelease: parseDebian },
  {
    family: 'Debian',
    purlType: 'deb',
    names: ['raspbian', 'raspbian gnu/linux'],
    alias: 'same',
    parseRelease: parseDebian,
  },
  { family: 'Ubuntu', purlType: 'deb', names: ['ubuntu', 'ubuntu linux'], parseRelease: parseUbuntu },
  {
    family: 'Ubuntu',
    purlType: 'deb',
    names: ['ubuntu:pro', 'ubuntu-pro', 'ubuntu pro'],
    parseRelease: parseUbuntuPro,
  },
  { family: 'Alpine', purlType: 'apk', names: ['alpine', 'alpine linux'], parseRelease: parseAlpine },
  { family: 'Alpine', purlType: 'apk', names: ['postmarketos'], alias: 'same', parseRelease: parseAlpine },
  { family: 'Wolfi', purlType: 'apk', names: ['wolfi'], parseRelease: parseRolling },
  { family: 'Chainguard', purlType: 'apk', names: ['chainguard'], parseRelease: parseRolling },
  { family: 'MinimOS', purlType: 'apk', names: ['minimos'], parseRelease: parseRolling },
  { family: 'Alpaquita', purlType: 'apk', names: ['alpaquita', 'alpaquita linux'], parseRelease: parseAlpaquita },
  { family: 'Red Hat', purlType: 'rpm', names: RED_HAT_NAMES, parseRelease: parseRedHat },
  { family: 'Red Hat', purlType: 'rpm', names: ['centos', 'centos linux'], alias: 'same', parseRelease: parseCentos },
  {
    family: 'Red Hat',
    purlType: 'rpm',
    names: ['centos stream', 'centos-stream'],
    alias: 'ahead',
    parseRelease: parseMajor,
  },
  {
    family: 'Red Hat',
    purlType: 'rpm',
    names: ['scientific', 'scientific linux'],
    alias: 'same',
    parseRelease: parseMajor,
  },
  { family: 'AlmaLinux', purlType: 'rpm', names: ['alma', 'almalinux', 'alma linux'], parseRelease: parseMajor },
  { family: 'Rocky Linux', purlType: 'rpm', names: ['rocky', 'rockylinux', 'rocky linux'], parseRelease: parseMajor },
  {
    family: 'Oracle Linux',
    purlType: 'rpm',
    names: ['ol', 'oracle', 'oraclelinux', 'oracle linux', 'oracle linux server'],
    parseRelease: parseMajor,
  },
  {
    family: 'Amazon Linux',
    purlType: 'rpm',
    names: ['amazon', 'amzn', 'amazonlinux', 'amazon linux', 'amazon linux ami'],
    parseRelease: parseAmazon,
  },
  { family: 'Fedora', purlType: 'rpm', names: ['fedora', 'fedora linux'], parseRelease: parseMajor },
  {
    family: 'Photon OS',
    purlType: 'rpm',
    names: ['photon', 'photon os', 'vmware photon os', 'vmware photon'],
    parseRelease: parseMajorAndMinor,
  },
  {
    family: 'SUSE',
    purlType: 'rpm',
    names: ['sles', 'sled', 'suse', 'sles_sap', 'suse linux enterprise server', 'suse linux enterprise desktop'],
    parseRelease: parseSuse,
  },
  {
    family: 'openSUSE',
    purlType: 'rpm',
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
    purlType: 'rpm',
    names: ['azurelinux', 'azure linux', 'mariner', 'cbl-mariner', 'common base linux mariner'],
    parseRelease: parseMajor,
  },
  { family: 'openEuler', purlType: 'rpm', names: ['openeuler'], parseRelease: parseOpenEuler },
  { family: 'Mageia', purlType: 'rpm', names: ['mageia'], parseRelease: parseMajor },
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
