/**
 * Parsers for the releases of each distribution, from the text after its name: `12.5`, `22.04.2`, `v3.19`, `9.4 EUS`. Each
 * returns the spelling used by the advisories of the family, or undefined if the text is not a release.
 */
import type { DistributionFamily } from '../../vocabulary/package.ts';

export interface Distro {
  readonly family: DistributionFamily;
  /** Undefined if the text names the distribution but no known release. Empty if the distribution has no releases. */
  readonly release: string | undefined;
  readonly channel?: string;
  /**
   * The distribution is a derivative that uses the packages of the family. `ahead`: it is ahead of the releases of the family.
   */
  readonly alias?: 'same' | 'ahead';
}

/** Parses a release as one distribution writes it: the text after the name, in lower case. */
type ParseRelease = (text: string) => Pick<Distro, 'channel' | 'alias'> & { readonly release: string | undefined };

export interface DistributionNames {
  readonly family: DistributionFamily;
  readonly purlType: 'deb' | 'apk' | 'rpm';
  /** In lower case: names in purl namespaces, in `/etc/os-release` and in tools. */
  readonly names: readonly string[];
  readonly alias?: Distro['alias'];
  readonly parseRelease: ParseRelease;
}

/**
 * Releases by codename. https://www.debian.org/releases/, https://releases.ubuntu.com/
 * Sid and testing are not releases, and an unknown name is not one either: advisories of the wrong release are as bad as none.
 */
export const DEBIAN_CODENAMES: ReadonlyMap<string, string> = new Map([
  ['wheezy', '7'],
  ['jessie', '8'],
  ['stretch', '9'],
  ['buster', '10'],
  ['bullseye', '11'],
  ['bookworm', '12'],
  ['trixie', '13'],
]);

export const UBUNTU_CODENAMES: ReadonlyMap<string, string> = new Map([
  ['precise', '12.04'],
  ['trusty', '14.04'],
  ['utopic', '14.10'],
  ['vivid', '15.04'],
  ['wily', '15.10'],
  ['xenial', '16.04'],
  ['yakkety', '16.10'],
  ['zesty', '17.04'],
  ['artful', '17.10'],
  ['bionic', '18.04'],
  ['cosmic', '18.10'],
  ['disco', '19.04'],
  ['eoan', '19.10'],
  ['focal', '20.04'],
  ['groovy', '20.10'],
  ['hirsute', '21.04'],
  ['impish', '21.10'],
  ['jammy', '22.04'],
  ['kinetic', '22.10'],
  ['lunar', '23.04'],
  ['mantic', '23.10'],
  ['noble', '24.04'],
  ['oracular', '24.10'],
  ['plucky', '25.04'],
  ['questing', '25.10'],
  ['resolute', '26.04'],
]);

export const DEBIAN_RELEASES: ReadonlySet<string> = new Set(DEBIAN_CODENAMES.values());
export const UBUNTU_RELEASES: ReadonlySet<string> = new Set(UBUNTU_CODENAMES.values());

// The lookahead rejects `12x` and `012`, but allows suffixes that tools add: `2 (karoo)`, `7.9.2009`, `9.4 eus`.
const NUMBERS = /^v?(0|[1-9][0-9]{0,3})(?:\.([0-9]{1,4}))?(?:\.[0-9]{1,8})?(?=$|[ (_:+-])/;
const POINT_RELEASE = /^([1-9][0-9]?)(?:\.[0-9]{1,3}){0,2}(?: \([a-z]+\))?$/;

/** The release if it is one of these. */
export function knownRelease(release: string | undefined, releases: ReadonlySet<string>): string | undefined {
  return release !== undefined && releases.has(release) ? release : undefined;
}

export const parseDebian: ParseRelease = (text) => ({
  release: knownRelease(DEBIAN_CODENAMES.get(text) ?? POINT_RELEASE.exec(text)?.[1], DEBIAN_RELEASES),
});

/** `22.04`, `22.04.2`, `22.04 lts`, `jammy`. */
export const parseUbuntu: ParseRelease = (text) => {
  const [, year, month] = NUMBERS.exec(text) ?? [];
  return { release: UBUNTU_CODENAMES.get(text) ?? knownRelease(`${year}.${month}`, UBUNTU_RELEASES) };
};

/** Ubuntu Pro has fixes that the release itself does not have. */
export const parseUbuntuPro: ParseRelease = (text) => ({ ...parseUbuntu(text), channel: 'pro' });

/** `3.19.1`, `v3.19` and `edge`; a development build such as `3.20_alpha20240329` is edge. */
export const parseAlpine: ParseRelease = (text) => {
  if (text === 'edge' || text.includes('_alpha')) return { release: 'edge' };
  const [, major, minor] = NUMBERS.exec(text) ?? [];
  return { release: minor === undefined ? undefined : `v${major}.${minor}` };
};

/** A rolling distribution without releases. */
export const parseRolling: ParseRelease = () => ({ release: '' });

/** `9.4` is 9. */
export const parseMajor: ParseRelease = (text) => ({ release: NUMBERS.exec(text)?.[1] });

/** `4.0`. */
export const parseMajorAndMinor: ParseRelease = (text) => {
  const [, major, minor = '0'] = NUMBERS.exec(text) ?? [];
  return { release: major === undefined ? undefined : `${major}.${minor}` };
};

const EXTENDED = /\b(eus|aus|e4s|tus)\b|(extended update support)/;
const LIFE_CYCLE = /\bels\b|extended life ?cycle support/;

/** `9.4` is 9. Extended updates belong to one minor release: `9.4 eus` is the channel `eus:9.4`; `7.9 els` is `els:7`. */
export const parseRedHat: ParseRelease = (text) => {
  const [, major, minor] = NUMBERS.exec(text) ?? [];
  const [, short, long] = EXTENDED.exec(text) ?? [];
  const channel = short ?? (long && 'eus');
  if (major !== undefined && LIFE_CYCLE.test(text)) return { release: major, channel: `els:${major}` };
  // `8.10.0.z.main+eus` is built for both channels, so the channel is unknown.
  if (channel === undefined || minor === undefined || text.includes('main+')) return { release: major };
  return { release: major, channel: `${channel}:${major}.${minor}` };
};

/** CentOS was a rebuild of Red Hat up to 8; from 9 on there is only Stream, which is ahead of it. */
export const parseCentos: ParseRelease = (text) => {
  const [, major] = NUMBERS.exec(text) ?? [];
  return { release: major, alias: Number(major) > 8 ? 'ahead' : 'same' };
};

/** The first Amazon Linux has versions of year and month; the others are 2, 2022 and 2023. */
export const parseAmazon: ParseRelease = (text) => {
  const [, major, minor] = NUMBERS.exec(text) ?? [];
  return { release: major !== undefined && major > '2010' && major < '2019' && minor !== undefined ? '1' : major };
};

const SERVICE_PACK = /^([0-9]{2})(?:[. -](?:sp)?([0-9]))?(?=$|[ (.-])/;

/** `15.3`, `15-sp3` and `15 sp3` are 15.3; `15` and `15.0` are the release before its first service pack. */
export const parseSuse: ParseRelease = (text) => {
  const [, major, pack = '0'] = SERVICE_PACK.exec(text) ?? [];
  if (major === undefined) return { release: undefined };
  return { release: pack === '0' ? major : `${major}.${pack}` };
};

/** `15.5`, and the rolling `tumbleweed`. */
export const parseOpenSuse: ParseRelease = (text) =>
  text.includes('tumbleweed') || /^20[0-9]{6}$/.test(text) ? { release: 'Tumbleweed' } : parseMajorAndMinor(text);

const OPEN_EULER = /^([0-9]{2}\.[0-9]{2})(?:[ (-]*(lts)(?:[ -]?(sp[0-9]))?\)?)?$/;

/** `22.03-LTS-SP3`, `22.03 (LTS-SP3)`. */
export const parseOpenEuler: ParseRelease = (text) => {
  const [, year, lts, pack] = OPEN_EULER.exec(text) ?? [];
  if (year === undefined) return { release: undefined };
  return { release: [year, lts, pack].filter(Boolean).join('-').toUpperCase() };
};

/** `23` and the rolling `stream`. */
export const parseAlpaquita: ParseRelease = (text) => (text === 'stream' ? { release: 'stream' } : parseMajor(text));
