/**
 * Finds the distribution in the name of an image. Only official images of a distribution are certain: `debian:bookworm-slim` is
 * Debian 12, while `acme/debian:12` and `postgres:15-bookworm` can contain anything.
 */
import { findDistro } from './find-distro.ts';

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

/** Returns `debian-bookworm` for `debian:bookworm-slim`, or undefined if the reference is not certainly a release. */
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
