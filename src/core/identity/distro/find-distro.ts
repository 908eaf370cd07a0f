/**
 * Finds the distribution and release that a text means. Documents, purls and users spell it in many ways: `debian-12`,
 * `bookworm`, `alpine:3.19`, `Red Hat Enterprise Linux 9.4 Extended Update Support`. A text that is not certainly a release is
 * rejected.
 */
import { DEBIAN_CODENAMES, UBUNTU_CODENAMES, type DistributionNames, type Distro } from './parse-release.ts';
import { findDistribution } from './distributions.ts';

const TEXT_CHARACTERS_MAX = 256;
const RELEASE_BEHIND_NAME = /[-:/_ ]?v?[0-9]/;
const SEPARATOR = /^[-:/_ ]/;
const LAST_WORD = /[-: ]([a-z]+)$/;

/**
 * `fallback` is the distribution of a text without a name, such as `12.5` in a Debian purl. Returns undefined if nothing is
 * recognized.
 */
export function findDistro(text: string, fallback?: DistributionNames): Distro | undefined {
  const clean = text.slice(0, TEXT_CHARACTERS_MAX).trim().toLowerCase().replace('distro=', '');
  const { name, rest } = split(clean);
  const named = findDistribution(name);
  if (named !== undefined) return toDistro(named, rest);
  const ofCodename = ownerOf(clean);
  if (ofCodename !== undefined) return toDistro(ofCodename, clean);
  if (fallback === undefined || !BARE_RELEASE.test(clean)) return undefined;
  const distro = toDistro(fallback, clean);
  return distro.release === undefined ? undefined : distro;
}

const BARE_RELEASE = /^(?:v?[0-9]|edge$|stream$|tumbleweed$)/;

function toDistro({ family, alias, parseRelease }: DistributionNames, text: string): Distro {
  const { release, channel, alias: readAlias = alias } = parseRelease(text);
  return {
    family,
    release,
    ...(channel !== undefined && { channel }),
    ...(readAlias !== undefined && { alias: readAlias }),
  };
}

// `amazon-2 (karoo)`: the name ends where the first number starts. Without a number, the last word may be a codename.
function split(text: string): { readonly name: string; readonly rest: string } {
  const digit = RELEASE_BEHIND_NAME.exec(text);
  if (digit !== null) return { name: text.slice(0, digit.index), rest: text.slice(digit.index).replace(SEPARATOR, '') };
  if (findDistribution(text) !== undefined) return { name: text, rest: text };
  const word = LAST_WORD.exec(text);
  return word === null ? { name: text, rest: '' } : { name: text.slice(0, word.index), rest: word[1] ?? '' };
}

function ownerOf(codename: string): DistributionNames | undefined {
  if (DEBIAN_CODENAMES.has(codename)) return findDistribution('debian');
  return UBUNTU_CODENAMES.has(codename) ? findDistribution('ubuntu') : undefined;
}

/** Repositories on Docker Hub, without its default prefix. */
const REPOSITORIES: ReadonlyMap<string, string> = new Map([
  ['debian', 'debian'],
  ['ubuntu', 'ubuntu'],
  ['alpine', 'alpine'],
  ['centos', 'centos'],
  ['fedora', 'fedora'],
  ['rockylinux', 'rocky'],
  ['almalinux', 'alma'],
  ['amazonlinux', 'amazon'],
  ['oraclelinux', 'oracle'],
  ['photon', 'photon'],
  ['mageia', 'mageia'],
  ['opensuse/leap', 'opensuse-leap'],
]);
const DEFAULT_PLACE = /^(?:(?:index\.)?docker\.io\/)?(?:library\/)?/;

/**
 * Finds the distribution in the name of an image: `debian-bookworm` for `debian:bookworm-slim`. Only official images of a
 * distribution are certain: `acme/debian:12` and `postgres:15-bookworm` can contain anything.
 */
export function findDistroInImage(reference: string): string | undefined {
  const [place = ''] = reference.split('@', 1);
  const colon = place.lastIndexOf(':');
  const name = REPOSITORIES.get(place.slice(0, Math.max(0, colon)).replace(DEFAULT_PLACE, ''));
  if (name === undefined) return undefined;
  // `jammy-20240125`, `3.19.1`, `12-slim`, `stream9`
  const [tag = ''] = place.slice(colon + 1).split('-', 1);
  const text =
    tag.startsWith('stream') && name === 'centos' ? `centos stream-${tag.slice('stream'.length)}` : `${name}-${tag}`;
  return findDistro(text)?.release === undefined ? undefined : text;
}
