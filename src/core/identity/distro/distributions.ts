/**
 * The known distributions with all of their names. Some use the packages of another distribution, which is an assumption; a
 * distribution without such an entry never gets the advisories of another one.
 */
import type { DistributionNames } from './distro.ts';
import {
  readAlpaquita,
  readAlpine,
  readAmazon,
  readCentos,
  readDebian,
  readMajor,
  readMajorAndMinor,
  readOpenEuler,
  readOpenSuse,
  readRedHat,
  readRolling,
  readSuse,
  readUbuntu,
  readUbuntuPro,
} from './read-release.ts';

const RED_HAT_NAMES = [
  ...['redhat', 'rhel', 'red hat', 'red hat enterprise linux', 'red hat enterprise linux server'],
  ...['red hat enterprise linux workstation', 'red hat enterprise linux coreos', 'red-hat', 'redhat enterprise linux'],
];

export const DISTRIBUTIONS: readonly DistributionNames[] = [
  { family: 'Debian', purlType: 'deb', names: ['debian', 'debian gnu/linux'], readRelease: readDebian },
  {
    family: 'Debian',
    purlType: 'deb',
    names: ['raspbian', 'raspbian gnu/linux'],
    alias: 'same',
    readRelease: readDebian,
  },
  { family: 'Ubuntu', purlType: 'deb', names: ['ubuntu', 'ubuntu linux'], readRelease: readUbuntu },
  { family: 'Ubuntu', purlType: 'deb', names: ['ubuntu:pro', 'ubuntu-pro', 'ubuntu pro'], readRelease: readUbuntuPro },
  { family: 'Alpine', purlType: 'apk', names: ['alpine', 'alpine linux'], readRelease: readAlpine },
  { family: 'Alpine', purlType: 'apk', names: ['postmarketos'], alias: 'same', readRelease: readAlpine },
  { family: 'Wolfi', purlType: 'apk', names: ['wolfi'], readRelease: readRolling },
  { family: 'Chainguard', purlType: 'apk', names: ['chainguard'], readRelease: readRolling },
  { family: 'MinimOS', purlType: 'apk', names: ['minimos'], readRelease: readRolling },
  { family: 'Alpaquita', purlType: 'apk', names: ['alpaquita', 'alpaquita linux'], readRelease: readAlpaquita },
  { family: 'Red Hat', purlType: 'rpm', names: RED_HAT_NAMES, readRelease: readRedHat },
  { family: 'Red Hat', purlType: 'rpm', names: ['centos', 'centos linux'], alias: 'same', readRelease: readCentos },
  {
    family: 'Red Hat',
    purlType: 'rpm',
    names: ['centos stream', 'centos-stream'],
    alias: 'ahead',
    readRelease: readMajor,
  },
  {
    family: 'Red Hat',
    purlType: 'rpm',
    names: ['scientific', 'scientific linux'],
    alias: 'same',
    readRelease: readMajor,
  },
  { family: 'AlmaLinux', purlType: 'rpm', names: ['alma', 'almalinux', 'alma linux'], readRelease: readMajor },
  { family: 'Rocky Linux', purlType: 'rpm', names: ['rocky', 'rockylinux', 'rocky linux'], readRelease: readMajor },
  {
    family: 'Oracle Linux',
    purlType: 'rpm',
    names: ['ol', 'oracle', 'oraclelinux', 'oracle linux', 'oracle linux server'],
    readRelease: readMajor,
  },
  {
    family: 'Amazon Linux',
    purlType: 'rpm',
    names: ['amazon', 'amzn', 'amazonlinux', 'amazon linux', 'amazon linux ami'],
    readRelease: readAmazon,
  },
  { family: 'Fedora', purlType: 'rpm', names: ['fedora', 'fedora linux'], readRelease: readMajor },
  {
    family: 'Photon OS',
    purlType: 'rpm',
    names: ['photon', 'photon os', 'vmware photon os', 'vmware photon'],
    readRelease: readMajorAndMinor,
  },
  {
    family: 'SUSE',
    purlType: 'rpm',
    names: ['sles', 'sled', 'suse', 'sles_sap', 'suse linux enterprise server', 'suse linux enterprise desktop'],
    readRelease: readSuse,
  },
  {
    family: 'openSUSE',
    purlType: 'rpm',
    names: [
      ...['opensuse', 'opensuse leap', 'opensuse-leap', 'opensuse.leap'],
      ...['opensuse tumbleweed', 'opensuse-tumbleweed', 'opensuse.tumbleweed'],
    ],
    readRelease: readOpenSuse,
  },
  {
    family: 'Azure Linux',
    purlType: 'rpm',
    names: ['azurelinux', 'azure linux', 'mariner', 'cbl-mariner', 'common base linux mariner'],
    readRelease: readMajor,
  },
  { family: 'openEuler', purlType: 'rpm', names: ['openeuler'], readRelease: readOpenEuler },
  { family: 'Mageia', purlType: 'rpm', names: ['mageia'], readRelease: readMajor },
];

const BY_NAME: ReadonlyMap<string, DistributionNames> = new Map(
  DISTRIBUTIONS.flatMap((each) => each.names.map((name): [string, DistributionNames] => [name, each])),
);

/** Whether the distribution is rolling, so that its packages belong to no release. */
export function isRolling({ readRelease }: DistributionNames): boolean {
  return readRelease('').release === '';
}

/** Finds a distribution by name, ignoring case; the family name is one of the names. */
export function findDistribution(name: string): DistributionNames | undefined {
  return BY_NAME.get(name.toLowerCase());
}
